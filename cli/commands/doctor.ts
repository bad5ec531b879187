import { z } from "zod";
import { type CliCommand, exitCodes } from "../command.js";
import { examine, reportOf } from "../doctor/check.js";
import { machineChecks } from "../doctor/machine.js";
import { platformChecks } from "../doctor/platform.js";
import { settingsChecks } from "../doctor/settings.js";
import { findEnvironment } from "../environmentArgument.js";
import { manifest } from "../manifest.js";

/** In this order, since later ones need the results of earlier ones. */
const checks = [...machineChecks, ...settingsChecks, ...platformChecks];

const doctorOptions = z.object({ environment: z.string().optional() });

export const doctor: CliCommand = {
  define: (program) =>
    program
      .command("doctor")
      .description("Check this machine, the project, its settings and the platform, and suggest fixes.")
      .option("--environment <environment>", "name or ID of an environment that the token must reach")
      .addHelpText("after", "\nExample:\n  app-platform doctor --stack production"),
  async run(context, _args, specified) {
    const { options, output, progress, environment, signal } = context;
    const namedEnvironment = doctorOptions.parse(specified).environment;
    const find = (name: string) => findEnvironment(context, name, "app-platform doctor");
    const examination = { options, namedEnvironment, findEnvironment: find, manifest, environment, signal, facts: {} };
    const results = await examine(checks, examination, progress);
    const ok = results.every(({ status }) => status !== "failure");
    output.result({ ok, checks: results }, () => reportOf(results, output.colors));
    return ok ? exitCodes.success : exitCodes.failure;
  },
};
