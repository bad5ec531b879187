import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(__dirname, "../../..");

/** Path of a file that recorded runs write: the tests write it, the generator reads it. */
export function recordPath(folder: "test/cli" | "test/cli/errors" | "bench", name: string): string {
  return join(root, folder, "measured", `${name}.json`);
}

/** The content of such a file; nothing if it was never written. */
export function readRecord<Content>(path: string): Content | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, "utf8")) as Content) : undefined;
}
