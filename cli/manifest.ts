import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The manifest of this package, as far as the command reads it. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly engines: { readonly node: string };
  readonly peerDependencies: { readonly "@pulumi/pulumi": string };
}

/** Root of this package; compiled files are in `dist/cli`. */
const packageFolder = join(__dirname, "..", "..");

export const manifest = JSON.parse(readFileSync(join(packageFolder, "package.json"), "utf8")) as Manifest;
