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
    if (runtime === "nodejs") facts.nodeProject = found;
    const language = runtime === "nodejs" ? "" : `, in ${runtime}`;
    if (runtime !== undefined) return { status: "ok", message: `${name ?? "without a name"}${language} (${file}).` };
    return {
      status: "failure",
      message: `${file} must name a runtime.`,
      cure: "set `runtime` in the file, for example to nodejs, python, go, java or yaml",
    };
  },
};
