import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

const fileNames = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/** The file of the project of a folder: there or, as the Pulumi CLI looks for it, above. */
export function projectFile(folder: string): string | undefined {
  const found = fileNames.map((name) => join(folder, name)).find((path) => existsSync(path));
  const parent = dirname(folder);
  return found ?? (parent === folder ? undefined : projectFile(parent));
}

/** The folder of the project of a folder; without a project, the folder itself. */
export function projectFolder(folder: string): string {
  const file = projectFile(folder);
  return file === undefined ? folder : dirname(file);
}
