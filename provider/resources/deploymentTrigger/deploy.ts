import { changesOf } from "../../definition/changesOf.js";
import type { Created, Scope } from "../../definition/resourceDefinition.js";
import type { AppPlatformError } from "../../errors/appPlatformError.js";
import {
  ConflictError,
  DeploymentBusyError,
  FirstDeploymentError,
  InvalidArgumentError,
  NotFoundError,
  RejectedError,
} from "../../errors/index.js";
import { createOnce, type Recovery } from "../../lifecycle/createOnce.js";
import { PartialFailure } from "../../lifecycle/partialFailure.js";
import { send } from "../../lifecycle/request.js";
import { type Endpoint, isServed } from "../../platform/endpoint.js";
import { pauses } from "../../platform/polling.js";
import { isObject, type Value, type Values } from "../../schema/json.js";
import { membersFromWire } from "../../schema/wire.js";
import { bodyOf, checkSelection, lists, needsCommit, programPathIn, type Selected, selectionOf } from "./selection.js";
import { progressOf, statusOf, waitUntilDeployed } from "./wait.js";

/** Arguments that require an extended endpoint: the value that requires it, and the call. */
const extendedOnly = [
  { path: "waitFor", value: "deployed", call: "read" },
  { path: "wholeEnvironment", value: true, call: "redeploy" },
  { path: "stopOnDestroy", value: true, call: "stop" },
] as const;

/** Checks what only this kind can check. */
export function checkTrigger(scope: Scope, args: Values): AppPlatformError[] {
  const { definition, platform, label } = scope;
  const missing = extendedOnly.filter(
    ({ path, value, call }) => args[path] === value && !isServed(definition.api[call], platform.endpoints),
  );
  const refused = missing.map(({ path, value }) => {
    const expected = "requires the extended endpoints";
    return new InvalidArgumentError(label, { path, expected, got: JSON.stringify(value) });
  });
  return [...refused, ...checkSelection(label, args)];
}

export async function deploy(scope: Scope, args: Values): Promise<Created> {
  const response = await requestDeployment(scope, args);
  const id =
    isObject(response) && typeof response.id === "string" && response.id !== ""
      ? response.id
      : (args.environmentId as string);
  const created = { id, state: membersFromWire(scope.definition.body, isObject(response) ? response : {}, args) };
  return args.waitFor === "deployed" ? waitForDeployment(scope, created, args) : created;
}

/** Waits until the deployment has ended. A failure keeps the request in the state, so that the next update continues to wait. */
async function waitForDeployment(scope: Scope, created: Created, args: Values): Promise<Created> {
  try {
    const now = await waitUntilDeployed(scope, created.state, secondsOf(args));
    return { id: created.id, state: { ...now, ...args } };
  } catch (error) {
    throw new PartialFailure(scope.label, created, "waiting for the deployment", error);
  }
}

/** Deploys again if the services or triggers changed; continues to wait if an earlier update stopped waiting. */
export async function deployAgain(scope: Scope, id: string, state: Values, args: Values): Promise<Values> {
  const deploys = new Set<string>(["services", "wholeEnvironment", "triggers", ...lists]);
  const isChanged = changesOf(scope.definition, args, state).some(({ arg }) => deploys.has(arg));
  if (isChanged) return (await deploy(scope, args)).state;
  if (args.waitFor !== "deployed" || state.state === "DEPLOYED") return { ...state, ...args };
  const now = await statusOf(scope, state);
  const progress = progressOf(state, now);
  if (progress === "deployed") return { ...now, ...args };
  if (progress !== "running") return (await deploy(scope, args)).state;
  scope.platform.tell(`${scope.label}: the deployment that was requested before is still running; waiting for it.`);
  return (await waitForDeployment(scope, { id, state }, args)).state;
}

/** The status of the environment's deployment. An unknown environment is an error, not a deleted trigger. */
export async function readStatus(scope: Scope, _id: string, state: Values): Promise<Values> {
  return isServed(scope.definition.api.read, scope.platform.endpoints) ? statusOf(scope, state) : state;
}

/** Cancels the deployment or stops the environment if the program requests it; otherwise does nothing. */
export async function endDeployment(scope: Scope, id: string, state: Values): Promise<void> {
  const { cancel, stop } = scope.definition.api;
  const { endpoints } = scope.platform;
  const request = (call: Endpoint, doing: string, body?: Values) =>
    send(scope, call, { ...state, id }, doing, body, true).catch((error) => {
      // Nothing is running, or it is already ending: there is nothing left to do.
      if (error instanceof ConflictError) return;
      if (!(error instanceof NotFoundError)) throw error;
      scope.platform.warn(`${scope.label}: nothing was cancelled or stopped: the environment no longer exists (404).`);
    });
  if (state.cancelOnDestroy === true && isServed(cancel, endpoints)) {
    await request(cancel, "Cancelling the deployment for", { force_cancel: state.forceCancel === true });
  }
  if (state.stopOnDestroy === true && isServed(stop, endpoints)) await request(stop, "Stopping the environment for");
}

/** Requests the deployment. If another one is running in the environment, waits for it to end. */
async function requestDeployment(scope: Scope, args: Values): Promise<Value | undefined> {
  const { platform, label } = scope;
  const selection = selectionOf(args);
  const seconds = secondsOf(args);
  const first = await attempt(scope, args, selection);
  if (!(first instanceof ConflictError)) return first;
  platform.warn(
    `${label}: another deployment of the environment is running; waiting up to ${seconds} s for it to end.`,
  );
  for await (const _ of pauses(platform, seconds, { first: 500, longest: 5_000 })) {
    const response = await attempt({ ...scope, operation: platform.client.begin() }, args, selection);
    if (!(response instanceof ConflictError)) return response;
  }
  throw new DeploymentBusyError(label, seconds);
}

function secondsOf(args: Values): number {
  return typeof args.timeoutSeconds === "number" ? args.timeoutSeconds : 600;
}

/** Tries once. Returns a conflict, since the other deployment's end can be waited for. */
async function attempt(
  scope: Scope,
  args: Values,
  selection: readonly Selected[],
): Promise<Value | ConflictError | undefined> {
  const { platform, label, definition } = scope;
  const { create, redeploy } = definition.api;
  const call = (calling: Scope) => {
    if (args.wholeEnvironment === true && isServed(redeploy, platform.endpoints))
      return send(calling, redeploy, args, "Deploying the whole environment for");
    const purpose = `Deploying for ${label}`;
    const request = { call: create, members: args, body: bodyOf(selection), purpose };
    return platform.client.send({ ...request, spell: (path) => programPathIn(path, selection) }, calling.operation);
  };
  try {
    return await createOnce(scope, findDeployment(scope, args, selection), call);
  } catch (error) {
    if (error instanceof ConflictError) return error;
    if (error instanceof RejectedError && needsCommit(selection)) throw new FirstDeploymentError(error.failure);
    throw error;
  }
}

/**
 * Finds out whether a deployment has begun since the call was sent. It may be that of another trigger or of the console; it
 * counts if it deploys everything that is selected.
 */
function findDeployment(scope: Scope, args: Values, selection: readonly Selected[]): Recovery {
  const { definition, platform } = scope;
  const { read: status, statuses } = definition.api;
  const todo = [
    "look at the environment's deployments in the platform's console; if it did not run, run `pulumi up` again",
    "use the extended endpoints, if your platform serves them, which show whether a deployment has begun",
  ];
  if (!isServed(status, platform.endpoints) || !isServed(statuses, platform.endpoints)) return { todo };
  const find = async (began: () => number) => {
    const isSince = (each: Values) => Date.parse(String(each.last_deployment_date)) >= began();
    const response = await send(scope, status, args, "Reading the deployment status for");
    if (!isObject(response) || !isSince(response)) return undefined;
    if (selection.length === 0) return response;
    const services = await send(scope, statuses, args, "Reading the service statuses for");
    const deployed = Object.values(isObject(services) ? services : {})
      .flat()
      .filter(isObject)
      .filter(isSince);
    return selection.every((each) => deployed.some(({ id }) => id === each.id)) ? response : undefined;
  };
  return { find, todo };
}
