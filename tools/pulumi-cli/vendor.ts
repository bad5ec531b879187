import { mkdir } from "node:fs/promises";
import type { Installer } from "./installer.js";
import { runProgram } from "./program.js";
import { RELEASE } from "./release.js";

/** Pulumi's own installer. */
export const vendorInstaller: Installer = {
  way: "the vendor's installer",
  async install(root, search) {
    await mkdir(root, { recursive: true });
    const done = search.progress.begin(`installing pulumi ${RELEASE} from get.pulumi.com`);
    return runProgram(process.execPath, [search.vendorInstaller, root, RELEASE], {
      env: search.env,
      signal: search.signal,
      timeoutMs: search.vendorTimeoutMs,
    }).finally(done);
  },
};
