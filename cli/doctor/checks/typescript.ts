import type { Project } from "../../pulumi/project.js";
import type { Check } from "../check.js";
import { loadedCopy } from "../installedCopies.js";

/** For an SDK that doesn't state which versions it supports: later versions of TypeScript lack the API that it calls. */
const defaultRange = ">= 3.8.3 < 7";

/** Pulumi compiles programs with the project's TypeScript, even those in JavaScript. */
export const typescript: Check = {
  name: "TypeScript",
  needs: ["nodeProject"],
  run({ facts }) {
    const { programFolder, compilesPrograms } = facts.nodeProject as Project;
    const sdk = loadedCopy("@pulumi/pulumi", programFolder);
    if (sdk === undefined) return { status: "skipped", message: "the Pulumi SDK isn't found." };
    // If they differ, the SDK loads the first one, and the program's `tsc` is the second one.
    const copies = [sdk.folder, programFolder].flatMap((folder) => loadedCopy("typescript", folder) ?? []);
    const [loaded] = copies;
    if (loaded === undefined) return { status: "ok", message: "not installed; Pulumi uses the one in its SDK." };
    if (!compilesPrograms) return { status: "ok", message: `${loaded.version}; Pulumi doesn't use it.` };
    const range = sdk.peers.typescript ?? defaultRange;
    const limit = Number(/<\s*(\d+)/.exec(range)?.[1] ?? Number.POSITIVE_INFINITY);
    const tooNew = copies.find(({ version }) => Number.parseInt(version, 10) >= limit);
    if (tooNew === undefined) return { status: "ok", message: `${loaded.version}.` };
    return {
      status: "failure",
      message: `TypeScript must be older than version ${limit} for @pulumi/pulumi ${sdk.version}; got ${tooNew.version} (${tooNew.folder}).`,
      details:
        limit < 7
          ? []
          : [
              "with TypeScript 7, Pulumi only says: TypeError: Cannot read properties of undefined (reading 'readFile')",
            ],
      cure: `install TypeScript ${limit - 1}: npm install --save-dev typescript@${limit - 1}`,
    };
  },
};
