import { findProject } from "../../pulumi/project.js";
import type { Check } from "../check.js";

export const project: Check = {
  name: "project",
  run({ options, facts }) {
    const found = findProject(options.cwd);
    if (found === undefined) {
      const message = `there is no Pulumi.yaml in ${options.cwd} or above; --cwd names the folder of a project.`;
      return { status: "skipped", message };
    }
    facts.project = found;
    const { runtime, file, name } = found;
    if (runtime === "nodejs") return { status: "ok", message: `${name ?? "without a name"} (${file}).` };
    return {
      status: "failure",
      message: `The runtime in ${file} must be nodejs; got ${runtime ?? "none"}.`,
      cure: "set `runtime: nodejs` in the file: programs with this package run in Node.js.",
    };
  },
};
