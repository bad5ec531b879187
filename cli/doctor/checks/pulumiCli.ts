import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Outside } from "../../command.js";
import { findPulumi, otherFolders } from "../../pulumi/findPulumi.js";
import type { Check } from "../check.js";
import { compareVersions } from "../versions.js";

const installation = "https://www.pulumi.com/docs/install/";

export const pulumiCli: Check = {
  name: "Pulumi CLI",
  async run({ facts, manifest, environment, signal }) {
    const found = findPulumi(environment);
    if (found === undefined) {
      return {
        status: "failure",
        message: `There is no \`pulumi\` on the PATH or in ${otherFolders(environment).join(" or ")}.`,
        cure: `install the Pulumi CLI: ${installation}`,
      };
    }
    const version = await versionOf(found.program, { environment, signal });
    if (version instanceof Error) {
      const message = `\`${found.program} version\` failed: ${version.message.split("\n")[0]}`;
      return { status: "failure", message, cure: `install the Pulumi CLI again: ${installation}` };
    }
    Object.assign(facts, { pulumi: found, pulumiVersion: version });
    const oldest = lowerBound(manifest.peerDependencies["@pulumi/pulumi"]);
    if (compareVersions(version, oldest) < 0) {
      return {
        status: "failure",
        message: `The Pulumi CLI must be ${oldest} or newer; got ${version} (${found.program}).`,
        cure: `update the Pulumi CLI: ${installation}`,
      };
    }
    if (found.isOnPath) return { status: "ok", message: `${version} (${found.program}).` };
    return {
      status: "warning",
      message: `${version} is in ${found.folder}, which isn't on the PATH.`,
      cure: `add the folder to the PATH: export PATH="$PATH:${found.folder}"`,
    };
  },
};

/** The CLI must be as new as the oldest supported SDK, since they're released together. */
function lowerBound(range: string): string {
  return />=(\S+)/.exec(range)?.[1] ?? "0";
}

async function versionOf(program: string, { environment, signal }: Outside): Promise<string | Error> {
  const env = { ...environment, PULUMI_SKIP_UPDATE_CHECK: "true" };
  try {
    const { stdout } = await promisify(execFile)(program, ["version"], { env, signal, timeout: 30_000 });
    return stdout.trim().replace(/^v/, "");
  } catch (error) {
    return error as Error;
  }
}
