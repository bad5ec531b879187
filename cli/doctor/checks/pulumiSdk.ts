import type { Check } from "../check.js";
import { loadedCopy } from "../installedCopies.js";
import { isWithin } from "../versions.js";

const sdk = "@pulumi/pulumi";

export const pulumiSdk: Check = {
  name: "Pulumi SDK",
  needs: ["project"],
  run({ facts, manifest }) {
    const folder = facts.project?.programFolder as string;
    const range = manifest.peerDependencies[sdk];
    const found = loadedCopy(sdk, folder);
    if (found === undefined) {
      return {
        status: "failure",
        message: `${sdk} must be installed; it is not found from ${folder}.`,
        cure: `install what the project needs: npm install (and npm install ${sdk} if package.json does not name it)`,
      };
    }
    facts.sdkVersion = found.version;
    if (isWithin(found.version, range)) return { status: "ok", message: `${found.version}; ${range} is required.` };
    return {
      status: "failure",
      message: `${sdk} must be ${range}; got ${found.version} (${found.folder}).`,
      cure: `install a supported version: npm install ${sdk}@3`,
    };
  },
};
