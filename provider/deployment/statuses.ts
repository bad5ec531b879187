import type { Call } from "../definition/resourceDefinition.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { send } from "../lifecycle/send.js";
import { isServed } from "../platform/endpoint.js";
import { isObject, type Values } from "../schema/json.js";
import { normalId } from "../schema/normalForm.js";
import { membersFromWire } from "../values/wire.js";
import { type Selected, selectionOf } from "./selection.js";

export const successState = "DEPLOYED";
const finalStates = ["READY", successState, "DELETED", "STOPPED", "CANCELED", "RESTARTED"];

/** Whether nothing runs any more in this state. A state that is not listed is not final. */
export function isEnd(state: unknown): boolean {
  return typeof state === "string" && (finalStates.includes(state) || state.endsWith("_ERROR"));
}

/** Whether the last operation of a service in this state did not succeed. */
export function isFailure(state: string): boolean {
  return state.endsWith("_ERROR") || state === "CANCELED";
}

export interface ServiceStatus {
  /** List of the deploy request that the service belongs to. */
  readonly list: string;
  readonly id: string;
  readonly state: string;
  /** The request whose deployment included the service last, if the platform returns it. */
  readonly request: string | undefined;
  /** Whether the environment's last deployment includes it. One deployment may carry several requests. */
  readonly isInLast: boolean;
  /** When its last deployment began, in milliseconds; not a number if the platform does not return it. */
  readonly date: number;
  /** NEVER_DEPLOYED, UP_TO_DATE or OUT_OF_DATE. */
  readonly currency: string;
  /** The steps of its last deployment that the platform has measured. */
  readonly steps: readonly Values[];
}

export async function readStatuses(call: Call, place: Values): Promise<ServiceStatus[]> {
  return (await readEnvironment(call, place)).services;
}

/** Whether the platform says which services are out of date. */
export function hasReadableStatuses({ definition, platform }: Call): boolean {
  return isServed(definition.api.statuses, platform.endpoints);
}

/** The status of each service of the environment; nothing if they cannot be read. */
export async function statusesIfReadable(call: Call, place: Values): Promise<ServiceStatus[] | undefined> {
  if (!hasReadableStatuses(call)) return undefined;
  return readStatuses(call, place).catch((error) => {
    if (error instanceof AppPlatformError) return undefined;
    throw error;
  });
}

/** An environment and its services, as one response describes them. */
export interface EnvironmentStatus {
  /** The deployment status of the environment, with the names of the trigger's outputs; nothing if the response lacks it. */
  readonly environment: Values | undefined;
  readonly services: ServiceStatus[];
}

/** The statuses of an environment and of each of its services. */
export async function readEnvironment(call: Call, place: Values): Promise<EnvironmentStatus> {
  const { api, body } = call.definition;
  if (api.statuses === undefined) return { environment: undefined, services: [] };
  const response = await send(call, api.statuses, place, "Reading the service statuses for");
  const { environment, ...lists } = isObject(response) ? response : {};
  const services = Object.entries(lists).flatMap(([list, items]) =>
    Array.isArray(items) ? items.filter(isObject).map((service) => statusFrom(list, service)) : [],
  );
  return { environment: isObject(environment) ? membersFromWire(body, environment, {}) : undefined, services };
}

function statusFrom(list: string, service: Values): ServiceStatus {
  const { id, state, deployment_request_id: request, last_deployment_date: date, steps } = service;
  const details = isObject(steps) ? steps.details : undefined;
  return {
    list,
    id: normalId(String(id)),
    state: String(state),
    request: typeof request === "string" ? normalId(request) : undefined,
    isInLast: service.is_part_last_deployment === true,
    date: Date.parse(String(date)),
    currency: String(service.service_deployment_status),
    steps: Array.isArray(details) ? details.filter(isObject) : [],
  };
}

/** The status of a service, by its ID in any spelling. */
export function statusOfService(statuses: readonly ServiceStatus[], id: string): ServiceStatus | undefined {
  return statuses.find((each) => each.id === normalId(id));
}

/** What became of a deployment, judged by the services that it includes. */
export interface Verdict {
  /** `overtaken`: a later deployment of the same services failed. `unknown`: no status says. */
  readonly outcome: "running" | "deployed" | "failed" | "overtaken" | "unknown";
  /** The services that decided it. */
  readonly services: readonly ServiceStatus[];
}

/** Whose deployment a service shows: an earlier one than this, this one, or a later one. */
type Shown = "earlier" | "own" | "later" | "unknown";

function shownBy(each: ServiceStatus, { request, date, before = [] }: Rollout, isOwnRun: boolean): Shown {
  const isTold = request !== undefined && each.request !== undefined;
  if (isTold && each.request === request) return "own";
  if (each.request !== undefined && before.includes(each.request)) return "earlier";
  if (!isTold && isOwnRun && each.isInLast) return "own";
  const since = each.date - Date.parse(String(date));
  if (Number.isNaN(since)) return isTold ? "earlier" : "unknown";
  if (since < 0) return "earlier";
  return isTold ? "later" : "own";
}

/**
 * Judges a deployment by its services alone: others in the environment may run or fail because of somebody else.
 *
 * @param isOwnRun Whether the environment's last deployment is this one.
 */
export function judge(statuses: readonly ServiceStatus[], args: Values, rollout: Rollout, isOwnRun: boolean): Verdict {
  const included = includedIn(statuses, args, rollout);
  const showing = (...shown: Shown[]) => included.filter((each) => shown.includes(shownBy(each, rollout, isOwnRun)));
  const failed = showing("own").filter(({ state }) => isEnd(state) && state !== successState);
  if (failed.length > 0) return { outcome: "failed", services: failed };
  // A status that still shows an earlier deployment will show this one.
  const earlier = showing("earlier");
  const running = [...earlier, ...showing("own", "later", "unknown").filter(({ state }) => !isEnd(state))];
  if (running.length > 0) return { outcome: "running", services: running };
  const overtaken = showing("later").filter(({ state }) => state !== successState);
  if (overtaken.length > 0) return { outcome: "overtaken", services: overtaken };
  const isTold = included.length > 0 && included.length >= deployedIds(args, rollout).length;
  return { outcome: isTold && showing("unknown").length === 0 ? "deployed" : "unknown", services: included };
}

/** What a refresh sees that must be deployed again: services whose deployment failed, or that were changed since. */
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

/** Whether a service was changed since it was deployed. */
export function isOutOfDate({ state, currency }: ServiceStatus, selected: Selected): boolean {
  return currency === "OUT_OF_DATE" && isEnd(state) && isApplied(selected);
}

/** An action of Terraform deploys no change, so the service may stay out of date. */
export function isApplied({ item }: Selected): boolean {
  return !isObject(item) || typeof item.action !== "string";
}

/** Whether statuses of all selected services are there and say that they are deployed as they are. */
export function isAllDeployed(statuses: readonly ServiceStatus[], args: Values): boolean {
  const isGood = (each: ServiceStatus | undefined) => each?.state === successState;
  if (args.wholeEnvironment === true) return statuses.length > 0 && statuses.every(isGood);
  const selection = selectionOf(args);
  return (
    selection.length > 0 &&
    selection.every((selected) => {
      const status = statusOfService(statuses, selected.id);
      return isGood(status) && (!isApplied(selected) || status?.currency === "UP_TO_DATE");
    })
  );
}

/** The services that the deployment includes. One of the whole environment is known by its request alone. */
export function includedIn(statuses: readonly ServiceStatus[], args: Values, rollout: Rollout): ServiceStatus[] {
  if (args.wholeEnvironment === true) {
    const { request } = rollout;
    return statuses.filter((each) => (request === undefined ? each.isInLast : each.request === request));
  }
  const ids = new Set(deployedIds(args, rollout).map(normalId));
  return statuses.filter(({ id }) => ids.has(id));
}

/** IDs of the services in a deployment that are still selected. */
function deployedIds(args: Values, { services }: Rollout): readonly string[] {
  const selected = selectionOf(args).map(({ id }) => id);
  if (services === undefined) return selected;
  const deployed = new Set(services.map(normalId));
  return selected.filter((id) => deployed.has(normalId(id)));
}

/** What is known about one deployment. */
export interface Rollout {
  /**
   * `requested`: its end isn't known. `unfinished`: an update stopped waiting for it. `failed`: it ended in an error, was
   * canceled, or left a selected service out of date.
   */
  readonly outcome: "requested" | "unfinished" | "failed" | "succeeded";
  /** What did not succeed, in words, which contain the ID of each service. */
  readonly failures?: readonly string[];
  /** IDs of the services that it deploys; omitted for the whole environment. */
  readonly services?: readonly string[];
  /** ID of the deployment request. */
  readonly request?: string;
  /** ID of the deployment, and when it began. */
  readonly deployment?: string;
  readonly date?: string;
  /** Identities of earlier deployments, as far as known: a status with one of them describes what was before this deployment. */
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

/** What identifies the deployment that a status describes: the ID of its request, its own ID, or when it began. */
export function identityIn(status: Values): string | undefined {
  const { request, deployment, date } = deploymentIn(status);
  return request ?? deployment ?? date;
}

/** Whether a status describes this deployment; nothing if it contains neither an ID nor a time. */
export function isStatusOf({ request, before }: Rollout, status: Values): boolean | undefined {
  if (request !== undefined) return deploymentIn(status).request === request;
  const identity = identityIn(status);
  return before === undefined || identity === undefined ? undefined : !before.includes(identity);
}

/** Whether a status describes a deployment that began before another one did; never where either time is missing. */
export function isBefore(status: Values, { date }: Pick<Rollout, "date">): boolean {
  return Date.parse(String(status.lastDeploymentDate)) < Date.parse(String(date));
}
