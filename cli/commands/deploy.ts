import { z } from "zod";
import type { Call } from "../../provider/definition/kind.js";
import { EmptySelectionError } from "../../provider/deployment/errors.js";
import { beginDeployment, chooseAll } from "../../provider/deployment/requestDeployment.js";
import type { Rollout } from "../../provider/deployment/statuses.js";
import { includedIn, readStatuses } from "../../provider/deployment/statuses.js";
import { waitUntilDeployed } from "../../provider/deployment/wait.js";
import { isServed } from "../../provider/platform/endpoint.js";
import type { Value, Values } from "../../provider/schema/json.js";
import { type CliCommand, type CommandContext, type ExitCode, exitCodes } from "../command.js";
import { advised } from "../deployment/advice.js";
import { callOnEnvironment } from "../deployment/call.js";
import { selectionArgs } from "../deployment/selection.js";
import { environmentState } from "../environment/environmentView.js";
import { environmentOf, isUuid } from "../environmentArgument.js";
import { findProject } from "../pulumi/project.js";
import { collectVersions, secondsOf, versionOption } from "../usage.js";

const deployOptions = z.object({
  environment: z.string().optional(),
  tag: z.array(versionOption).default([]),
  commit: z.array(versionOption).default([]),
  wait: z.boolean(),
  timeout: z.number(),
});

const help = `
A service is its name or its ID, optionally after its kind, as in container/web. A service in --tag or --commit is deployed
with that version. If you name no service, everything in the environment is deployed as it is.

Name the environment with --environment or as the first argument. In a Pulumi project, a first argument that isn't an ID is a
service. If you name no environment, write the kind before the ID of a service.

With the extended endpoints, the command waits until the deployment has ended. If it fails, the exit code is 1, and the
command names the services that failed. The documented endpoints don't return how a deployment ends; with them, the command
only requests the deployment. If another deployment of the environment is running, it first waits until that has ended.

Ctrl+C stops waiting. The deployment continues.

Examples:
  app-platform deploy 7f0c2a4e-1d53-4b8a-9c66-2f1f0a7d9b31
  app-platform deploy db container/web
  app-platform deploy --environment staging --tag web=1.28 --commit shop=4f2a91c0d5b7e3a8`;

export const deploy: CliCommand = {
  define: (program) =>
    program
      .command("deploy")
      .description("Deploy services of an environment, and wait until they are deployed.")
      .argument("[environmentId]", "ID of the environment (default: the environment of the stack)")
      .argument("[services...]", "services to deploy, by name or ID (default: everything)")
      .option("--environment <environment>", "name or ID of the environment; all arguments are then services")
      .option("--tag <service=tag>", "image tag to deploy; can be repeated", collectVersions)
      .option("--commit <service=commit>", "commit to deploy; can be repeated", collectVersions)
      .option("--no-wait", "don't wait for the end of the deployment")
      .option("--timeout <seconds>", "maximum time to wait, for another deployment and for this one", secondsOf, 600)
      .addHelpText("after", help),
  async run(context, [first, further], specified) {
    const options = deployOptions.parse(specified);
    const operands = [first as string | undefined, ...(further as readonly string[])].filter(
      (each) => each !== undefined,
    );
    const isFirst = options.environment === undefined && isEnvironment(operands[0], context);
    const [environment, services] = isFirst ? [operands[0], operands.slice(1)] : [options.environment, operands];
    const { id, name } = await environmentOf(context, environment, "app-platform deploy");
    const { platform, log } = await context.connect();
    const call = callOnEnvironment(platform, name, log);
    const isReported = isServed(call.definition.api.read, platform.endpoints);
    try {
      const desired = { environmentId: id, services };
      const versions = { tags: options.tag, commits: options.commit };
      const waitFor = options.wait && isReported ? "deployed" : "requested";
      const args: Values = {
        environmentId: id,
        timeoutSeconds: options.timeout,
        waitFor,
        ...(await context.progress.during("Reading the environment", () =>
          selectionArgs(platform, { ...desired, ...versions }),
        )),
      };
      return await carryOut(context, call, args, name, options.wait && !isReported);
    } catch (error) {
      throw advised(error, name);
    }
  },
};

/** Whether the first operand is the environment. In a project, whose stack has one, only an ID is; a name is a service. */
function isEnvironment(first: string | undefined, { options: { cwd } }: CommandContext): boolean {
  return first !== undefined && (isUuid(first) || findProject(cwd) === undefined);
}

async function carryOut(
  context: CommandContext,
  call: Call,
  args: Values,
  environment: string,
  isEndUnknown: boolean,
): Promise<ExitCode> {
  const { output, progress, signal } = context;
  const { label } = call;
  const begun = await progress.during(`Deploying ${label}`, () => beginDeployment(call, args, chooseAll));
  if (begun === undefined) throw new EmptySelectionError(label);
  const { status, rollout } = begun;
  if (args.waitFor !== "deployed") {
    if (isEndUnknown) output.note("The documented endpoints don't return how the deployment ends.");
    // The rest of the response may be about the last deployment.
    const state = typeof status.state === "string" ? `: ${status.state}` : "";
    report(context, args, status, rollout, `Requested the deployment of ${label}${state}.`);
    return exitCodes.success;
  }
  try {
    const waiting = () => waitUntilDeployed(call, args, rollout);
    const now = await progress.during(`Waiting for the deployment of ${label}`, waiting);
    const deployed = await deployedServices(call, args, rollout);
    report(context, args, now, rollout, `Deployed ${label}.`, deployed);
    return exitCodes.success;
  } catch (error) {
    if (!signal.aborted) throw error;
    output.note(
      `Interrupted: the deployment continues. \`app-platform logs ${environment} --follow\` waits until it has ended, and \`app-platform cancel ${environment}\` cancels it.`,
    );
    return exitCodes.interrupted;
  }
}

/** The deployed services with their states. If they can't be read, the deployment still succeeded. */
async function deployedServices(call: Call, args: Values, rollout: Rollout): Promise<Values[]> {
  const fresh = { ...call, operation: call.platform.client.begin() };
  const statuses = await readStatuses(fresh, args).catch(() => []);
  return includedIn(statuses, args, rollout).map(({ id, state, currency }) => ({
    id,
    state,
    deploymentStatus: currency,
  }));
}

function report(
  { output }: CommandContext,
  { environmentId }: Values,
  status: Values,
  { request, deployment }: Rollout,
  text: string,
  services?: readonly Value[],
): void {
  const { state, deploymentStatus, durationSeconds } = environmentState(status);
  const document = {
    environmentId,
    state,
    deploymentStatus,
    deploymentId: deployment ?? null,
    deploymentRequestId: request ?? null,
    durationSeconds,
    ...(services === undefined ? {} : { services }),
  };
  output.result(document, () => text);
}
