import { mkdir } from "node:fs/promises";
import type { Maker } from "./maker.js";
import { runProgram } from "./program.js";
import { RELEASE } from "./release.js";

/** The vendor's own installer, as the SDK runs it. */
export const vendorInstaller: Maker = {
  way: "the vendor's installer",
  async make(root, search) {
    await mkdir(root, { recursive: true });
    const done = search.progress.begin(`installing pulumi ${RELEASE} from get.pulumi.com`);
    return runProgram(process.execPath, [search.vendorInstaller, root], {
      env: search.env,
      signal: search.signal,
      limitMs: search.vendorLimitMs,
    }).finally(done);
  },
};
