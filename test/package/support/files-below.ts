import { readdirSync } from "node:fs";
import { join, sep } from "node:path";

/** The files below a folder, as paths with forward slashes, sorted. */
export function filesBelow(folder: string, extension = ""): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name).slice(folder.length + 1)] : []))
    .map((path) => path.replaceAll(sep, "/"))
    .filter((path) => path.endsWith(extension))
    .sort();
}
