import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Check } from "../check.js";
import { allCopies } from "../installedCopies.js";
import { packageManagerOf } from "../packageManager.js";

/** The package that the program imports, and that the text in the state loads. */
export const providerPackage: Check = {
  name: "package",
  needs: ["nodeProject"],
  run({ facts, manifest: { name, version } }) {
    const folder = facts.nodeProject?.programFolder as string;
    const [copy, ...others] = allCopies(name, folder);
    if (copy === undefined) {
      return {
        status: "failure",
        message: `${name} must be installed in the project; it isn't found from ${folder}.`,
        cure: waysToInstall(name, folder),
      };
    }
    if (!existsSync(join(copy.folder, "dist", "provider", "runtime.js"))) {
      return {
        status: "failure",
        message: `${name} in ${copy.folder} is incomplete: dist/provider/runtime.js is missing.`,
        cure: `install it again: npm install ${name}`,
      };
    }
    if (others.length > 0) {
      return {
        status: "warning",
        message: `${name} is installed ${others.length + 1} times: resources of one copy are unknown to the other.`,
        details: [copy, ...others].map((each) => `${each.version} in ${each.folder}`),
        cure: "keep one copy: use the same version in all packages of the project, then run npm dedupe",
      };
    }
    if (copy.version !== version) {
      return {
        status: "warning",
        message: `The project has ${name} ${copy.version}, but this command is version ${version}.`,
        cure: "run the project's own command: npx app-platform doctor",
      };
    }
    return { status: "ok", message: `${copy.version} (${copy.folder}).` };
  },
};

/** Destroy and refresh also load the package from the project, not from another package of its workspace. */
function waysToInstall(name: string, folder: string): string | readonly string[] {
  const { command, add, install } = packageManagerOf(folder);
  const own = `install it there: ${add} ${name}. Destroy and refresh need it as well`;
  if (command !== "pnpm") return own;
  return [own, `add \`publicHoistPattern: [${name}]\` to pnpm-workspace.yaml, then run ${install}`];
}
