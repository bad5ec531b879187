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

/** The nearest folder above with a manifest: this file is in `cli/` of the checkout, and in `dist/cli/` of the package. */
function packageAbove(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : packageAbove(dirname(folder));
}

export const packageFolder = packageAbove(__dirname);

export const manifest = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")) as Manifest;
