/** Reads options that several commands share. A wrong value is a usage error. */
import { InvalidArgumentError } from "commander";
import { z } from "zod";

const longestWait = 999_999;

export function secondsOf(text: string): number {
  const seconds = Number(text);
  if (!/^\d+$/.test(text) || seconds < 1 || seconds > longestWait) {
    throw new InvalidArgumentError(`It must be an integer from 1 to ${longestWait}; got "${text}".`);
  }
  return seconds;
}

/** The version of a service: `web=1.28`. A name may contain `=`, a version can't. */
export const givenVersion = z.object({ service: z.string(), version: z.string() });

export type GivenVersion = z.output<typeof givenVersion>;

/** Collects `web=1.28` from an option that can be repeated. */
export function collectVersions(text: string, before: readonly GivenVersion[] = []): readonly GivenVersion[] {
  const cut = text.lastIndexOf("=");
  const given = { service: text.slice(0, cut).trim(), version: text.slice(cut + 1).trim() };
  if (cut < 0 || given.service === "" || given.version === "") {
    throw new InvalidArgumentError(`It must be a service and its version, such as web=1.28; got "${text}".`);
  }
  return [...before, given];
}
