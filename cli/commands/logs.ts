import { z } from "zod";
import { isEnd, statuses } from "../../provider/deployment/statuses.js";
import { type CliCommand, exitCodes } from "../command.js";
import { requireServed } from "../deployment/call.js";
import { type DeploymentView, deploymentLines, localReasons, readDeployment } from "../deployment/deploymentView.js";
import { isFailed } from "../environment/environmentView.js";
import { printingChanges, printingDocuments, watch } from "../environment/watch.js";
import { environmentArgument, environmentOf } from "../environmentArgument.js";
import { secondsOf } from "../usage.js";

const logsOptions = z.object({
  follow: z.boolean().optional(),
  interval: z.number(),
  exitStatus: z.boolean().optional(),
  all: z.boolean().optional(),
});

const help = `
Shows the services of the last deployment with their states, and its steps with their results and, if the platform measures
them, their durations. If services failed, it shows only these, and the step in which each one failed; a local platform also
says why. The API returns neither the logs of services nor those of builds: read them in the platform's console.
Requires the extended endpoints.

With --json and --follow, each change prints the whole deployment as one JSON document on a line.

Example:
  app-platform logs shop/staging --follow`;

export const logs: CliCommand = {
  define: (program) =>
    program
      .command("logs")
      .description("Show the steps of the last deployment of an environment.")
      .addArgument(environmentArgument())
      .option("--follow", "show changes until the deployment has ended")
      .option("--interval <seconds>", "with --follow: time between two updates", secondsOf, 2)
      .option("--all", "also show the services that didn't fail")
      .option("--exit-status", "exit with 1 if the deployment failed or was canceled")
      .addHelpText("after", help),
  async run(context, [environment], specified) {
    const { connect, output, progress, screen, signal } = context;
    const { follow, interval, exitStatus, all } = logsOptions.parse(specified);
    const { id, name } = await environmentOf(context, environment, "app-platform logs");
    const session = await connect();
    const { platform } = session;
    requireServed(platform, statuses, "app-platform logs");
    const reasonsOf = (deployment: string) => localReasons(context, session, deployment);
    const readOnce = () => progress.during("Reading the deployment", () => readDeployment(platform, id, reasonsOf));
    const width = output.isTerminal ? screen.columns : undefined;
    const lines = (view: DeploymentView) => deploymentLines({ ...view, environmentId: name }, Date.now(), width, all);
    let view: DeploymentView | undefined;
    if (follow) {
      const isDone = ({ environment }: DeploymentView) => isEnd(environment?.state);
      const options = { seconds: interval, isDone, isAlways: false, signal };
      let count = 0;
      const counted = () => {
        count += 1;
        return readOnce();
      };
      const show = output.isJson ? printingDocuments<DeploymentView>(screen) : printingChanges(screen, lines, Date.now);
      view = await watch(counted, show, options);
      if (view !== undefined && !output.isJson && count > 1) screen.write(`\n${lines(view).join("\n")}\n`);
    } else {
      const read = await readOnce();
      output.result(read, () => lines(read).join("\n"));
      view = read;
    }
    if (signal.aborted) return exitCodes.interrupted;
    return exitStatus && view !== undefined && hasFailed(view) ? exitCodes.failure : exitCodes.success;
  },
};

function hasFailed({ environment, services }: DeploymentView): boolean {
  return [environment, ...services].some((each) => each !== null && (isFailed(each) || each.state === "CANCELED"));
}
