import type { Call } from "../definition/kind.js";
import { RequestFailedError, useExtended } from "../errors/appPlatformError.js";
import { ConflictError, RejectedError } from "../errors/index.js";
import { deployable } from "../generated/deployable.js";
import { isServed } from "../platform/endpoint.js";
import { pollUntil } from "../platform/poll.js";
import { beganNow, createOnce, type Recovery } from "../resource/createOnce.js";
import { send } from "../resource/send.js";
import { idOf, isSameId } from "../schema/equality.js";
import { isObject, type Value, type Values } from "../schema/json.js";
import { membersFromWire } from "../values/wire.js";
import { DeploymentBusyError, EmptySelectionError, FirstDeploymentError, NeverDeployedError } from "./errors.js";
import {
  bodyOf,
  inFull,
  needsCommit,
  programName,
  programPathIn,
  type Selected,
  selectionOf,
  versionsIn,
  withDemanded,
} from "./selection.js";
import {
  deploymentIn,
  identityIn,
  isEnd,
  isStatusOf,
  type Rollout,
  readStatuses,
  redeploy,
  type ServiceStatus,
  statuses,
  statusOfService,
} from "./statuses.js";
import { describeStates, isAwaited, labelOfSelected, secondsOf, statusOf, versionsOf } from "./wait.js";

/**
 * Chooses what to deploy now. `undefined` is everything in the environment that was deployed before; an empty selection deploys nothing.
 */
export type Choose = (call: Call, args: Values) => Promise<readonly Selected[] | undefined>;

/** Chooses all selected services, with their versions. */
export const chooseAll: Choose = async (call, args) => {
  const isWhole = args.wholeEnvironment === true && isServed(redeploy, call.platform.endpoints);
  return isWhole ? selectWholeEnvironment(call, args) : selectionOf(args);
};

/** What a request deploys, and what was deployed before it. */
interface Chosen {
  /** Nothing if everything in the environment is deployed. */
  readonly selection: readonly Selected[] | undefined;
  /** Identities of earlier deployments, which may have begun just before. */
  readonly before: readonly string[];
}

interface Requested extends Chosen {
  readonly response: Value | undefined;
  /** When the request was first sent, in milliseconds of the platform's clock. */
  readonly began: () => number;
}

/**
 * Requests the deployment, unless nothing is chosen. Waits first if the environment has another one.
 *
 * @param known Identities of earlier deployments.
 */
async function requestDeployment(
  call: Call,
  args: Values,
  choose: Choose,
  known: readonly string[],
): Promise<Requested | undefined> {
  const { platform, run, log, label } = call;
  const seconds = secondsOf(args);
  /** Returns a conflict with another deployment. */
  const attempt = async (calling: Call) => {
    // Chosen in each try: meanwhile, the other deployment may have deployed a service for the first time.
    const selection = await choose(calling, args);
    if (selection?.length === 0) return undefined;
    return deploy(calling, args, { selection, before: await withLast(calling, args, known) });
  };
  const first = await attempt(call);
  if (!(first instanceof ConflictError)) return first;
  // If the other deployment is that of a trigger in the same program, waiting needs no message.
  if (run.deployments.in(String(args.environmentId)).length === 0) {
    log.info(`${label}: another deployment of the environment is running; waiting up to ${seconds} s for it to end.`);
  }
  const { found, failure } = await pollUntil(platform, {
    seconds,
    first: 500,
    longest: 5_000,
    async poll() {
      const requested = await attempt({ ...call, operation: platform.client.begin() });
      return requested instanceof ConflictError ? undefined : { requested };
    },
  });
  if (found !== undefined) return found.requested;
  throw failure ?? new DeploymentBusyError(label, seconds);
}

/** The identities of earlier deployments, with that of the environment's last one, if it can be read. */
async function withLast(call: Call, args: Values, known: readonly string[]): Promise<readonly string[]> {
  if (!isServed(call.definition.api.read, call.platform.endpoints)) return known;
  const status = await statusOf(call, args).catch((error) => {
    // Either the request is refused as well, or the status isn't needed.
    if (error instanceof RequestFailedError && error.repeat === "never") return {};
    throw error;
  });
  const identity = identityIn(status);
  return identity === undefined || known.includes(identity) ? known : [...known, identity];
}

async function deploy(call: Call, args: Values, { selection, before }: Chosen): Promise<Requested | ConflictError> {
  const began = beganNow(call);
  try {
    const response = await createOnce(call, findDeployment(call, args, { selection, before }), (calling) =>
      sendDeployment(calling, args, selection),
    );
    return { response, selection, before, began };
  } catch (error) {
    if (error instanceof ConflictError) return error;
    if (!(error instanceof RejectedError)) throw error;
    const chosen = selection ?? [];
    const demanded = withDemanded(chosen, error.failure.details);
    if (demanded !== undefined) return deploy(call, args, { selection: demanded, before });
    const uncommitted = chosen.filter((each) => needsCommit(inFull(each)));
    // Violations of selected services aren't about a version that another one lacks.
    const isReported = error.failure.details.some((detail) => chosen.some(({ path }) => detail.startsWith(path)));
    const withheld = isReported ? [] : chosen.filter((each) => each.withheld && versionsIn(inFull(each)).length > 0);
    if (uncommitted.length === 0 && withheld.length === 0) throw error;
    throw new FirstDeploymentError(
      error.failure,
      uncommitted.map((each) => labelOfSelected(call, each)),
      withheld.map((each) => labelWithVersions(call, each)),
    );
  }
}

/** A selected service with the versions that it lacks: `Container "web" (imageTag)`. */
function labelWithVersions(call: Call, selected: Selected): string {
  const versions = versionsIn(inFull(selected)).map(([name]) => programName(name));
  return `${labelOfSelected(call, selected)} (${versions.join(", ")})`;
}

/** Sends the request to deploy a selection, or to redeploy everything that was deployed before. */
function sendDeployment(call: Call, args: Values, selection: Chosen["selection"]): Promise<Value | undefined> {
  const { platform, label, definition, operation } = call;
  const { create } = definition.api;
  if (selection === undefined) return send(call, redeploy, args, "Deploying the whole environment for");
  const request = { endpoint: create, members: args, body: bodyOf(selection), purpose: `Deploying for ${label}` };
  return platform.client.send({ ...request, format: (path) => programPathIn(path, selection) }, operation);
}

/**
 * Finds out whether a deployment has begun since the request was sent. Even one of another trigger or of the console counts, if a single
 * request deploys everything that is selected.
 */
function findDeployment(call: Call, args: Values, { selection, before }: Chosen): Recovery {
  const { definition, platform } = call;
  const { read: status } = definition.api;
  const todo = [
    "check the environment's deployments in the platform's console; if it didn't run, run `pulumi up` again",
    `to see whether a deployment has begun, ${useExtended}`,
  ];
  if (!isServed(status, platform.endpoints) || !isServed(statuses, platform.endpoints)) return { todo };
  const find = async (began: () => number) => {
    const isSince = (date: number) => date >= began();
    const response = await send(call, status, args, "Reading the deployment status for");
    if (!isObject(response) || !isSince(Date.parse(String(response.last_deployment_date)))) return undefined;
    const services = await readStatuses(call, args);
    const desired =
      selection === undefined ? services.filter(wasDeployed).map(({ id }) => id) : selection.map(({ id }) => id);
    const found = desired.map((id) => statusOfService(services, id));
    const [first] = found;
    if (first === undefined) return undefined;
    const isReported = first.request !== undefined;
    const identity = isReported ? first.request : identityIn(membersFromWire(definition.body, response, {}));
    if (identity !== undefined && before.includes(identity)) return undefined;
    const isIncluded = (each: ServiceStatus | undefined) =>
      each !== undefined &&
      each.request === first.request &&
      (each.isInLast || isSince(each.date) || isSameId(each.request, response.deployment_request_id));
    if (!found.every(isIncluded)) return undefined;
    // The environment shows only one of the requests in its deployment.
    return !isReported ? response : { ...response, deployment_request_id: first.request as string };
  };
  return { find, todo };
}

function wasDeployed({ state, currency }: ServiceStatus): boolean {
  return currency !== "NEVER_DEPLOYED" && !state.startsWith("DELET");
}

interface BegunDeployment {
  /** ID in the response: that of the environment. */
  readonly id: string;
  /** The environment's status in the response, or only the arguments if that status is older. */
  readonly status: Values;
  readonly rollout: Rollout;
}

/**
 * Requests a deployment of what is chosen. Waits first if the environment has another one.
 *
 * @param known Identities of earlier deployments.
 * @returns Nothing if nothing is chosen.
 */
export async function beginDeployment(
  call: Call,
  args: Values,
  choose: Choose,
  known: readonly string[] = [],
): Promise<BegunDeployment | undefined> {
  const requested = await requestDeployment(call, args, choose, known);
  if (requested === undefined) return undefined;
  const { response, selection, before, began } = requested;
  const environmentId = String(args.environmentId);
  const specified = isObject(response) ? response : {};
  const status = membersFromWire(call.definition.body, specified, args);
  // A stale replica may accept the request and respond with the status of the last deployment.
  const isEarlier = isEnd(status.state) && Date.parse(String(status.lastDeploymentDate)) < began();
  const isOutdated = isEarlier || isStatusOf({ outcome: "requested", before }, status) === false;
  const services = args.wholeEnvironment === true ? undefined : selection?.map((each) => each.id);
  const deployment = isOutdated ? {} : deploymentIn(status);
  const rollout: Rollout = { outcome: "requested", ...deployment, before, ...(services && { services }) };
  call.run.deployments.begun(environmentId, { by: call.label, request: rollout.request });
  return {
    id: idOf(specified.id) ?? environmentId,
    status: isOutdated ? membersFromWire(call.definition.body, {}, args) : status,
    rollout,
  };
}

/**
 * All services of the environment, if some were never deployed: a redeployment would omit these. Nothing if all were deployed before: a
 * redeployment then includes them all.
 *
 * @throws NeverDeployedError when a service whose first deployment needs a commit would be omitted, and the trigger waits for it or
 * nothing else is left.
 * @throws EmptySelectionError when the environment has no services.
 */
export async function selectWholeEnvironment(call: Call, args: Values): Promise<readonly Selected[] | undefined> {
  const present = (await readStatuses(call, args)).filter(({ state }) => !state.startsWith("DELET"));
  if (present.length === 0) throw new EmptySelectionError(call.label);
  const isNew = ({ currency }: ServiceStatus) => currency === "NEVER_DEPLOYED";
  if (!present.some(isNew)) return undefined;
  const known = present.filter((each) => !isNew(each)).map((each) => selectedAs(each));
  const fresh = await Promise.all(
    present.filter(isNew).map(async (each) => selectedAs(each, await versionsOf(call, args, each))),
  );
  const selection = [...known, ...fresh.filter((each) => !needsCommit(each))];
  const undeployable = present.filter(({ id }) => fresh.some((each) => each.id === id && needsCommit(each)));
  // Their first deployment needs a commit, which only a program or the command line can name.
  if (undeployable.length > 0) {
    const described = await describeStates(call, args, undeployable, ({ currency }) => currency);
    if (isAwaited(call, args) || selection.length === 0) throw new NeverDeployedError(call.label, described);
    call.log.warn(`${call.label} leaves out what needs a commit for its first deployment: ${described.join(", ")}.`);
  }
  return selection.length === known.length ? undefined : selection;
}

function selectedAs({ list, id }: ServiceStatus, versions: Values = {}): Selected {
  const deployedAs = deployable.find((each) => each.deployedAs?.list === list)?.deployedAs;
  const idMember = deployedAs === undefined ? "id" : "idMember" in deployedAs ? deployedAs.idMember : undefined;
  const item: Value = idMember === undefined ? id : { [idMember]: id, ...versions };
  return { list, id, item, specified: item, path: `the environment's ${list}` };
}
