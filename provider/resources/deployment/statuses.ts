import type { Scope } from "../../definition/resourceDefinition.js";
import { send } from "../../lifecycle/request.js";
import { isObject, type Values } from "../../schema/json.js";
import { membersFromWire } from "../../schema/wire.js";
import type { Rollout } from "./rollout.js";
import { type Selected, selectionOf } from "./selection.js";

export const successState = "DEPLOYED";
const finalStates = ["READY", successState, "DELETED", "STOPPED", "CANCELED", "RESTARTED"];

/** Whether nothing runs any more in this state. A state that is not listed is not final. */
export function isEnd(state: unknown): boolean {
  return typeof state === "string" && (finalStates.includes(state) || state.endsWith("_ERROR"));
}

/** Status of one service of the environment. */
export interface ServiceStatus {
  /** List of the deploy request that the service belongs to. */
  readonly list: string;
  readonly id: string;
  readonly state: string;
  /** The last deployment that included the service, and when that began. */
  readonly deployment: string | undefined;
  readonly date: number;
  /** NEVER_DEPLOYED, UP_TO_DATE or OUT_OF_DATE. */
  readonly currency: string;
}

/** The status of each service of the environment. */
export async function readStatuses(scope: Scope, place: Values): Promise<ServiceStatus[]> {
  return (await readEnvironment(scope, place)).services;
}

/** An environment and its services, as one response describes them. */
export interface EnvironmentStatus {
  /** The deployment status of the environment, with the names of the trigger's outputs; nothing if the response lacks it. */
  readonly environment: Values | undefined;
  readonly services: ServiceStatus[];
}

/** The statuses of an environment and of each of its services. */
export async function readEnvironment(scope: Scope, place: Values): Promise<EnvironmentStatus> {
  const { api, body } = scope.definition;
  if (api.statuses === undefined) return { environment: undefined, services: [] };
  const response = await send(scope, api.statuses, place, "Reading the service statuses for");
  const { environment, ...lists } = isObject(response) ? response : {};
  const services = Object.entries(lists).flatMap(([list, items]) =>
    Array.isArray(items) ? items.filter(isObject).map((service) => statusFrom(list, service)) : [],
  );
  return { environment: isObject(environment) ? membersFromWire(body, environment, {}) : undefined, services };
}

function statusFrom(list: string, service: Values): ServiceStatus {
  const { id, state, last_deployment_id: deployment, last_deployment_date: date, deployment_status } = service;
  return {
    list,
    id: String(id),
    state: String(state),
    deployment: typeof deployment === "string" ? deployment : undefined,
    date: Date.parse(String(date)),
    currency: String(deployment_status ?? service.service_deployment_status),
  };
}

/** What became of a deployment, judged by the services that it includes. */
export interface Verdict {
  /** `overtaken`: a later deployment of the same services failed. `unknown`: no status tells. */
  readonly outcome: "running" | "deployed" | "failed" | "overtaken" | "unknown";
  /** The services that decided it. */
  readonly services: readonly ServiceStatus[];
}

/** Judges a deployment by its services alone: others in the environment may run or fail because of somebody else. */
export function judge(statuses: readonly ServiceStatus[], args: Values, rollout: Rollout): Verdict {
  const isOwn = (each: ServiceStatus) => rollout.deployment === undefined || each.deployment === rollout.deployment;
  const included = includedIn(statuses, args, rollout);
  const own = included.filter(isOwn);
  const others = included.filter((each) => !isOwn(each));
  const failed = own.filter(({ state }) => isEnd(state) && state !== successState);
  if (failed.length > 0) return { outcome: "failed", services: failed };
  // A status that still shows an earlier deployment will show this one.
  const isStale = ({ date }: ServiceStatus) => !(date >= Date.parse(String(rollout.date)));
  const running = [...own, ...others].filter((each) => !isEnd(each.state) || (!isOwn(each) && isStale(each)));
  if (running.length > 0) return { outcome: "running", services: running };
  const overtaken = others.filter(({ state }) => state !== successState);
  if (overtaken.length > 0) return { outcome: "overtaken", services: overtaken };
  return { outcome: included.length === 0 ? "unknown" : "deployed", services: included };
}

/** What a refresh sees that must be deployed again: services whose deployment failed, or that were changed since. */
export function notDeployed(statuses: readonly ServiceStatus[], args: Values, rollout: Rollout): ServiceStatus[] {
  const selection = selectionOf(args);
  const failed = ({ state, deployment }: ServiceStatus) =>
    (state.endsWith("_ERROR") || state === "CANCELED") && deployment !== undefined && deployment === rollout.deployment;
  const isOutOfDate = ({ id, state, currency }: ServiceStatus) =>
    currency === "OUT_OF_DATE" && isEnd(state) && selection.some((each) => each.id === id && isApplied(each));
  return includedIn(statuses, args, rollout).filter((each) => failed(each) || isOutOfDate(each));
}

/** An action of Terraform deploys no change, so the service may stay out of date. */
function isApplied({ item }: Selected): boolean {
  return !isObject(item) || typeof item.action !== "string";
}

/** The services that the deployment includes. One of the whole environment is known by its ID alone. */
export function includedIn(statuses: readonly ServiceStatus[], args: Values, { deployment }: Rollout): ServiceStatus[] {
  if (args.wholeEnvironment === true) {
    return statuses.filter((each) => deployment === undefined || each.deployment === deployment);
  }
  const selected = new Set(selectionOf(args).map(({ id }) => id));
  return statuses.filter(({ id }) => selected.has(id));
}
