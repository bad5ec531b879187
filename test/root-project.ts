/** The project at the repository root, for tests that must not write into the checkout. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import { CHECKOUT } from "../tools/pulumi-cli/search.js";

/** Copies the files of the project. The packages are found from `folder` if it is in the checkout. */
export function copyRootProject(folder: string): void {
  cpSync(join(CHECKOUT, "Pulumi.yaml"), join(folder, "Pulumi.yaml"));
  cpSync(join(CHECKOUT, "examples/quickstart"), join(folder, "examples/quickstart"), {
    recursive: true,
    filter: (path) => !path.endsWith("node_modules"),
  });
}
