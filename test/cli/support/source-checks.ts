/** What the compiler says about programs. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";

const checkout = join(__dirname, "../../..");
const tsc = [join(checkout, "node_modules/typescript7/bin/tsc"), "--singleThreaded"];

/** Writes files by their paths in a folder, which need not exist. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

/**
 * What TypeScript says about files, by their paths in a folder, with the options of this project.
 *
 * @param options On top of those.
 */
export async function problemsIn(files: Readonly<Record<string, string>>, options: object = {}): Promise<string> {
  // In the checkout, where the compiler finds the packages.
  const folder = join(checkout, ".local/test-cli", `s${randomBytes(4).toString("hex")}`);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const settings = {
    extends: join(checkout, "tsconfig.base.json"),
    compilerOptions: { noEmit: true, declaration: false, ...options },
    files: Object.keys(files),
  };
  await writeFiles(folder, { ...files, "tsconfig.json": JSON.stringify(settings) });
  return promisify(execFile)(process.execPath, [...tsc, "-p", folder], { cwd: folder }).then(
    () => "",
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );
}
