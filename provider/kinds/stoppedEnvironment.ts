import { defineResource } from "../definition/defineKind.js";
import type { Call, Created } from "../definition/kind.js";
import { grantRequested } from "../deletion/rules.js";
import { DeploymentBusyError, DeploymentFailedError, DeploymentUnfinishedError } from "../deployment/errors.js";
import { isEnd, isFailure, readStatuses, type ServiceStatus, statuses } from "../deployment/statuses.js";
import { describeStates } from "../deployment/wait.js";
import type { AppPlatformError } from "../errors/appPlatformError.js";
import { ConflictError, InvalidArgumentError } from "../errors/index.js";
import { keyAt } from "../ownership/run.js";
import { type Endpoint, extended } from "../platform/endpoint.js";
import { pollUntil } from "../platform/poll.js";
import { ifNotFound } from "../platform/responseErrors.js";
import { createAs } from "../resource/create.js";
import { receiveGranted, secondsToWait } from "../resource/send.js";
import { normalId } from "../schema/equality.js";
import { UNKNOWN, type Values } from "../schema/json.js";
import { uuid } from "../schema/schemas.js";
import { timeout } from "./shared/common.js";

const stop = extended("POST /environment/{environmentId}/stop");

/** An environment whose services are stopped on purpose. It exists as long as none of them runs. */
export const stoppedEnvironment = defineResource("StoppedEnvironment", {
  description:
    "An environment whose services are stopped on purpose, for example at night. Its creation stops them, and waits until they're stopped. If somebody starts one, `pulumi refresh` removes the resource from the state, and the next `pulumi up` stops the service again. Destroying it starts nothing. A program that also declares a DeploymentTrigger of the environment fails at preview.",
  args: {
    environmentId: uuid.meta({ description: "Environment whose services are stopped." }),
    timeoutSeconds: timeout(
      "Maximum time to wait for a running deployment of the environment, and until the services have stopped. `customTimeouts` applies if you omit this.",
      600,
    ),
  },
  outputs: {},
  identity: "place",
  // Only `stopServices` sends it, with a grant.
  api: { create: stop as Endpoint<boolean> as Endpoint, read: statuses },
  onDestroy: "changes nothing: the services stay stopped",
  verbs: {
    check: (call, args) => refuseBoth(call, args, "stops"),
    create: createAs(stopServices),
    read: readStopped,
    confirmGone: reportRunning,
    delete: async () => {},
  },
  example: `new StoppedEnvironment("night", { environmentId: config.require("stagingId") });`,
});

/** Nothing if a service runs. */
async function readStopped(call: Call, id: string, state: Values): Promise<Values | undefined> {
  const services = await readStatuses(call, { environmentId: id });
  return services.some(mayRun) ? undefined : { ...state, environmentId: id };
}

/** Reports what runs, for which a refresh removes the resource from the state. */
async function reportRunning(call: Call, id: string): Promise<void> {
  const services = await readStatuses(call, { environmentId: id }).catch(ifNotFound([]));
  const running = await describeStates(call, { environmentId: id }, services.filter(mayRun));
  if (running.length === 0) return;
  call.log.info(`${call.label}: ${running.join(", ")}. The next \`pulumi up\` stops what runs.`);
}

/** Whether a service runs or will. After a failure it may, unless it was never deployed. */
function mayRun({ state, currency }: ServiceStatus): boolean {
  if (/^(?:READY|STOPPED|DELETED|(?:WAITING_)?(?:STOPPING|DELETING)|(?:STOP|DELETE)_QUEUED)$/.test(state)) return false;
  return !(isFailure(state) && currency === "NEVER_DEPLOYED");
}

/**
 * Stops what runs, and waits until nothing does. If another operation is in progress, waits for it first.
 *
 * @throws DeploymentFailedError if a service can't be stopped, or somebody cancels the stop.
 * @throws DeploymentBusyError if the other operation hasn't ended when the time is up.
 * @throws DeploymentUnfinishedError if the stop hasn't.
 */
async function stopServices(call: Call, args: Values): Promise<Created> {
  const { platform, log, label } = call;
  const environmentId = normalId(String(args.environmentId));
  const seconds = secondsToWait(call, args, 600);
  let left: readonly ServiceStatus[] = [];
  /** The last operation of each service before the last request, and whether the platform accepted that. */
  let requested: { readonly before: ReadonlyMap<string, string>; readonly isAccepted: boolean } | undefined;
  let isReported = false;
  const attempt = async (calling: Call): Promise<true | undefined> => {
    const services = await readStatuses(calling, args);
    left = services.filter((each) => mayRun(each) || !isEnd(each.state));
    if (left.length === 0) return true;
    if (left.some(({ state }) => !isEnd(state))) {
      if (requested === undefined && !isReported)
        log.info(`${label}: waiting up to ${seconds} s for a deployment of the environment to end.`);
      isReported = true;
      return undefined;
    }
    if (requested !== undefined) {
      const { before, isAccepted } = requested;
      const later = left.filter((each) => before.get(each.id) !== operationOf(each));
      const failed = later.filter(({ state }) => state === "STOP_ERROR" || (isAccepted && state === "CANCELED"));
      if (failed.length > 0) {
        const state = failed.some((each) => each.state === "STOP_ERROR") ? "STOP_ERROR" : "CANCELED";
        throw new DeploymentFailedError(label, state, await describeStates(calling, args, failed), { action: "stop" });
      }
      // Nothing has happened since, so of what has failed, nothing runs.
      if (!isAccepted && later.length === 0 && left.every(({ state }) => isFailure(state))) return true;
    }
    const before = new Map(left.map((each) => [each.id, operationOf(each)]));
    requested = { before, isAccepted: await requestStop(calling, args) };
    return undefined;
  };
  const poll = (operation: Call["operation"]) => attempt({ ...call, operation });
  const isStopped = await attempt(call);
  const { found, failure } = isStopped
    ? { found: true }
    : await pollUntil(platform, { seconds, first: 250, longest: 5_000, poll });
  if (found) return { id: environmentId, state: args };
  if (requested === undefined) throw failure ?? new DeploymentBusyError(label, seconds);
  throw new DeploymentUnfinishedError(label, {
    ...{ action: "stop", environmentId, seconds, failure, state: left[0]?.state ?? "unknown" },
    services: await describeStates(call, args, left),
  });
}

function operationOf({ request, date }: ServiceStatus): string {
  return `${request} ${date}`;
}

/**
 * Whether the platform accepts the stop: it refuses one if nothing runs, or something is in progress. So the request can be repeated after
 * a lost response.
 */
async function requestStop(call: Call, args: Values): Promise<boolean> {
  try {
    await receiveGranted(call, grantRequested(stop, args), stop, args, "Stopping the services for");
    return true;
  } catch (error) {
    if (error instanceof ConflictError) return false;
    throw error;
  }
}

/** Refuses a program that both stops and deploys an environment, in whatever order. Several triggers may deploy it. */
export function refuseBoth(call: Call, args: Values, act: "stops" | "deploys"): AppPlatformError[] {
  const { environmentId, connection } = args;
  if (typeof environmentId !== "string" || environmentId === UNKNOWN) return [];
  const key = keyAt(call.platform, connection, `what stops or deploys ${normalId(environmentId)}`);
  const suffix = `, which ${act} it`;
  const clash = call.run.declarations.declared({ urn: `${call.label}${suffix}`, key });
  if (clash?.type !== "same" || clash.other.endsWith(suffix)) return [];
  return [
    new InvalidArgumentError(call.label, {
      path: "environmentId",
      expected: `must be another environment than that of ${clash.other}`,
      advice: "declare only one of the two",
    }),
  ];
}
