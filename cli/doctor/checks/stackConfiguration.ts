import { AppPlatformError } from "../../../provider/errors/appPlatformError.js";
import { hasRequiredSettings, readStackConfiguration } from "../../stackConfiguration.js";
import { type Check, failureOf } from "../check.js";

export const stackConfiguration: Check = {
  name: "stack configuration",
  async run({ options, facts, environment, signal }) {
    const isComplete = hasRequiredSettings(options.connection, environment);
    const { project, pulumi } = facts;
    // Without a project, there is only the environment. With one, the stack may have what the environment lacks.
    if (project === undefined || (pulumi === undefined && isComplete)) facts.stack = () => undefined;
    if (project === undefined) return { status: "skipped", message: "there is no Pulumi project." };
    if (pulumi === undefined) return { status: "skipped", message: "the Pulumi CLI isn't found." };
    try {
      const outside = { environment, signal };
      facts.stack = await readStackConfiguration({ ...options, cwd: project.folder }, outside, !isComplete);
    } catch (error) {
      if (signal.aborted || !(error instanceof AppPlatformError)) throw error;
      if (!isComplete) return failureOf(error);
      facts.stack = () => undefined;
      return { ...failureOf(error), status: "warning" };
    }
    const which = options.stack === undefined ? "the selected stack" : `the stack ${options.stack}`;
    return { status: "ok", message: `read from ${which}.` };
  },
};
