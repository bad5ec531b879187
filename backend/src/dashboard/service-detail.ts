/** The page of one service: its configuration, its deployments, and what happened to it. */
import { withStatuses } from "../operations/statuses.js";
import type { Platform } from "../platform.js";
import type { Deployment, Task } from "../progress.js";
import { linksOf } from "../resources/link.js";
import { serviceKindOf } from "../resources/services.js";
import { isServiceTag } from "../routes/tags.js";
import { masked as mask, withoutCredentials } from "../schema/secret-texts.js";
import type { StoredService } from "../store/services.js";
import { serviceBelongings } from "./belongings.js";
import { titleOf } from "./changes.js";
import { type Content, listed } from "./content.js";
import type { ServiceDetail, ServiceEvent } from "./contract.js";
import { masked } from "./requests/masking.js";
import { sentConfiguration } from "./requests/request-detail.js";
import type { LoggedRequest, RequestLog } from "./requests/request-log.js";
import { serviceIdOf } from "./requests/request-summaries.js";
import { senderOf } from "./requests/sender.js";
import { deploymentSummary, projectOf } from "./summaries.js";
import { deploymentTask, timelineOf } from "./timeline.js";

const shownDeployments = 50;
const shownEvents = 500;

interface Source {
  readonly platform: Platform;
  readonly log: RequestLog;
  readonly content: Content;
}

/** The requests that the log has of changes to a service, newest first. */
function changesOf(log: RequestLog, serviceId: string): LoggedRequest[] {
  return [...log.newestFirst()].filter((request) => {
    const { method, status, route } = request;
    const isChange = method !== "GET" && status !== null && status < 300;
    // Paths of what belongs to a service have its id, too.
    return isChange && isServiceTag(route?.tag.name) && serviceIdOf(request) === serviceId;
  });
}

function sentOf(changes: readonly LoggedRequest[]): ServiceDetail["sent"] {
  // A clone sends only a name.
  const latest = changes.find(
    ({ route, request }) => request !== null && route?.operation.startsWith("clone") !== true,
  );
  if (latest === undefined) return null;
  const body = sentConfiguration(latest);
  return body === undefined ? null : { requestId: latest.id, at: new Date(latest.at).toISOString(), body };
}

function verbOf({ method, route }: LoggedRequest): string {
  if (method === "DELETE") return "Deleted";
  if (method === "PUT") return "Updated";
  return route?.operation.startsWith("clone") ? "Created as a clone" : "Created";
}

function requestEvent(request: LoggedRequest): ServiceEvent {
  const sender = senderOf(request.agent);
  const run = sender?.stack == null ? "" : `, ${[sender.command ?? sender.name, sender.stack].join(" ")}`;
  const by = request.actor === undefined ? "" : ` by ${request.actor.subject}${run}`;
  return { at: new Date(request.at).toISOString(), text: `${verbOf(request)}${by}`, requestId: request.id };
}

/** When the progress clock reached a second of a deployment; its start if its time is not that of day. */
function momentOf({ clock }: Platform, { startedAt }: Deployment, seconds: number): string {
  if (typeof clock.speed !== "number") return startedAt;
  return new Date(Date.parse(startedAt) + (seconds / clock.speed) * 1000).toISOString();
}

/** The part of the service in a deployment. */
interface Section {
  readonly deployment: Deployment;
  readonly task: Task;
}

function deploymentEvents(platform: Platform, { deployment, task }: Section): ServiceEvent[] {
  return timelineOf(deployment, task, platform.clock.elapsedSeconds(deployment.started))
    .filter(({ phase }) => phase !== "future")
    .map(({ state, from }) => ({ at: momentOf(platform, deployment, from), text: state, deploymentId: deployment.id }));
}

/** A deployment as the page of one of its services lists it: by that service alone. */
function deploymentOf(
  { platform, content }: Source,
  { deployment, task }: Section,
): ServiceDetail["deployments"][number] {
  const { environmentId } = deployment;
  const { state, steps } = deploymentTask(deployment, task, platform.clock.elapsedSeconds(deployment.started), null);
  const end = steps.at(-1);
  return {
    ...deploymentSummary(platform, content, deployment),
    title: titleOf({ ...deployment, tasks: [task] }, (id) => content.nameOf(environmentId, id)),
    durationSeconds: end?.phase === "end" ? Math.round(end.from) : null,
    ownState: state,
  };
}

/** Why the part has failed, and when. */
function failureOf(platform: Platform, { deployment, task }: Section): ServiceDetail["failure"] {
  const elapsed = platform.clock.elapsedSeconds(deployment.started);
  const { failure, steps } = deploymentTask(deployment, task, elapsed, null);
  if (failure === null) return null;
  return { ...failure, deploymentId: deployment.id, at: momentOf(platform, deployment, steps.at(-1)?.from ?? 0) };
}

/** Events from the service itself, for requests that the log no longer has. */
function storedEvents(service: StoredService, changes: readonly LoggedRequest[]): ServiceEvent[] {
  const has = (method: string) => changes.some((request) => request.method === method);
  return [
    ...(has("POST") ? [] : [{ at: service.createdAt, text: "Created" }]),
    ...(service.updatedAt === null || has("PUT") ? [] : [{ at: service.updatedAt, text: "Updated" }]),
  ];
}

function newestFirst(events: readonly ServiceEvent[]): ServiceEvent[] {
  // Each list is chronological; events of the same moment keep their order.
  return events
    .map((event, index) => ({ event, index }))
    .sort((a, b) => b.event.at.localeCompare(a.event.at) || b.index - a.index)
    .map(({ event }) => event)
    .slice(0, shownEvents);
}

export function serviceDetail({ platform, log, content }: Source, service: StoredService): ServiceDetail {
  const { response, represent } = serviceKindOf(service);
  const { store } = platform;
  content.refresh();
  const changes = changesOf(log, service.id);
  const deployments = store.deployments.ofService(service.environmentId, service.id, shownDeployments);
  const { name, version } = listed(service);
  const status = withStatuses(platform, [service], deployments)[0]?.status;
  const environment = store.records.get("environment", service.environmentId);
  const segments = deployments.flatMap((deployment): Section[] => {
    const task = deployment.tasks.find(({ serviceId }) => serviceId === service.id);
    return task === undefined ? [] : [{ deployment, task }];
  });
  const last = segments.find(({ deployment }) => deployment.id === status?.execution_id);
  return {
    ...serviceBelongings(platform, service),
    id: service.id,
    kind: service.kind,
    name,
    version,
    state: status?.state ?? "READY",
    deploymentStatus: status?.service_deployment_status ?? "NEVER_DEPLOYED",
    deploymentId: status?.execution_id ?? null,
    failure: last === undefined ? null : failureOf(platform, last),
    urls: linksOf(service)
      .sort((one, other) => Number(other.is_default) - Number(one.is_default))
      .map(({ url }) => withoutCredentials(url)),
    createdAt: service.createdAt,
    updatedAt: service.updatedAt ?? service.createdAt,
    environmentId: service.environmentId,
    environmentName: environment?.name ?? "",
    project: projectOf(platform, environment),
    sent: sentOf(changes),
    response: masked(response, JSON.parse(JSON.stringify(represent(service, platform.related))), {
      mask: () => mask,
      hidden: () => undefined,
    }),
    deployments: segments.map((segment) => deploymentOf({ platform, log, content }, segment)),
    events: newestFirst([
      ...storedEvents(service, changes),
      ...[...changes].reverse().map(requestEvent),
      ...[...segments].reverse().flatMap((segment) => deploymentEvents(platform, segment)),
    ]),
  };
}
