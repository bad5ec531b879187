import type { Call, ResourceDefinition } from "../definition/kind.js";
import { labelNamed } from "../definition/references.js";
import { AppPlatformError, withId } from "../errors/appPlatformError.js";
import { deployable } from "../generated/deployable.js";
import { identityOf, nameInResponse } from "../ownership/identity.js";
import { isServed } from "../platform/endpoint.js";
import { outdatedSeconds, pollUntil } from "../platform/poll.js";
import { listAll } from "../resource/read.js";
import { send } from "../resource/send.js";
import { isSameId } from "../schema/equality.js";
import { wireName } from "../schema/field.js";
import { at, isAbsent, isObject, objectsIn, UNKNOWN, type Value, type Values } from "../schema/json.js";
import { isSetByOthers, REVISION, suppliedVersions } from "../values/revisions.js";
import { membersFromWire } from "../values/wire.js";
import { DeploymentFailedError, DeploymentReplacedError, DeploymentUnfinishedError } from "./errors.js";
import { type Selected, selectionOf, versionsIn, versionText } from "./selection.js";
import {
  deploymentIn,
  includedIn,
  isEnd,
  isFailure,
  isStatusOf,
  judge,
  type Rollout,
  readStatuses,
  type ServiceStatus,
  statusesIfReadable,
  successState,
  type Verdict,
} from "./statuses.js";

/** Whether an update waits until the deployment has ended: by default, if the platform returns that. */
export function isAwaited({ definition, platform }: Pick<Call, "definition" | "platform">, args: Values): boolean {
  if (isAbsent(args.waitFor)) return isServed(definition.api.read, platform.endpoints);
  return args.waitFor === "deployed";
}

export function secondsOf(args: Values): number {
  return typeof args.timeoutSeconds === "number" ? args.timeoutSeconds : 600;
}

export async function statusOf(call: Call, state: Values): Promise<Values> {
  const { definition } = call;
  const endpoint = definition.api.read;
  if (endpoint === undefined) return state;
  const response = await send(call, endpoint, state, "Reading the deployment status for");
  return membersFromWire(definition.body, isObject(response) ? response : {}, state);
}

interface Inspection {
  readonly now: Values;
  /** Whether the status is that of this deployment. */
  readonly isOwn: boolean;
  readonly rollout: Rollout;
  /** Nothing if the environment's status doesn't decide and the statuses of the services can't be read. */
  readonly verdict: Verdict | undefined;
}

/** Looks at the environment's status and, if that doesn't decide, at the services in the deployment. */
export async function inspectDeployment(call: Call, args: Values, requested: Rollout): Promise<Inspection> {
  const now = await statusOf(call, args);
  const match = isStatusOf(requested, now);
  const isOwn = match !== false;
  // The response to the request may have described an earlier deployment.
  const rollout = match === true ? { ...requested, ...deploymentIn(now) } : requested;
  const decided = (outcome: Verdict["outcome"]): Inspection => ({
    now,
    isOwn,
    rollout,
    verdict: { outcome, services: [] },
  });
  if (isOwn && now.state === successState) return decided("deployed");
  if (isOwn && !isEnd(now.state)) return decided("running");
  const statuses = await readStatuses(call, args).catch((error) => {
    if (error instanceof AppPlatformError && error.repeat === "never") return undefined;
    throw error;
  });
  return { now, isOwn, rollout, verdict: statuses === undefined ? undefined : judge(statuses, args, rollout, isOwn) };
}

/**
 * Waits until the requested deployment has ended, and returns its status.
 *
 * @throws DeploymentFailedError as soon as one of its services ends in another state than DEPLOYED.
 * @throws DeploymentReplacedError when a later deployment of the same services failed.
 * @throws DeploymentUnfinishedError when the time has run out.
 */
export async function waitUntilDeployed(call: Call, args: Values, requested: Rollout): Promise<Values> {
  const { platform, log, label } = call;
  const seconds = secondsOf(args);
  const start = platform.clock.elapsed();
  let rollout = requested;
  let last: Inspection | undefined;
  let shown: unknown;
  const seenStates = new Set<unknown>();
  const ended = new Set<string>();
  /** A stage begins with states that an earlier one had: the services that have ended since show that it isn't the same one again. */
  const endedBefore = async (operation: Call["operation"]): Promise<string> => {
    const statuses = (await statusesIfReadable({ ...call, operation }, args)) ?? [];
    const own = includedIn(statuses, args, rollout).filter((each) => isEnd(each.state) && !ended.has(each.id));
    const since = own.filter(({ request }) => request !== undefined && request === rollout.request);
    if (since.length === 0) return "";
    for (const { id } of since) ended.add(id);
    seenStates.clear();
    return `: next stage, after ${(await describeStates(call, args, since)).join(", ")}`;
  };
  const poll = async (operation: Call["operation"]) => {
    const seen = await inspectDeployment({ ...call, operation }, args, rollout).catch(async (error) => {
      const isFinal = error instanceof AppPlatformError && error.repeat === "never" && !platform.shutdown.aborted;
      throw isFinal ? await unfinished(error, false) : error;
    });
    const { now, isOwn, verdict } = seen;
    const elapsed = (platform.clock.elapsed() - start) / 1000;
    const mayBeOutdated = isStatusOf(rollout, now) === undefined && shown === undefined && elapsed < outdatedSeconds;
    if (mayBeOutdated && isEnd(now.state)) return undefined;
    rollout = seen.rollout;
    if (isOwn && now.state !== shown) {
      // For a failure, the error has the state, with the failed services.
      if (!isFailure(String(now.state))) {
        const stage = seenStates.has(now.state) ? await endedBefore(operation) : "";
        log.info(`${label}: ${String(now.state)} (${Math.round(elapsed)} s)${stage}`);
      }
      seenStates.add(now.state);
      shown = now.state;
    }
    if (verdict?.outcome === "deployed") return deployedStatus(seen);
    await rejectEnded(call, args, seen);
    last = seen;
    return undefined;
  };
  const unfinished = async (failure: AppPlatformError | undefined, isOver: boolean) =>
    new DeploymentUnfinishedError(label, {
      environmentId: String(args.environmentId),
      seconds: isOver ? seconds : undefined,
      state: String(shown ?? "unknown"),
      services: failure === undefined ? await describeStates(call, args, last?.verdict?.services ?? []) : [],
      failure,
    });
  const { found, failure } = await pollUntil(platform, { seconds, first: 250, longest: 5_000, poll });
  if (found === undefined) throw await unfinished(failure, true);
  return found;
}

async function rejectEnded(call: Call, args: Values, { now, isOwn, verdict }: Inspection): Promise<void> {
  const { outcome, services } = verdict ?? { outcome: "unknown", services: [] };
  const hasCause = services.some(({ state }) => state !== "CANCELED");
  const ordered = [...services].sort(
    (one, other) => Number(one.state === "CANCELED") - Number(other.state === "CANCELED"),
  );
  const stateOf = ({ state }: ServiceStatus) => (hasCause && state === "CANCELED" ? "CANCELED because of it" : state);
  const described = () => describeStates(call, args, ordered, stateOf);
  if (outcome === "failed" || (outcome === "unknown" && isOwn)) {
    const isCanceled = services.length > 0 && services.every(({ state }) => state === "CANCELED");
    const state = isCanceled ? "CANCELED" : isOwn ? String(now.state) : (ordered[0]?.state ?? "unknown");
    const others = isCanceled ? new Map<string, string>() : await othersVersions(call, args, services);
    const shown = (each: ServiceStatus) => `${stateOf(each)}${others.get(each.id) ?? ""}`;
    const versions = others.size === 0 ? undefined : await describeStates(call, args, ordered, shown);
    throw new DeploymentFailedError(call.label, state, await described(), { versions });
  }
  if (outcome !== "overtaken") return;
  const begun = call.run.deployments.in(String(args.environmentId));
  const later = begun.find(({ request }) => request !== undefined && services.some((each) => each.request === request));
  throw new DeploymentReplacedError(call.label, await described(), later?.by);
}

/** The status of a successful deployment, even if the environment shows a later one or another error. */
export function deployedStatus({ now, isOwn, rollout }: Inspection): Values {
  const success = { ...now, state: successState, lastDeploymentState: successState };
  if (isOwn) return success;
  const { request, deployment, date } = rollout;
  const own = { deploymentRequestId: request, lastDeploymentId: deployment, lastDeploymentDate: date };
  return { ...success, ...own };
}

/** Kind and name of a selected service, for messages: `Container "web"`. If only its ID is known, the path in the program. */
export function labelOfSelected(call: Pick<Call, "run">, { specified, path }: Selected): string {
  if (!isObject(specified) || typeof specified.kind !== "string") return path;
  const { kind, name, id } = specified;
  const definition = deployable.find((each) => each.kind === kind);
  const own = labelInStack(call, definition, String(id));
  if (own !== undefined) return own;
  if (typeof name === "string" && name !== UNKNOWN) return `${kind} "${name.trim()}"`;
  return id === UNKNOWN ? `a new ${kind}` : `${kind} with id ${String(id)}`;
}

/** The label of the resource that the stack manages a service with, if this run has seen it. */
function labelInStack({ run }: Pick<Call, "run">, definition: ResourceDefinition | undefined, id: string) {
  return definition && run.ownership.ownerOf(identityOf(definition, id));
}

/** Each service with its state: `Container "web" (id 3fa8…) is DEPLOYMENT_ERROR`. */
export function describeStates(
  call: Call,
  args: Values,
  services: readonly ServiceStatus[],
  stateOf: (service: ServiceStatus) => string = ({ state }) => state,
): Promise<string[]> {
  const selected = objectsIn(args.services);
  return Promise.all(
    services.map(async (service) => {
      const { id, list } = service;
      const definition = deployable.find(({ deployedAs }) => deployedAs?.list === list);
      const kind = definition?.kind ?? "service";
      const specified = selected.find((each) => isSameId(each.id, id));
      // If the program selects a resource and its name is missing, the name is secret.
      const isNameSecret = specified?.[REVISION] !== undefined;
      const own = typeof specified?.name === "string" ? specified.name : undefined;
      const inStack = labelInStack(call, definition, id);
      const isNamed = inStack !== undefined || own !== undefined || isNameSecret;
      const name = own ?? (isNamed ? undefined : await nameOnPlatform(call, args, definition, id));
      const known = inStack ?? labelNamed(kind, undefined, name);
      const label = known === undefined ? `${kind} with id ${id}` : withId(known, id);
      return `${label} is ${stateOf(service)}`;
    }),
  );
}

/** The services that were deployed with another version than the program's, with both in words, by ID. */
async function othersVersions(
  call: Call,
  args: Values,
  failed: readonly ServiceStatus[],
): Promise<ReadonlyMap<string, string>> {
  const selected = selectionOf(args).filter(({ specified }) => !isSetByOthers(specified));
  // A list from before the deployment has the version before.
  call.platform.lists.forget();
  const texts = failed.map(async (service) => {
    const own = selected.find(({ id }) => isSameId(id, service.id));
    const versions = own === undefined ? [] : versionsIn(own);
    if (versions.length === 0) return [];
    const deployed = await versionsOf(call, args, service).catch((): Values => ({}));
    const differing = versions.filter(([name, version]) => deployed[name] !== undefined && deployed[name] !== version);
    const both = differing.map(
      ([name, version]) => `${versionText(name, deployed[name] as Value)}, but your program sets ${String(version)}`,
    );
    return both.length === 0 ? [] : [[service.id, `: it was deployed with ${both.join(", ")}`] as const];
  });
  return new Map((await Promise.all(texts)).flat());
}

/** The versions that the platform returns of a service, from its list, as the deploy request spells them. */
export async function versionsOf(
  call: Call,
  parent: Values,
  { list, id }: Pick<ServiceStatus, "list" | "id">,
): Promise<Values> {
  const definition = deployable.find(({ deployedAs }) => deployedAs?.list === list);
  const paths = suppliedVersions(definition?.deployedAs?.versions);
  if (definition === undefined || paths.length === 0) return {};
  const purpose = `Listing resources to deploy them for ${call.label}`;
  const found = await listed({ ...call, definition }, parent, id, purpose);
  if (found === undefined) return {};
  const values = membersFromWire(definition.body, found, {});
  const versions = paths.map(([name, path]) => [wireName(name, {}), at(values, path)] as const);
  return Object.fromEntries(versions.filter(([, version]) => !isAbsent(version)));
}

/** The name of a service that is selected by ID, from its list. If that fails, the actual failure must still be reported. */
async function nameOnPlatform(
  call: Call,
  parent: Values,
  definition: ResourceDefinition | undefined,
  id: Value,
): Promise<string | undefined> {
  if (definition === undefined) return undefined;
  const purpose = `Listing resources to name the services of ${call.label}`;
  const found = await listed({ ...call, definition }, parent, id, purpose).catch(() => undefined);
  return found && nameInResponse(definition, found);
}

/** A service as its list has it, if that is served and contains it. */
async function listed(call: Call, parent: Values, id: Value, purpose: string): Promise<Values | undefined> {
  const { list } = call.definition.api;
  if (!isServed(list, call.platform.endpoints)) return undefined;
  return (await listAll(call, list, parent, { purpose })).find((item) => isSameId(item.id, id));
}
