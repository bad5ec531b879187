import { join } from "node:path";
import { folderWith, pathFolders } from "../../../cli/pulumi/findPulumi.js";
import { findOnce } from "../../../tools/fetch/find-once.js";

/** The path of bash, which is where systems have it even if the PATH does not say so. */
export function bash(): Promise<string> {
  return findOnce("bash", async () => {
    const folder = folderWith("bash", [...pathFolders(process.env), "/bin", "/usr/local/bin"]);
    if (folder === undefined) throw new Error("bash is neither on PATH nor in /bin.");
    return join(folder, "bash");
  });
}
