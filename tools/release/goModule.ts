import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { extract } from "tar";
import { RELEASE } from "../fetch/pulumi-cli/release.js";
import { goModulePath } from "./address.js";

const exec = promisify(execFile);

/** Makes a folder with sources a Go module that uses the SDK which `writeSdks` has written into `release`. */
export async function writeGoModule(folder: string, name: string, release: string, version: string): Promise<void> {
  const sdk = `pulumi-app-platform-${version}-go`;
  await extract({ file: join(release, `${sdk}.tar.gz`), cwd: release });
  const requires = `require (\n\t${goModulePath()} v${version}\n\tgithub.com/pulumi/pulumi/sdk/v3 v${RELEASE}\n)`;
  const replaces = `replace ${goModulePath()} => ${join(release, sdk)}`;
  await writeFile(join(folder, "go.mod"), `module ${name}\n\ngo 1.25.8\n\n${requires}\n\n${replaces}\n`);
  await exec("go", ["mod", "tidy"], { cwd: folder, env: { ...process.env, GOWORK: "off" } });
}
