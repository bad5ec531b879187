/** The native provider as one executable that needs no Node.js: a single executable application of Node.js,
 * https://nodejs.org/docs/latest-v26.x/api/single-executable-applications.html */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { CheckRequest, ConfigureRequest } from "@pulumi/pulumi/proto/provider_pb.js";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { create } from "tar";
import { callerOf } from "../../provider/frontends/native/grpc.js";
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
 * Writes the archive of this machine's platform into a folder, as `pulumi plugin install --file` and a plugin server take it. It
 * has compiled code, which only the Node.js that has compiled it can run, so each archive is built on its own platform.
 *
 * @param level of compression: 1 takes a third of the time
 */
export async function writeExecutable(folder: string, version: string, level = 6): Promise<Executable> {
  const work = await mkdtemp(join(tmpdir(), "executable-"));
  const file = isWindows ? `${nativeName}.exe` : nativeName;
  try {
    // On macOS and Windows, the workflow of releases runs on Node.js 26.
    const program = isMac || isWindows ? process.execPath : await fetchProgram(nodeOf(26));
    const env = withNode(program);
    // Megabytes for new objects, most of which are soon unused: with V8's default, many containers take more memory.
    const execArgv = ["--max-semi-space-size=4"];
    const own = (name: string) => join(nativeFolder, name);
    const code = await compiledBy([program, ...execArgv, own(nativeName)], join(work, "first"));
    if (code === undefined) throw new Error("The provider hasn't stored its compiled code");
    const config = {
      main: own(nativeName),
      output: join(work, file),
      disableExperimentalSEAWarning: true,
      execArgv,
      // NODE_OPTIONS is for other programs: some of its values would make this one fail.
      execArgvExtension: "none",
      assets: { "plugin.js": own("plugin.js"), "plugin.code": code, "schema.json": own("schema.json") },
    };
    await writeFile(join(work, "config.json"), JSON.stringify(config));
    await exec(program, ["--build-sea", join(work, "config.json")], { env });
    // macOS only runs signed programs; a signature without an identity is enough.
    if (isMac) await exec("codesign", ["--sign", "-", "--force", join(work, file)]);
    const again = await compiledBy([join(work, file)], join(work, "second"));
    if (again !== undefined) throw new Error("The executable doesn't use its compiled code");
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

/** The file with the code that a provider stores in a folder once it has checked a resource; nothing if it has loaded that code. */
async function compiledBy([program = "", ...args]: readonly string[], folder: string): Promise<string | undefined> {
  await mkdir(folder);
  const env = { ...process.env, TMPDIR: folder, TEMP: folder, TMP: folder };
  const provider = spawn(program, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [port] = (await once(provider.stdout, "data")) as [Buffer];
    const call = callerOf(`127.0.0.1:${String(port).trim()}`, "pulumirpc.ResourceProvider");
    const urn = "urn:pulumi:dev::build::app-platform:index:Container::web";
    await call("Configure", new ConfigureRequest().setArgs(new Struct()).serializeBinary());
    await call("Check", new CheckRequest().setUrn(urn).setNews(new Struct()).serializeBinary());
    await call("Cancel", new Uint8Array());
  } finally {
    provider.kill();
  }
  const files = await readdir(folder, { recursive: true });
  return files.filter((name) => name.endsWith(".code")).map((name) => join(folder, name))[0];
}

/** The files that accompany everything that is released. */
const aboutFiles = ["LICENSE", "README.md"];

/** Writes the license and the README, whose links lead to the site, into a folder. */
export async function writeAbout(folder: string): Promise<void> {
  await copyFile(join(root, "LICENSE"), join(folder, "LICENSE"));
  const readme = await readFile(join(root, "README.md"), "utf8");
  await writeFile(join(folder, "README.md"), addressedReadme(readme, ""));
}
