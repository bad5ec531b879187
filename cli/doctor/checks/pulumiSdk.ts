import type { Check } from "../check.js";
import { loadedCopy } from "../installedCopies.js";
import { compareVersions, isWithin } from "../versions.js";

const sdk = "@pulumi/pulumi";
/** CLIs that pass resources of `get` functions in a form that only SDKs since the same release understand. */
const split = { from: "3.268.0", before: "3.274.0" };

export const pulumiSdk: Check = {
  name: "Pulumi SDK",
  needs: ["nodeProject"],
  run({ facts, manifest }) {
    const folder = facts.nodeProject?.programFolder as string;
    const range = manifest.peerDependencies[sdk];
    const found = loadedCopy(sdk, folder);
    if (found === undefined) {
      return {
        status: "failure",
        message: `${sdk} must be installed; it isn't found from ${folder}.`,
        cure: `install what the project needs: npm install (and npm install ${sdk} if package.json doesn't name it)`,
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
    const isSplit = cli !== undefined && isWithin(cli, `>=${split.from} <${split.before}`);
    if (isSplit && compareVersions(found.version, split.from) < 0) {
      return {
        status: "warning",
        message: `The Pulumi CLI is ${cli}, but ${sdk} is ${found.version}: with this CLI, functions such as Container.get need an SDK of ${split.from} or newer.`,
        cure: `update the Pulumi CLI to ${split.before} or newer, or the SDK: npm install ${sdk}@^${split.from}`,
      };
    }
    return { status: "ok", message: `${found.version}; ${range} is required.` };
  },
};
