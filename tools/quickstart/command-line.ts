import { parseArgs } from "node:util";

export type Verb = "up" | "preview" | "destroy" | "stop" | "help";

export interface CommandLine {
  readonly verb: Verb;
  /** Undefined when it was left out: a platform that runs already may then have any port. */
  readonly port: number | undefined;
  readonly keep: boolean;
}

export const USAGE = `npm run quickstart                 creates the example's resources, or brings them up to date
npm run quickstart -- preview      shows what that would change
npm run quickstart -- destroy      removes everything that the quickstart has made
npm run quickstart -- --keep       leaves the platform running
npm run quickstart -- stop         stops it
npm run quickstart -- --port 5000  uses another port than 4310
`;

const VERBS: readonly string[] = ["up", "preview", "destroy", "stop", "help"] satisfies Verb[];

/** A command line that cannot be understood; the message says why. */
export class CommandLineError extends Error {
  override readonly name = "CommandLineError";
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = /^\d+$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535) throw new CommandLineError(`--port is ${text}; it must be a number from 1 to 65535.`);
  return port;
}

export function parseCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parseOrExplain(args);
  const [verb = "up", ...more] = positionals;
  if (!VERBS.includes(verb) || more.length > 0) {
    throw new CommandLineError(`The quickstart does not know \`${positionals.join(" ")}\`.`);
  }
  return { verb: values.help ? "help" : (verb as Verb), port: readPort(values.port), keep: values.keep ?? false };
}

function parseOrExplain(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { port: { type: "string" }, keep: { type: "boolean" }, help: { type: "boolean", short: "h" } },
    });
  } catch (error) {
    throw new CommandLineError((error as Error).message);
  }
}
