/** What a version has left: the state of a stack with its program, and the data of the platform that the stack is on. */
import { readdirSync } from "node:fs";
import { join } from "node:path";

const fixtures = join(__dirname, "fixtures");

export const recordedVersions = readdirSync(fixtures).sort();

export function fixtureFolder(version: string): string {
  return join(fixtures, version);
}

export const files = {
  /** A Pulumi project. */
  program: "program",
  /** What `pulumi stack export` printed; its secrets are encrypted with the passphrase of the tests. */
  state: "state.json",
  /** The platform's data file. */
  data: "platform.db",
  /** The same as a snapshot. */
  snapshot: "snapshot.json",
  /** A token that the key in the data file has signed. */
  token: "token.json",
} as const;
