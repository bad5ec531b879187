/** Builds the documentation site as `npm run docs:build` does, below a path that is not its own. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const root = join(__dirname, "../../..");

export interface BuiltSite {
  /** The folder of its files. */
  readonly folder: string;
  remove(): void;
}

/**
 * The built site; throws with the output of the build if it fails, for example because of a dead link.
 *
 * @param base The path that it is built for, with a slash at both ends.
 */
export async function buildSite(base: string): Promise<BuiltSite> {
  const folder = mkdtempSync(join(tmpdir(), "site-"));
  await promisify(execFile)("npm", ["run", "--silent", "docs:build", "--", "--outDir", folder], {
    cwd: root,
    env: { ...process.env, DOCS_BASE: base, NO_COLOR: "1" },
  });
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}
