import { lstatSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The plugin's folder for this user, in the one for temporary files. */
export function ownFolder(): string {
  return join(tmpdir(), `app-platform-${process.getuid?.() ?? "runs"}`);
}

/** Makes a folder. Nobody else may write it, since it decides on deletes and has code that plugins run. */
export function requirePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder);
  if (process.getuid === undefined) return;
  if (uid !== process.getuid()) throw new Error(`${folder} belongs to another user`);
  if ((mode & 0o077) !== 0) throw new Error(`${folder} must be a folder that only its owner can use (mode 700)`);
}
