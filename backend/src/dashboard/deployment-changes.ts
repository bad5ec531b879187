/**
 * What a deployment brings besides versions: what the requests since the deployment before have changed in configurations and
 * variables. Nothing of it is stored with the deployment, so it's known as long as the request log has these requests.
 */
import { recordOf } from "../operations/records.js";
import type { Platform } from "../platform.js";
import type { Deployment } from "../progress.js";
import { variable } from "../resources/records/variable.js";
import { isServiceTag } from "../routes/tags.js";
import { isSecretName, masked, withoutCredentials } from "../schema/secret-texts.js";
import type { ChangedValue, DeploymentTask } from "./contract.js";
import { returnedConfiguration } from "./requests/request-detail.js";
import type { LoggedRequest, RequestLog } from "./requests/request-log.js";
import { serviceIdOf } from "./requests/request-summaries.js";

/** Of more services, a person reads the versions. */
const mostServices = 50;

/** What the log has, oldest first. */
interface Written {
  /** The requests that started deployments. */
  readonly starts: ReadonlyMap<string, LoggedRequest>;
  readonly configurations: ReadonlyMap<string, readonly LoggedRequest[]>;
  /** By the ID of the variable. */
  readonly variables: ReadonlyMap<string, readonly LoggedRequest[]>;
}

const started = /"last_deployment_id":"([0-9a-f-]{36})"/;

function push<K>(map: Map<K, LoggedRequest[]>, key: K, request: LoggedRequest): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [request]);
  else list.push(request);
}

function jsonOf({ response }: LoggedRequest): Record<string, unknown> {
  try {
    return JSON.parse(response?.whole?.toString() ?? "{}");
  } catch {
    return {};
  }
}

function writtenIn(log: RequestLog): Written {
  const starts = new Map<string, LoggedRequest>();
  const configurations = new Map<string, LoggedRequest[]>();
  const variables = new Map<string, LoggedRequest[]>();
  for (const request of [...log.newestFirst()].reverse()) {
    const { method, status, route, params } = request;
    if (method === "GET" || status === null || status >= 300 || route === undefined) continue;
    const { name: tag } = route.tag;
    if (tag === "environment") {
      const id = started.exec(request.response?.whole?.toString() ?? "")?.[1];
      // The response of a cancellation has it, too.
      if (id !== undefined && !starts.has(id)) starts.set(id, request);
    } else if (tag === "variable") {
      const id = params.variableId ?? jsonOf(request).id;
      if (typeof id === "string") push(variables, id, request);
    } else if (isServiceTag(tag) && request.request !== null && !route.operation.startsWith("clone")) {
      push(configurations, serviceIdOf(request) ?? "", request);
    }
  }
  return { starts, configurations, variables };
}

/** Between which requests of the log something counts; undefined if the log doesn't have both any more. */
interface Interval {
  readonly after: number;
  readonly until: number;
}

function intervalOf({ starts }: Written, before: Deployment | undefined, deployment: Deployment): Interval | undefined {
  const [after, until] = [before && starts.get(before.id)?.id, starts.get(deployment.id)?.id];
  return after === undefined || until === undefined ? undefined : { after, until };
}

const isIn = ({ id }: LoggedRequest, { after, until }: Interval) => id > after && id < until;

const shownLeaf = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

/** The leaves that differ. Secrets are masked on both sides, so they never do. */
function leavesOf(before: unknown, now: unknown, path: string): ChangedValue[] {
  if (JSON.stringify(before) === JSON.stringify(now)) return [];
  const isTree = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
  if (!isTree(before) || !isTree(now)) return [{ name: path, from: shownLeaf(before), to: shownLeaf(now) }];
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names].flatMap((name) => leavesOf(before[name], now[name], path === "" ? name : `${path}.${name}`));
}

/** Differs after every update or deployment: times, the IDs of items such as ports, and the deployed commit, which is the version. */
const setByPlatform = /(?:^|\.)(?:id|(?:created|updated)_at|deployed_commit_\w+)$/;

function configurationChanges(written: Written, serviceId: string, interval: Interval): ChangedValue[] | null {
  const all = written.configurations.get(serviceId) ?? [];
  const before = all.filter(({ id }) => id < interval.after).at(-1);
  const now = all.filter((request) => isIn(request, interval)).at(-1);
  if (now === undefined) return [];
  if (before === undefined) return null;
  return leavesOf(returnedConfiguration(before), returnedConfiguration(now), "").filter(
    ({ name }) => !setByPlatform.test(name),
  );
}

function variableChange(requests: readonly LoggedRequest[], interval: Interval): ChangedValue | undefined {
  const last = requests.filter((request) => isIn(request, interval)).at(-1);
  if (last === undefined) return undefined;
  const earlier = requests.filter(({ id }) => id <= interval.after).at(-1);
  const described = [...requests]
    .reverse()
    .map(jsonOf)
    .find(({ key }) => typeof key === "string");
  const key = typeof described?.key === "string" ? described.key : "";
  // The value of an external secret is only a name.
  const isExternal = requests.some((request) => jsonOf(request).secret_manager_access_id != null);
  const isSecret = described?.is_secret === true || (!isExternal && isSecretName(key));
  const valueIn = (request: LoggedRequest | undefined) => {
    if (request === undefined || request.method === "DELETE") return null;
    const { value } = jsonOf(request);
    return isSecret ? masked : withoutCredentials(typeof value === "string" ? value : "");
  };
  const [from, to] = [valueIn(earlier), valueIn(last)];
  return from === to && !isSecret ? undefined : { name: withoutCredentials(key), from, to };
}

/** Of a variable that is deleted by now, only the log says whose it was. */
function parentOf(platform: Platform, id: string, requests: readonly LoggedRequest[]): string | null {
  const stored = recordOf(platform, variable, id)?.parentId;
  if (stored != null) return stored;
  const found = requests.map((request) => jsonOf(request).service_id).find((each) => typeof each === "string");
  return typeof found === "string" ? found : null;
}

export interface DeploymentChanges {
  /** The request that started it, if the log still has it. */
  readonly started: LoggedRequest | undefined;
  /** Null if there was no deployment of the service before, or if the log no longer has what it needs. */
  of(serviceId: string): DeploymentTask["changes"];
  /** Variables of the environment and the project. */
  readonly variables: readonly ChangedValue[];
}

export function deploymentChanges(platform: Platform, log: RequestLog, deployment: Deployment): DeploymentChanges {
  const written = writtenIn(log);
  const { environmentId, id, tasks } = deployment;
  const all = platform.store.deployments.recent(environmentId, Number.POSITIVE_INFINITY);
  const before = all.slice(all.findIndex((each) => each.id === id) + 1);
  const detailed = new Set(tasks.slice(0, mostServices).map(({ serviceId }) => serviceId));

  const changesIn = (interval: Interval, isOwn: (parent: string | null) => boolean) =>
    [...written.variables].flatMap(([variableId, requests]) =>
      isOwn(parentOf(platform, variableId, requests)) ? (variableChange(requests, interval) ?? []) : [],
    );
  const whole = intervalOf(written, before[0], deployment);
  const projectId = platform.store.records.get("environment", environmentId)?.projectId;
  return {
    started: written.starts.get(id),
    of(serviceId) {
      if (!detailed.has(serviceId)) return null;
      const last = before.find((each) => each.tasks.some((task) => task.serviceId === serviceId));
      const interval = intervalOf(written, last, deployment);
      const configuration = interval && configurationChanges(written, serviceId, interval);
      if (interval === undefined || configuration == null) return null;
      return [...configuration, ...changesIn(interval, (parent) => parent === serviceId)];
    },
    variables: whole ? changesIn(whole, (parent) => parent === environmentId || parent === projectId) : [],
  };
}
