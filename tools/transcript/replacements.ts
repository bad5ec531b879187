/** The packages that the commands of a page install: the packed ones of the checkout instead of the published ones. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CHECKOUT } from "../pulumi-cli/search.js";
import { packInto } from "../release/packed.js";

interface Manifest {
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync(join(CHECKOUT, "package.json"), "utf8")) as Manifest;

/** In the versions of the checkout: the SDK fits the Pulumi CLI, and npm's cache has them. */
const PINNED = ["@pulumi/pulumi", "typescript", "@types/node"];

/** What to install in place of each package name. */
export type Replacements = ReadonlyMap<string, string>;

/** Packs both packages of the built checkout into a folder. */
export async function packReplacements(folder: string): Promise<Replacements> {
  const { provider, backend } = await packInto(folder);
  const pinned = PINNED.map((name) => [name, `${name}@${manifest.devDependencies[name]}`] as const);
  return new Map([["pulumi-app-platform", provider], ["app-platform-backend", backend], ...pinned]);
}

/** Commands in which `npm install` gets the replacements. */
export function withReplacements(commands: string, replacements: Replacements): string {
  return commands.replace(/^npm install .*$/gm, (line) =>
    line.replace(/\S+/g, (word) => replacements.get(word) ?? word),
  );
}
