import type { Check } from "../check.js";
import { loadedCopy } from "../installedCopies.js";
import { compareVersions, isWithin } from "../versions.js";

const sdk = "@pulumi/pulumi";
/** From this release on, the CLI reads the code of a dynamic provider from another place in the state. */
const turn = "3.268.0";

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
    if (!isWithin(found.version, range)) {
      return {
        status: "failure",
        message: `${sdk} must be ${range}; got ${found.version} (${found.folder}).`,
        cure: `install a supported version: npm install ${sdk}@3`,
      };
    }
    const cli = facts.pulumiVersion;
    if (cli !== undefined && compareVersions(cli, turn) >= 0 && compareVersions(found.version, turn) < 0) {
      return {
        status: "warning",
        message: `The Pulumi CLI is ${cli}, but ${sdk} is ${found.version}: with this CLI, functions such as Container.get need ${turn} or newer.`,
        cure: `update the SDK: npm install ${sdk}@^${turn}`,
      };
    }
    return { status: "ok", message: `${found.version}; ${range} is required.` };
  },
};
