import { z } from "zod";
import type { Call } from "../../provider/definition/kind.js";
import { grantRequested } from "../../provider/deletion/rules.js";
import { deploymentIn, cancel as endpoint, isBefore, isEnd } from "../../provider/deployment/statuses.js";
import { statusOf } from "../../provider/deployment/wait.js";
import { ConflictError } from "../../provider/errors/index.js";
import { isServed } from "../../provider/platform/endpoint.js";
import { pollUntil } from "../../provider/platform/poll.js";
import { receiveGranted } from "../../provider/resource/send.js";
import { isObject, type Values } from "../../provider/schema/json.js";
import { membersFromWire } from "../../provider/values/wire.js";
import { type CliCommand, exitCodes } from "../command.js";
import { advised } from "../deployment/advice.js";
import { callOnEnvironment } from "../deployment/call.js";
import { environmentState } from "../environment/environmentView.js";
import { environmentArgument, environmentOf } from "../environmentArgument.js";
import { secondsOf } from "../usage.js";

const cancelOptions = z.object({ force: z.boolean().default(false), wait: z.boolean(), timeout: z.number() });

const help = `
Services that are already deployed stay deployed. Without --force, a lifecycle job that is running ends first.
If no deployment is running, it succeeds. The documented endpoints don't return that; with them, the exit code is 1.

With the extended endpoints, the command waits until nothing is running. The documented endpoints don't return that;
with them, it only requests the cancellation.

Example:
  app-platform cancel staging --force`;

export const cancel: CliCommand = {
  define: (program) =>
    program
      .command("cancel")
      .description("Cancel the running deployment of an environment, and wait until it is canceled.")
      .addArgument(environmentArgument())
      .option("--force", "also end lifecycle jobs that the deployment started")
      .option("--no-wait", "don't wait until it is canceled")
      .option("--timeout <seconds>", "maximum time to wait", secondsOf, 600)
      .addHelpText("after", help),
  async run(context, [environment], specified) {
    const { connect, output, progress, signal } = context;
    const { id, name } = await environmentOf(context, environment, "app-platform cancel");
    const { force, wait, timeout } = cancelOptions.parse(specified);
    const { platform, log } = await connect();
    const call = callOnEnvironment(platform, name, log);
    const isReported = isServed(call.definition.api.read, platform.endpoints);
    const requested = await progress
      .during(`Canceling the deployment of ${call.label}`, () => requestCancellation(call, id, force))
      .catch(async (error) => {
        const now =
          error instanceof ConflictError && isReported ? await statusOf(call, { environmentId: id }) : undefined;
        if (now === undefined || !isEnd(now.state)) throw advised(error, name);
        return { now };
      });
    if ("now" in requested) {
      const { state, lastDeploymentId } = environmentState(requested.now as Values);
      output.result(
        { environmentId: id, state, deploymentId: lastDeploymentId },
        () => `No deployment of ${call.label} is running.`,
      );
      return exitCodes.success;
    }
    if (wait && !isReported) output.note("The documented endpoints don't return when the deployment is canceled.");
    const waiting = () => waitForEnd(call, requested, timeout);
    const last =
      wait && isReported
        ? await progress.during(`Waiting until the deployment of ${call.label} is canceled`, waiting).catch((error) => {
            if (signal.aborted) return undefined;
            output.note(
              `The cancellation was requested and continues. \`app-platform status ${name} --until-done\` waits until it has ended.`,
            );
            throw error;
          })
        : requested;
    if (last === undefined) {
      output.note("Interrupted: the cancellation continues.");
      return exitCodes.interrupted;
    }
    const { state, lastDeploymentId } = environmentState(last);
    const isLate = wait && isReported && !isEnd(last.state);
    const text = isLate ? `is still ${state} after ${timeout} s` : `is ${state}`;
    output.result(
      { environmentId: id, state, deploymentId: lastDeploymentId },
      () => `The deployment of ${call.label} ${text}.`,
    );
    return isLate ? exitCodes.failure : exitCodes.success;
  },
};

/** Requests the cancellation. Returns the environment's status in the response. */
async function requestCancellation(call: Call, environmentId: string, force: boolean): Promise<Values> {
  const scope = { environmentId };
  try {
    const grant = grantRequested(endpoint, scope);
    const doing = "Canceling the deployment for";
    const { json } = await receiveGranted(call, grant, endpoint, scope, doing, { force_cancel: force });
    return membersFromWire(call.definition.body, isObject(json) ? json : {}, scope);
  } catch (error) {
    // An earlier attempt whose response was lost may have succeeded; then the second one conflicts with it.
    if (error instanceof ConflictError && error.mayBeDone) return { ...scope, state: "CANCELING" };
    throw error;
  }
}

/** Waits until nothing runs in the environment. Returns the last status that was read. */
async function waitForEnd(call: Call, requested: Values, seconds: number): Promise<Values> {
  const { platform } = call;
  const { environmentId = null } = requested;
  let last = requested;
  const poll = async (operation: Call["operation"]) => {
    const now = await statusOf({ ...call, operation }, { environmentId });
    // A stale replica may still show the deployment before the canceled one.
    if (isBefore(now, deploymentIn(requested))) return undefined;
    last = now;
    return isEnd(now.state) || undefined;
  };
  const { failure } = await pollUntil(platform, { seconds, first: 250, longest: 2_000, poll });
  if (failure !== undefined) throw failure;
  return last;
}
