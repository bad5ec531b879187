import { Argument, InvalidArgumentError } from "commander";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Reads an ID of the platform; anything else is a wrong command line. */
export function readUuid(text: string): string {
  if (uuid.test(text)) return text.toLowerCase();
  throw new InvalidArgumentError(`It must be a UUID; got ${JSON.stringify(text)}.`);
}

/** The argument `<environmentId>` of the commands that work on one environment. */
export function environmentIdArgument(): Argument {
  return new Argument("<environmentId>", "ID of the environment").argParser(readUuid);
}
