/** What the compiler says about generated programs. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished } from "vitest";

const checkout = join(__dirname, "../../..");
const tsc = [join(checkout, "node_modules/typescript7/bin/tsc"), "--singleThreaded"];

/** Writes files by their paths in a folder, which need not exist. Returns their paths. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<string[]> {
  const paths = Object.keys(files).map((name) => join(folder, name));
  for (const path of paths) await mkdir(dirname(path), { recursive: true });
  await Promise.all(Object.values(files).map((text, index) => writeFile(paths[index] as string, text)));
  return paths;
}

/** Writes files into a folder of the checkout, where the compiler finds the packages, until the test ends; returns the folder. */
async function writeSources(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(checkout, ".local/test-cli", `s${randomBytes(4).toString("hex")}`);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFiles(folder, files);
  return folder;
}

/** What TypeScript says about the files, with the options of an exported project. */
export async function typeErrors(files: readonly string[]): Promise<string> {
  const node = ["--module", "nodenext", "--moduleResolution", "nodenext", "--types", "node"];
  const options = ["--ignoreConfig", "--target", "es2022", ...node, "--strict", "--skipLibCheck", "--noEmit"];
  return said(process.execPath, [...tsc, ...options, ...files], checkout);
}

/**
 * What TypeScript says about files, by their paths in a folder, with the options of this project.
 *
 * @param options On top of those.
 */
export async function problemsIn(files: Readonly<Record<string, string>>, options: object = {}): Promise<string> {
  const folder = await writeSources(files);
  const settings = {
    extends: join(checkout, "tsconfig.base.json"),
    compilerOptions: { noEmit: true, declaration: false, ...options },
    files: Object.keys(files),
  };
  await writeFiles(folder, { "tsconfig.json": JSON.stringify(settings) });
  return said(process.execPath, [...tsc, "-p", folder], folder);
}

/** What a command that fails prints. */
const said = (command: string, args: readonly string[], cwd: string): Promise<string> =>
  promisify(execFile)(command, args, { cwd }).then(
    () => "",
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );

/** The compiler has nothing to say about files, by their paths in a folder. */
export async function expectCompiled(files: Readonly<Record<string, string>>): Promise<void> {
  const folder = await writeSources(files);
  expect(await typeErrors(Object.keys(files).map((path) => join(folder, path)))).toBe("");
}
