/** The packages as npm would publish them, and commands of a page that install these instead of the published ones. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { CHECKOUT } from "../pulumi-cli/search.js";

interface Manifest {
  readonly version: string;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readFileSync(join(CHECKOUT, "package.json"), "utf8")) as Manifest;

/** In the versions of the checkout: the SDK fits the Pulumi CLI, and npm's cache has them. */
const PINNED = ["@pulumi/pulumi", "typescript", "@types/node"];

/** What to install in place of each package name. */
export type Replacements = ReadonlyMap<string, string>;

/** Packs both packages of the built checkout into a folder. */
export async function packPackages(folder: string): Promise<Replacements> {
  const workspaces = { "pulumi-app-platform": ".", "app-platform-backend": "backend" };
  const args = ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder];
  const folders = Object.values(workspaces).map((path) => join(CHECKOUT, path));
  await promisify(execFile)("npm", [...args, ...folders], { cwd: folder });
  const packed = Object.keys(workspaces).map(
    (name) => [name, join(folder, `${name}-${manifest.version}.tgz`)] as const,
  );
  const pinned = PINNED.map((name) => [name, `${name}@${manifest.devDependencies[name]}`] as const);
  return new Map([...packed, ...pinned]);
}

/** Commands in which `npm install` gets the replacements. */
export function withReplacements(commands: string, replacements: Replacements): string {
  return commands.replace(/^npm install .*$/gm, (line) =>
    line.replace(/\S+/g, (word) => replacements.get(word) ?? word),
  );
}
