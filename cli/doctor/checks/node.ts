import type { Check } from "../check.js";
import { isWithin } from "../versions.js";

/** The Node.js of this command and most likely of programs, since it's the first one on the PATH. */
export const node: Check = {
  name: "Node.js",
  run({ manifest }) {
    const range = manifest.engines.node;
    const version = process.versions.node;
    if (isWithin(version, range)) return { status: "ok", message: `${version}; ${range} is required.` };
    return {
      status: "failure",
      message: `Node.js must be ${range}; got ${version} (${process.execPath}).`,
      cure: "install Node.js 20.19 or newer, and put it first on the PATH.",
    };
  },
};
