/** The native provider as one executable that needs no Node.js: a single executable application of Node.js,
 * https://nodejs.org/docs/latest-v26.x/api/single-executable-applications.html */
import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { create } from "tar";
import { fetchProgram, nodeOf, withNode } from "../programs/fetch.js";

const exec = promisify(execFile);
const root = join(__dirname, "../..");
const isMac = process.platform === "darwin";

/** As Go, and so Pulumi, names what this runs on. */
const platform = `${process.platform}-${process.arch === "x64" ? "amd64" : process.arch}`;

/**
 * Writes the archive of this machine's platform into a folder, as `pulumi plugin install --file` and a plugin server take it. It starts
 * from a snapshot, which the same Node.js must make that runs it: each platform is built on one of its own.
 *
 * @param level of compression: 1 takes a third of the time
 * @returns its file name
 */
export async function writeExecutable(folder: string, version: string, level = 6): Promise<string> {
  const work = await mkdtemp(join(tmpdir(), "executable-"));
  const name = "pulumi-resource-app-platform";
  try {
    // On macOS, the workflow of releases runs on Node.js 26.
    const node = isMac ? process.execPath : await fetchProgram(nodeOf(26));
    const executable = join(work, name);
    const config = {
      main: join(root, "dist/native", name),
      output: executable,
      disableExperimentalSEAWarning: true,
      useSnapshot: true,
      // Megabytes for new objects, most of which are soon unused: with V8's default, many containers take more memory.
      execArgv: ["--max-semi-space-size=8"],
      // NODE_OPTIONS is for other programs: some of its values would end this one.
      execArgvExtension: "none",
    };
    await writeFile(join(work, "config.json"), JSON.stringify(config));
    const { stderr } = await exec(node, ["--build-sea", join(work, "config.json")], { env: withNode(node) });
    if (stderr.includes("snapshot")) throw new Error(`The snapshot may not be as the program expects it: ${stderr}`);
    // macOS runs no program without a signature; one without an identity is enough.
    if (isMac) await exec("codesign", ["--sign", "-", "--force", executable]);
    await copyFile(join(root, "LICENSE"), join(work, "LICENSE"));
    await mkdir(folder, { recursive: true });
    const archive = `${name}-v${version}-${platform}.tar.gz`;
    await create({ file: join(folder, archive), cwd: work, gzip: { level } }, [name, "LICENSE"]);
    return archive;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
