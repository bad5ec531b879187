import type { Call } from "../definition/kind.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { endpoint, extended, isServed } from "../platform/endpoint.js";
import { readWhole } from "../platform/lists.js";
import { normalId } from "../schema/equality.js";
import { at, isObject, objectsIn, type Values } from "../schema/json.js";
import { membersFromWire } from "../values/wire.js";
import { type Selected, selectionOf } from "./selection.js";

export const cancel = endpoint(18, "POST /environment/{environmentId}/cancelDeployment");

/** Returns the states of an environment and of all services in it. */
export const statuses = extended("GET /environment/{environmentId}/statuses");

/** Deploys everything in an environment that was deployed before. */
export const redeploy = extended("POST /environment/{environmentId}/redeploy");

export const successState = "DEPLOYED";
const finalStates = ["READY", successState, "DELETED", "STOPPED", "CANCELED", "RESTARTED"];

/** Whether a deployment in this state has ended. Unknown states haven't. */
export function isEnd(state: unknown): boolean {
  return typeof state === "string" && (finalStates.includes(state) || state.endsWith("_ERROR"));
}

export function isFailure(state: string): boolean {
  return state.endsWith("_ERROR") || state === "CANCELED";
}

export interface ServiceStatus {
  readonly list: string;
  readonly id: string;
  readonly state: string;
  /** The request that last deployed the service, if the platform returns it. */
  readonly request: string | undefined;
  /** Whether the environment's last deployment includes it. One deployment may combine several requests. */
  readonly isInLast: boolean;
  /** When its last deployment began, in milliseconds; NaN if the platform doesn't return it. */
  readonly date: number;
  /** NEVER_DEPLOYED, UP_TO_DATE or OUT_OF_DATE; `unknown` if the platform doesn't return it. */
  readonly currency: string;
  /** The measured steps of its last deployment. */
  readonly steps: readonly Values[];
}

export async function readStatuses(call: Call, parent: Values): Promise<ServiceStatus[]> {
  return (await readEnvironment(call, parent)).services;
}

/** Whether the platform returns which services are out of date. */
export function hasReadableStatuses({ platform }: Pick<Call, "platform">): boolean {
  return isServed(statuses, platform.endpoints);
}

/** The status of each service; nothing if they can't be read. */
export async function statusesIfReadable(call: Call, parent: Values): Promise<ServiceStatus[] | undefined> {
  if (!hasReadableStatuses(call)) return undefined;
  return readStatuses(call, parent).catch((error) => {
    if (error instanceof AppPlatformError) return undefined;
    throw error;
  });
}

/** An environment and its services, from one response. */
export interface EnvironmentStatus {
  /** The deployment status of the environment, as outputs of the trigger; nothing if the response lacks it. */
  readonly environment: Values | undefined;
  readonly services: ServiceStatus[];
}

export async function readEnvironment(call: Call, parent: Values): Promise<EnvironmentStatus> {
  const { body } = call.definition;
  const purpose = `Reading the service statuses for ${call.label}`;
  const request = { endpoint: statuses, members: parent, purpose };
  const response = await readWhole(call.platform.client, request, call.operation);
  const { environment, ...lists } = isObject(response) ? response : {};
  const services = Object.entries(lists).flatMap(([list, items]) =>
    objectsIn(items).map((service) => statusFrom(list, service)),
  );
  return { environment: isObject(environment) ? membersFromWire(body, environment, {}) : undefined, services };
}

function statusFrom(list: string, service: Values): ServiceStatus {
  const { id, state, deployment_request_id: request, last_deployment_date: date } = service;
  return {
    list,
    id: normalId(String(id)),
    state: String(state ?? "unknown"),
    request: typeof request === "string" ? normalId(request) : undefined,
    isInLast: service.is_part_last_deployment === true,
    date: Date.parse(String(date)),
    currency: String(service.service_deployment_status ?? "unknown"),
    steps: objectsIn(at(service, "steps.details")),
  };
}

export function statusOfService(statuses: readonly ServiceStatus[], id: string): ServiceStatus | undefined {
  return statuses.find((each) => each.id === normalId(id));
}

/** The outcome of a deployment, by the services in it. */
export interface Verdict {
  /** `overtaken`: a later deployment of the same services failed. `unknown`: no status shows it. */
  readonly outcome: "running" | "deployed" | "failed" | "overtaken" | "unknown";
  /** The services that decide it. */
  readonly services: readonly ServiceStatus[];
}

type Shown = "earlier" | "own" | "later" | "unknown";

function shownBy(each: ServiceStatus, { request, date, before = [] }: Rollout, isOwnRun: boolean): Shown {
  const isReported = request !== undefined && each.request !== undefined;
  if (isReported && each.request === request) return "own";
  if (each.request !== undefined && before.includes(each.request)) return "earlier";
  if (!isReported && isOwnRun && each.isInLast) return "own";
  const since = each.date - Date.parse(String(date));
  if (Number.isNaN(since)) return isReported ? "earlier" : "unknown";
  if (since < 0) return "earlier";
  return isReported ? "later" : "own";
}

/**
 * Judges a deployment by its services alone: others in the environment may run or fail for other reasons.
 *
 * @param isOwnRun Whether the environment's last deployment is this one.
 */
export function judge(statuses: readonly ServiceStatus[], args: Values, rollout: Rollout, isOwnRun: boolean): Verdict {
  const included = includedIn(statuses, args, rollout);
  const showing = (...shown: Shown[]) => included.filter((each) => shown.includes(shownBy(each, rollout, isOwnRun)));
  const failed = showing("own").filter(({ state }) => isEnd(state) && state !== successState);
  if (failed.length > 0) return { outcome: "failed", services: failed };
  // Statuses of an earlier deployment will be replaced by those of this one.
  const earlier = showing("earlier");
  const running = [...earlier, ...showing("own", "later", "unknown").filter(({ state }) => !isEnd(state))];
  if (running.length > 0) return { outcome: "running", services: running };
  const overtaken = showing("later").filter(({ state }) => state !== successState);
  if (overtaken.length > 0) return { outcome: "overtaken", services: overtaken };
  const isReported = included.length > 0 && included.length >= deployedIds(args, rollout).length;
  return { outcome: isReported && showing("unknown").length === 0 ? "deployed" : "unknown", services: included };
}

/** Services that a refresh finds to need another deployment: theirs failed, or they were changed since. */
export function notDeployed(statuses: readonly ServiceStatus[], args: Values, rollout: Rollout): ServiceStatus[] {
  const { request } = rollout;
  const failed = includedIn(statuses, args, rollout).filter(
    (each) => isFailure(each.state) && request !== undefined && each.request === request,
  );
  const outOfDate = selectionOf(args).flatMap((selected) => {
    const status = statusOfService(statuses, selected.id);
    return status !== undefined && !failed.includes(status) && isOutOfDate(status, selected) ? [status] : [];
  });
  return [...failed, ...outOfDate];
}

/** Whether a service was changed since its deployment. */
export function isOutOfDate({ state, currency }: ServiceStatus, selected: Selected): boolean {
  return currency === "OUT_OF_DATE" && isEnd(state) && isApplied(selected);
}

/** Whether the deployment applies changes. A Terraform action doesn't, so the service may stay out of date. */
export function isApplied({ item }: Selected): boolean {
  return !isObject(item) || typeof item.action !== "string";
}

/** Whether all selected services have a status that says that they're deployed and up to date. */
export function isAllDeployed(statuses: readonly ServiceStatus[], args: Values): boolean {
  if (args.wholeEnvironment === true)
    return statuses.length > 0 && statuses.every(({ state }) => state === successState);
  const selection = selectionOf(args);
  const isDeployed = (selected: Selected) => {
    const status = statusOfService(statuses, selected.id);
    return status?.state === successState && (!isApplied(selected) || status.currency === "UP_TO_DATE");
  };
  return selection.length > 0 && selection.every(isDeployed);
}

/** The services in the deployment. One of the whole environment is only identified by its request. */
export function includedIn(statuses: readonly ServiceStatus[], args: Values, rollout: Rollout): ServiceStatus[] {
  if (args.wholeEnvironment === true) {
    const { request } = rollout;
    return statuses.filter((each) => (request === undefined ? each.isInLast : each.request === request));
  }
  const ids = new Set(deployedIds(args, rollout).map(normalId));
  return statuses.filter(({ id }) => ids.has(id));
}

/** IDs of the deployed services that are still selected. */
function deployedIds(args: Values, { services }: Rollout): readonly string[] {
  const selected = selectionOf(args).map(({ id }) => id);
  if (services === undefined) return selected;
  const deployed = new Set(services.map(normalId));
  return selected.filter((id) => deployed.has(normalId(id)));
}

export interface Rollout {
  /**
   * `requested`: its end isn't known. `unfinished`: an update stopped waiting for it. `failed`: it ended in an error, was canceled, or
   * left a selected service out of date.
   */
  readonly outcome: "requested" | "unfinished" | "failed" | "succeeded";
  /** What failed, in words, with the ID of each service. */
  readonly failures?: readonly string[];
  /** IDs of the deployed services; omitted for the whole environment. */
  readonly services?: readonly string[];
  readonly request?: string;
  readonly deployment?: string;
  readonly date?: string;
  /** Identities of earlier deployments, if known: a status with one of them is older than this deployment. */
  readonly before?: readonly string[];
}

/** Which deployment a status describes. */
export function deploymentIn(status: Values): Pick<Rollout, "request" | "deployment" | "date"> {
  const { deploymentRequestId: request, lastDeploymentId: deployment, lastDeploymentDate: date } = status;
  return {
    ...(typeof request === "string" ? { request: normalId(request) } : {}),
    ...(typeof deployment === "string" ? { deployment } : {}),
    ...(typeof date === "string" ? { date } : {}),
  };
}

/** The identity of the deployment in a status: the ID of its request, its own ID, or when it began. */
export function identityIn(status: Values): string | undefined {
  const { request, deployment, date } = deploymentIn(status);
  return request ?? deployment ?? date;
}

/** Whether a status describes this deployment; nothing if it has neither an ID nor a time. */
export function isStatusOf({ request, before }: Rollout, status: Values): boolean | undefined {
  if (request !== undefined) return deploymentIn(status).request === request;
  const identity = identityIn(status);
  return before === undefined || identity === undefined ? undefined : !before.includes(identity);
}

/** Whether a status describes a deployment that began before another one; false if either time is missing. */
export function isBefore(status: Values, { date }: Pick<Rollout, "date">): boolean {
  return Date.parse(String(status.lastDeploymentDate)) < Date.parse(String(date));
}
