/** The native provider, as it is released: an executable of its own. */
import { join } from "node:path";
import { extract } from "tar";
import { localFolder } from "../tools/fetch/pulumi-cli/search.js";
import { writeExecutable } from "../tools/release/executable.js";

export const nativeFolder = join(localFolder(process.env), "bench/native");

export async function buildNative(): Promise<void> {
  const { archive } = await writeExecutable(nativeFolder, "0.0.0");
  await extract({ file: join(nativeFolder, archive), cwd: nativeFolder });
}
