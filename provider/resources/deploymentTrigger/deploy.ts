import { changesOf } from "../../definition/changesOf.js";
import type { Created, Scope } from "../../definition/resourceDefinition.js";
import type { AppPlatformError } from "../../errors/appPlatformError.js";
import { ConflictError, InvalidArgumentError, NotFoundError, RejectedError } from "../../errors/index.js";
import { createOnce, type Look } from "../../lifecycle/createOnce.js";
import { PartialFailure } from "../../lifecycle/partialFailure.js";
import { send } from "../../lifecycle/request.js";
import { type Endpoint, isServed } from "../../platform/endpoint.js";
import { pollIntervals } from "../../platform/polling.js";
import { isObject, type Value, type Values } from "../../schema/json.js";
import { membersFromWire } from "../../schema/wire.js";
import { DeploymentBusyError, FirstDeploymentError } from "./errors/index.js";
import { bodyOf, checkSelection, lists, needsCommit, type Selected, selectionOf, spell } from "./selection.js";
import { progressOf, statusOf, waitUntilDeployed } from "./wait.js";

/** Arguments that need a call of the extended set: the value that does, and the call. */
const extras = [
  { path: "waitFor", value: "deployed", call: "read" },
  { path: "wholeEnvironment", value: true, call: "redeploy" },
  { path: "stopOnDestroy", value: true, call: "stop" },
] as const;

/** Refuses what only the kind itself can know to be wrong. */
export function checkTrigger(scope: Scope, args: Values): AppPlatformError[] {
  const { definition, platform, label } = scope;
  const missing = extras.filter(
    ({ path, value, call }) => args[path] === value && !isServed(definition.api[call], platform.endpoints),
  );
  const refused = missing.map(({ path, value }) => {
    const expected = "requires the extended endpoints";
    return new InvalidArgumentError(label, { path, expected, got: JSON.stringify(value) });
  });
  return [...refused, ...checkSelection(label, args)];
}

export async function deploy(scope: Scope, args: Values): Promise<Created> {
  const answer = await request(scope, args);
  const id =
    isObject(answer) && typeof answer.id === "string" && answer.id !== "" ? answer.id : (args.environmentId as string);
  const made = { id, state: membersFromWire(scope.definition.body, isObject(answer) ? answer : {}, args) };
  return args.waitFor === "deployed" ? waited(scope, made, args) : made;
}

/** The deployment when it has ended; a failure keeps what was asked for, so that the next update can go on waiting. */
async function waited(scope: Scope, made: Created, args: Values): Promise<Created> {
  try {
    const now = await waitUntilDeployed(scope, made.state, secondsOf(args));
    return { id: made.id, state: { ...now, ...args } };
  } catch (error) {
    throw new PartialFailure(scope.label, made, "waiting for the deployment", error);
  }
}

/** Deploys again when what is deployed, or a trigger, changed; goes on waiting where an update before gave up. */
export async function deployAgain(scope: Scope, id: string, state: Values, args: Values): Promise<Values> {
  const deploys = new Set<string>(["services", "wholeEnvironment", "triggers", ...lists]);
  const isChanged = changesOf(scope.definition, args, state).some(({ arg }) => deploys.has(arg));
  if (isChanged) return (await deploy(scope, args)).state;
  if (args.waitFor !== "deployed" || state.state === "DEPLOYED") return { ...state, ...args };
  const now = await statusOf(scope, state);
  const progress = progressOf(state, now);
  if (progress === "deployed") return { ...now, ...args };
  if (progress !== "running") return (await deploy(scope, args)).state;
  scope.platform.info(`${scope.label}: the deployment that was asked for before is still running; waiting for it.`);
  return (await waited(scope, { id, state }, args)).state;
}

/** How the environment's deployment stands. An environment that is not known is an error, not a trigger that is gone. */
export async function readStatus(scope: Scope, _id: string, state: Values): Promise<Values> {
  return isServed(scope.definition.api.read, scope.platform.endpoints) ? statusOf(scope, state) : state;
}

/** Cancels or stops what runs, where the program asks for it; otherwise nothing is touched. */
export async function endDeployment(scope: Scope, id: string, state: Values): Promise<void> {
  const { cancel, stop } = scope.definition.api;
  const { endpoints } = scope.platform;
  const ask = (call: Endpoint, doing: string, body?: Values) =>
    send(scope, call, { ...state, id }, doing, body, true).catch((error) => {
      // Nothing runs, or it is ending already: what was asked for is so.
      if (error instanceof ConflictError) return;
      if (!(error instanceof NotFoundError)) throw error;
      scope.platform.warn(
        `${scope.label}: nothing was cancelled or stopped, since the platform does not know the environment any more (404).`,
      );
    });
  if (state.cancelOnDestroy === true && isServed(cancel, endpoints)) {
    await ask(cancel, "Cancelling the deployment of", { force_cancel: state.forceCancel === true });
  }
  if (state.stopOnDestroy === true && isServed(stop, endpoints)) await ask(stop, "Stopping the environment of");
}

/** Asks for the deployment; while another one runs in the environment, waits its turn. */
async function request(scope: Scope, args: Values): Promise<Value | undefined> {
  const { platform, label } = scope;
  const selection = selectionOf(args);
  const seconds = secondsOf(args);
  const first = await attempt(scope, args, selection);
  if (!(first instanceof ConflictError)) return first;
  platform.warn(
    `${label}: another deployment of the environment is running; waiting up to ${seconds} s for it to end.`,
  );
  for await (const _ of pollIntervals(platform, seconds, { first: 500, longest: 5_000 })) {
    const answer = await attempt({ ...scope, operation: platform.client.begin() }, args, selection);
    if (!(answer instanceof ConflictError)) return answer;
  }
  throw new DeploymentBusyError(label, seconds);
}

function secondsOf(args: Values): number {
  return typeof args.timeoutSeconds === "number" ? args.timeoutSeconds : 600;
}

/** One try; a conflict is no failure, since its end can be waited for. */
async function attempt(
  scope: Scope,
  args: Values,
  selection: readonly Selected[],
): Promise<Value | ConflictError | undefined> {
  const { platform, label, definition } = scope;
  const { create, redeploy } = definition.api;
  const call = (calling: Scope) => {
    if (args.wholeEnvironment === true && isServed(redeploy, platform.endpoints))
      return send(calling, redeploy, args, "Deploying everything by");
    const purpose = `Deploying by ${label}`;
    const request = { call: create, members: args, body: bodyOf(selection), purpose };
    return platform.client.send({ ...request, spell: (path) => spell(path, selection) }, calling.operation);
  };
  try {
    return await createOnce(scope, lookForDeployment(scope, args, selection), call);
  } catch (error) {
    if (error instanceof ConflictError) return error;
    if (error instanceof RejectedError && needsCommit(selection)) throw new FirstDeploymentError(error.failure);
    throw error;
  }
}

/**
 * Looks whether a deployment has begun since the call was sent. Another one may have begun meanwhile, by another trigger or in
 * the console: it counts where it deploys all that is selected.
 */
function lookForDeployment(scope: Scope, args: Values, selection: readonly Selected[]): Look {
  const { definition, platform } = scope;
  const { read: status, statuses } = definition.api;
  const ways = [
    "look at the environment's deployments in the platform's console; `pulumi up` deploys again",
    "use the extended endpoints, if your platform serves them: they can tell",
  ];
  if (!isServed(status, platform.endpoints) || !isServed(statuses, platform.endpoints)) return { ways };
  const find = async (began: () => number) => {
    const isSince = (each: Values) => Date.parse(String(each.last_deployment_date)) >= began();
    const answer = await send(scope, status, args, "Reading the status for");
    if (!isObject(answer) || !isSince(answer)) return undefined;
    if (selection.length === 0) return answer;
    const services = await send(scope, statuses, args, "Reading the statuses for");
    const deployed = Object.values(isObject(services) ? services : {})
      .flat()
      .filter(isObject)
      .filter(isSince);
    return selection.every((each) => deployed.some(({ id }) => id === each.id)) ? answer : undefined;
  };
  return { find, ways };
}
