import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The manifest of this package, as far as the command reads it. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly peerDependencies: { readonly "@pulumi/pulumi": string };
  readonly devDependencies: { readonly "@types/node": string; readonly typescript: string };
}

/** The nearest one above: this file is in `cli/` of the checkout, and in `dist/cli/` of the package. */
function manifestAbove(folder: string): string {
  const file = join(folder, "package.json");
  return existsSync(file) ? file : manifestAbove(dirname(folder));
}

export const manifest = JSON.parse(readFileSync(manifestAbove(__dirname), "utf8")) as Manifest;
