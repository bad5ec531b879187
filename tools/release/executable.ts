/** The native provider as one executable that needs no Node.js: a single executable application of Node.js,
 * https://nodejs.org/docs/latest-v26.x/api/single-executable-applications.html */
import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { create } from "tar";
import { fetchProgram, nodeOf, withNode } from "../fetch/program.js";
import { bundleNative, nativeFolder, nativeName } from "./nativeBundle.js";
import { type BundledPackage, nodeIn, noticesFile, noticesText } from "./notices.js";
import { addressedReadme } from "./readme-links.js";

const exec = promisify(execFile);
const root = join(__dirname, "../..");
const isMac = process.platform === "darwin";
const isWindows = process.platform === "win32";

/** As Go, and so Pulumi, names what this runs on. */
const platform = `${isWindows ? "windows" : process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`;

/** What is in an archive. */
export interface Executable {
  /** Its file name. */
  readonly archive: string;
  readonly packages: readonly BundledPackage[];
  readonly node: BundledPackage;
}

/**
 * Writes the archive of this machine's platform into a folder, as `pulumi plugin install --file` and a plugin server take it. It starts
 * from a snapshot, which must be built with the Node.js that runs it, so each archive is built on its own platform.
 *
 * @param level of compression: 1 takes a third of the time
 */
export async function writeExecutable(folder: string, version: string, level = 6): Promise<Executable> {
  const work = await mkdtemp(join(tmpdir(), "executable-"));
  const file = isWindows ? `${nativeName}.exe` : nativeName;
  try {
    // On macOS and Windows, the workflow of releases runs on Node.js 26.
    const program = isMac || isWindows ? process.execPath : await fetchProgram(nodeOf(26));
    const config = {
      main: join(nativeFolder, nativeName),
      output: join(work, file),
      disableExperimentalSEAWarning: true,
      useSnapshot: true,
      // Megabytes for new objects, most of which are soon unused: with V8's default, many containers take more memory.
      execArgv: ["--max-semi-space-size=8"],
      // NODE_OPTIONS is for other programs: some of its values would make this one fail.
      execArgvExtension: "none",
    };
    await writeFile(join(work, "config.json"), JSON.stringify(config));
    const env = withNode(program);
    const { stderr } = await exec(program, ["--build-sea", join(work, "config.json")], { env });
    if (stderr.includes("snapshot")) throw new Error(`The snapshot may not be as the program expects it: ${stderr}`);
    // macOS only runs signed programs; a signature without an identity is enough.
    if (isMac) await exec("codesign", ["--sign", "-", "--force", join(work, file)]);
    const { packages } = await bundleNative(false);
    const node = nodeIn(program, (await exec(program, ["--version"], { env })).stdout.trim().slice(1));
    await writeFile(join(work, noticesFile), noticesText([...packages, node]));
    await writeAbout(work);
    await mkdir(folder, { recursive: true });
    const archive = `${nativeName}-v${version}-${platform}.tar.gz`;
    const files = [file, noticesFile, ...aboutFiles];
    await create({ file: join(folder, archive), cwd: work, gzip: { level } }, files);
    return { archive, packages, node };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** The files that accompany everything that is released. */
const aboutFiles = ["LICENSE", "README.md"];

/** Writes the license and the README, whose links lead to the site, into a folder. */
export async function writeAbout(folder: string): Promise<void> {
  await copyFile(join(root, "LICENSE"), join(folder, "LICENSE"));
  const readme = await readFile(join(root, "README.md"), "utf8");
  await writeFile(join(folder, "README.md"), addressedReadme(readme, ""));
}
