import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

/** Folders in the checkout, where Node.js finds the modules. */
export const inCheckout = join(__dirname, "../../.local/test-program");

/** An empty folder for the tests of a file or of a `describe`. */
export function openedFolder(name: string, place = tmpdir()): string {
  mkdirSync(place, { recursive: true });
  const folder = realpathSync(mkdtempSync(join(place, `${name}-`)));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
