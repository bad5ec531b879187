import type { CliCommand } from "../command.js";
import { environmentIdArgument } from "../environmentIdArgument.js";
import { exitCodes } from "../exitCodes.js";

export const status: CliCommand = {
  define: (program) =>
    program
      .command("status")
      .description("Show the services of an environment with their states and versions.")
      .addArgument(environmentIdArgument())
      .addHelpText("after", "\nExample:\n  app-platform status 7f0c…"),
  async run({ connect, output }, [environmentId]) {
    const { platform } = await connect();
    output.result({ environmentId, endpoints: platform.endpoints }, () => String(environmentId));
    return exitCodes.success;
  },
};
