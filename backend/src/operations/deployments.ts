/** Deploy, redeploy, stop, restart and cancel. */
import { createHash, randomUUID } from "node:crypto";
import { runsServices } from "../cluster-progress.js";
import { type Failure, failureOf } from "../failure-rules.js";
import type { Platform } from "../platform.js";
import { invalid, notFound, Problem } from "../problem.js";
import { type Change, type Deployment, endOf, isRunning, type Task } from "../progress.js";
import {
  cancelRequest,
  type DeploymentStatusResponse,
  type DeployRequest,
  deployRequest,
  listedServices,
  restartedServices,
  restartRequest,
  type StartedStatusResponse,
  selections,
  serviceListRequest,
} from "../resources/deployment.js";
import type { Environment } from "../resources/environment.js";
import type { Kind } from "../resources/service.js";
import { serviceKindOf } from "../resources/services.js";
import type { Violation } from "../schema/validate.js";
import type { Action, DeploymentStatus, TerraformAction, Way } from "../states.js";
import type { StoredService } from "../store/services.js";
import {
  type Call,
  clusterOf,
  environmentNamed,
  findEnvironment,
  readBody,
  readFlag,
  refuseDeletedEnvironment,
  refuseDeletedService,
} from "./call.js";
import { stageIdOf, stagesIn } from "./deployment-stages.js";
import { refuseWhileDeploying } from "./environments.js";
import { pruneDeployments } from "./pruning.js";
import { versionOf } from "./service-version.js";
import { beginRemoval } from "./services.js";
import { environmentStatus, withStatuses } from "./statuses.js";

/** A service in a deployment, and the version of it that is deployed. */
export interface Selected {
  readonly service: StoredService;
  /** Of an image or a chart. */
  readonly tag: string | null;
  readonly commit: string | null;
  /** Of the values of a Helm service. */
  readonly valuesCommit?: string | null;
  /** What is done to the service instead of deploying it, such as a plan; null if it is deployed. */
  readonly terraformAction: TerraformAction | null;
}

function isDeployed({ terraformAction }: Selected): boolean {
  return terraformAction === null;
}

export interface Item {
  readonly path: string;
  readonly kind: Kind;
  readonly id: string;
  readonly image_tag?: string | null;
  readonly git_commit_id?: string | null;
  readonly chart_version?: string | null;
  readonly values_override_git_commit_id?: string | null;
  readonly action?: TerraformAction | null;
}

function itemsOf(body: DeployRequest, lists = selections): Item[] {
  return lists.flatMap(({ member, kind, id }) =>
    (body[member] ?? []).map((item, index): Item => {
      const path = `${member}[${index}]`;
      if (typeof item === "string") return { path, kind, id: item };
      return { ...item, path, kind, id: item[id ?? "id"] as string };
    }),
  );
}

function find(platform: Platform, environment: Environment, { kind, id }: Item): StoredService {
  const service = platform.store.services.get(id);
  if (service === undefined || service.kind !== kind || service.environmentId !== environment.id) {
    throw notFound(`${kind} in this environment`, id);
  }
  return service;
}

/**
 * The versions of an item must fit the source of its service. A tag or commit may be omitted only after a first deployment; without
 * the version of a chart, its service's own is deployed, and without the commit of values, the newest one.
 */
export function checkVersion(
  item: Item,
  service: StoredService,
  report: (field: string, message: string) => void,
): void {
  const kind = serviceKindOf(service);
  const source = kind.source(service.config);
  const { image_tag: tag = null, git_commit_id: commit = null, path } = item;
  if (source === "git" && (item.chart_version ?? null) !== null) {
    report(`${path}.chart_version`, "isn't allowed for a service with a git source");
  }
  if (source === "chart" && commit !== null) {
    report(`${path}.git_commit_id`, "isn't allowed for a service with a chart of a repository");
  }
  if ((item.values_override_git_commit_id ?? null) !== null && !kind.hasValuesInGit?.(service.config)) {
    report(`${path}.values_override_git_commit_id`, "isn't allowed for a service without values in git");
  }
  if (source === "git" && tag !== null) report(`${path}.image_tag`, "isn't allowed for a service with a git source");
  if (source === "image" && commit !== null) {
    report(`${path}.git_commit_id`, "isn't allowed for a service with an image source");
  }
  if (service.deployedRevision !== null) return;
  const reason = "is required for the first deployment of a service";
  if (source === "git" && commit === null) report(`${path}.git_commit_id`, reason);
  if (source === "image" && tag === null) report(`${path}.image_tag`, reason);
}

export function deploy(call: Call): DeploymentStatusResponse {
  const { platform } = call;
  const environment = findEnvironment(call);
  const items = itemsOf(readBody(call, deployRequest));
  const found = items.map((item) => ({ item, service: find(platform, environment, item) }));
  const violations: Violation[] = [];
  for (const { item, service } of found) {
    checkVersion(item, service, (field, message) => violations.push({ field, message }));
  }
  if (violations.length > 0) throw invalid(violations);
  return begin(
    call,
    environment,
    "deploy",
    found.map(({ item, service }) => ({
      service,
      tag: item.image_tag ?? item.chart_version ?? null,
      commit: item.git_commit_id ?? null,
      valuesCommit: item.values_override_git_commit_id ?? null,
      terraformAction: item.action ?? null,
    })),
  );
}

/** The services that a body names; their versions do not matter. */
function findAll(call: Call, environment: Environment, body: DeployRequest, lists = listedServices): StoredService[] {
  return itemsOf(body, lists).map((item) => find(call.platform, environment, item));
}

/** A service as it is: with the versions that it has. */
export const asItIs = (service: StoredService): Selected => ({
  service,
  tag: null,
  commit: null,
  terraformAction: null,
});

export function refuseNeverDeployed(services: readonly StoredService[]): void {
  const never = services.find(({ deployedRevision }) => deployedRevision === null);
  if (never !== undefined) throw new Problem(409, `The ${never.kind} ${never.id} was never deployed.`);
}

/** Those of the services that are stopped. */
export function stoppedAmong(platform: Platform, services: readonly StoredService[]): StoredService[] {
  const isStopped = ({ status }: { status: { state: string } }) => status.state === "STOPPED";
  return withStatuses(platform, services, [])
    .filter(isStopped)
    .map(({ service }) => service);
}

/** Only what runs can be restarted. */
export function refuseStopped(platform: Platform, services: readonly StoredService[]): void {
  const [stopped] = stoppedAmong(platform, services);
  if (stopped !== undefined) throw new Problem(409, `The ${stopped.kind} ${stopped.id} is STOPPED.`);
}

export function stopServices(call: Call): DeploymentStatusResponse {
  const environment = findEnvironment(call);
  const services = findAll(call, environment, readBody(call, serviceListRequest));
  refuseNeverDeployed(services);
  return begin(call, environment, "stop", services.map(asItIs));
}

export function restartServices(call: Call): StartedStatusResponse {
  const environment = findEnvironment(call);
  const services = findAll(call, environment, readBody(call, restartRequest), restartedServices);
  refuseWhileDeploying(call.platform, environment.id);
  refuseNeverDeployed(services);
  refuseStopped(call.platform, services);
  return asStarted(begin(call, environment, "restart", services.map(asItIs)), "RESTART");
}

/** Deletes each service like a request to delete only that one. */
export function deleteServices(call: Call): DeploymentStatusResponse {
  const environment = findEnvironment(call);
  readFlag(call.query, "skipReconcile");
  const services = findAll(call, environment, readBody(call, serviceListRequest));
  for (const service of services) beginRemoval(call.platform, service);
  return environmentStatus(call.platform, environment.id);
}

function everythingIn({ platform }: Call, environment: Environment): StoredService[] {
  return platform.store.services.listAll(environment.id).filter(({ deletingSince }) => deletingSince === null);
}

/** The services of an environment that were deployed before. */
function everythingDeployed(call: Call, environment: Environment, what: string): StoredService[] {
  const services = everythingIn(call, environment).filter(({ deployedRevision }) => deployedRevision !== null);
  if (services.length === 0) throw new Problem(409, `The environment has nothing deployed to ${what}.`);
  return services;
}

/** The newest commit of an invented repository: always the same for a service. */
function newestCommitOf({ id }: StoredService): string {
  return createHash("sha1").update(id).digest("hex");
}

/** Without those that their stages skip. */
function withoutSkipped(services: readonly StoredService[]): StoredService[] {
  const found = services.filter(({ isSkipped = false }) => !isSkipped);
  if (found.length > 0) return found;
  throw new Problem(409, "The environment has nothing to deploy: all of its services are skipped.");
}

/** Deploys every service: those that never were, too. */
export function deployEnvironment(call: Call): StartedStatusResponse {
  const environment = findEnvironment(call);
  const services = everythingIn(call, environment);
  if (services.length === 0) throw new Problem(409, "The environment has nothing to deploy.");
  const selected = withoutSkipped(services).map((service): Selected => {
    const isFirst = service.deployedRevision === null && serviceKindOf(service).source(service.config) === "git";
    return { ...asItIs(service), commit: isFirst ? newestCommitOf(service) : null };
  });
  return asStarted(begin(call, environment, "deploy", selected), "DEPLOY");
}

export function redeploy(call: Call): DeploymentStatusResponse {
  const environment = findEnvironment(call);
  const services = withoutSkipped(everythingDeployed(call, environment, "redeploy"));
  return begin(call, environment, "deploy", services.map(asItIs));
}

export function stop(call: Call): DeploymentStatusResponse {
  const { platform } = call;
  const environment = findEnvironment(call);
  const deployed = everythingDeployed(call, environment, "stop");
  refuseWhileDeploying(platform, environment.id);
  const stopped = stoppedAmong(platform, deployed);
  const running = deployed.filter((service) => !stopped.includes(service));
  if (running.length === 0) throw new Problem(409, "Everything that is deployed in the environment is STOPPED.");
  return begin(call, environment, "stop", running.map(asItIs));
}

function begin(call: Call, environment: Environment, action: Action, selected: Selected[]): DeploymentStatusResponse {
  beginDeployment(call, environment, action, selected);
  // The response shows the start, even if everything is instant.
  return environmentStatus(call.platform, environment.id, 0);
}

function asStarted(status: DeploymentStatusResponse, action: "DEPLOY" | "RESTART"): StartedStatusResponse {
  return {
    ...status,
    service_deployment_status: status.deployment_status,
    status_details: { action, status: "QUEUED", sub_action: "NONE" },
    is_part_last_deployment: true,
    deployment_requests_count: 1,
    deployment_request_id: status.deployment_request_id ?? null,
  };
}

export function beginDeployment(
  call: Call,
  environment: Environment,
  action: Action,
  selected: readonly Selected[],
): Deployment {
  const { platform } = call;
  const { store, clock } = platform;
  refuseDeletedEnvironment(environment);
  refuseWhileDeploying(platform, environment.id);
  for (const { service } of selected) refuseDeletedService(service);
  const { deployment_status: statusBefore } = environmentStatus(platform, environment.id);
  // A restart deploys nothing, as do a plan and the other actions.
  const isKept = (each: Selected) => action === "restart" || !isDeployed(each);
  const preserved = preservedStatuses(platform, selected.filter(isKept));
  const { stages, tasks } = inStages(platform, environment, action, selected, preserved);
  const deployment: Deployment = {
    id: randomUUID(),
    requestId: randomUUID(),
    stages,
    environmentId: environment.id,
    action,
    startedAt: call.now,
    started: clock.reading(),
    triggeredBy: call.actor.subject,
    tasks,
    first: statusBefore === "NEVER_DEPLOYED",
    keptStatus: selected.every(isKept) ? statusBefore : undefined,
    cancel: null,
  };
  for (const each of selected) store.services.update(afterDeployment(each, deployment));
  store.deployments.insert(deployment);
  pruneDeployments(platform, environment.id);
  return deployment;
}

/**
 * The tasks of a deployment, each in the stage of its service. A stage begins when the one before has ended, and not at all if
 * something in that one failed. A stop goes through the stages the other way round.
 */
function inStages(
  platform: Platform,
  environment: Environment,
  action: Action,
  selected: readonly Selected[],
  preserved: ReadonlyMap<string, DeploymentStatus>,
): Pick<Deployment, "stages" | "tasks"> {
  const all = stagesIn(platform, environment.id);
  const ordered = action === "stop" ? all.reverse() : all;
  const stages: Deployment["stages"][number][] = [];
  const tasks: Task[] = [];
  let from = 0;
  let isFailed = false;
  for (const { id, config } of ordered) {
    const own = selected.filter(({ service }) => stageIdOf(service) === id);
    if (own.length === 0) continue;
    const stage = stages.push({ id, name: config.name }) - 1;
    const isSkipped: boolean = isFailed;
    const parent = { stage, from, skipped: isSkipped };
    const begun = own.map((each): Task => ({ ...taskOf(platform, action, each, preserved, isSkipped), ...parent }));
    tasks.push(...begun);
    if (!isSkipped) from = Math.max(...begun.map((task) => endOf(action, task)));
    isFailed ||= begun.some(({ fails }) => fails !== null);
  }
  return { stages, tasks };
}

function wayOf(service: StoredService): Way {
  const isBuilt = serviceKindOf(service).source(service.config) === "git";
  if (serviceKindOf(service).isRun) return isBuilt ? "built and run" : "run";
  return isBuilt ? "built" : "plain";
}

/** The deployment statuses of services that are selected but not deployed: they keep them. */
function preservedStatuses(platform: Platform, selected: readonly Selected[]): Map<string, DeploymentStatus> {
  const services = selected.map(({ service }) => service);
  return new Map(
    withStatuses(platform, services, []).map(({ service, status }) => [service.id, status.service_deployment_status]),
  );
}

function taskOf(
  platform: Platform,
  action: Action,
  selected: Selected,
  preserved: ReadonlyMap<string, DeploymentStatus>,
  isSkipped: boolean,
): Task {
  const { service, tag, commit, terraformAction } = selected;
  const way = wayOf(service);
  const version = tag ?? commit ?? service.deployedCommit?.id ?? imageTag(service);
  const isChange = action === "deploy" && terraformAction === null;
  const failure = isSkipped
    ? null
    : (missingCluster(platform, service, action) ??
      failureOf(platform, { id: service.id, name: service.config.name, action, way, version }));
  return {
    serviceId: service.id,
    kind: service.kind,
    way,
    lifecycle: serviceKindOf(service).outlivesCancel?.(service.config) ?? false,
    fails: failure?.state ?? null,
    failsDuring: failure?.during ?? undefined,
    failureReason: failure?.reason,
    change: isChange ? changeOf(selected) : undefined,
    first: service.deployedRevision === null,
    keptStatus: preserved.get(service.id),
    terraformAction: terraformAction ?? undefined,
  };
}

/** Nothing runs on a cluster before its first deployment, and once it is stopped. */
function missingCluster(platform: Platform, service: StoredService, action: Action): Failure | null {
  const cluster = clusterOf(platform, environmentNamed(platform, service.environmentId));
  if (action === "stop" || runsServices(cluster, platform.clock.elapsedSeconds)) return null;
  const reason = `The cluster "${cluster.config.name}" isn't deployed.`;
  return { state: action === "deploy" ? "DEPLOYMENT_ERROR" : "RESTART_ERROR", during: null, reason };
}

/** The version that a deployment brings. */
function newVersion({ service, tag, commit }: Selected): string {
  return tag ?? commit ?? versionOf(service);
}

function changeOf(selected: Selected): Change {
  const { deployedVersion = null, revision, deployedRevision } = selected.service;
  return { from: deployedVersion, to: newVersion(selected), isEdited: revision !== deployedRevision };
}

function imageTag(service: StoredService): string | null {
  return serviceKindOf(service).tag?.(service.config) ?? null;
}

/** The service after the deployment is accepted: with the given tag or commit, if it is deployed. */
function afterDeployment(selected: Selected, deployment: Deployment): StoredService {
  const { service, tag, commit, valuesCommit = null } = selected;
  const commitOf = (id: string) => ({ id, date: deployment.startedAt, contributor: deployment.triggeredBy });
  if (!isDeployed(selected)) return { ...service, lastDeploymentId: deployment.id };
  const { withTag } = serviceKindOf(service);
  return {
    ...service,
    config: tag !== null && withTag !== undefined ? withTag(service.config, tag) : service.config,
    updatedAt: tag === null ? service.updatedAt : deployment.startedAt,
    deployedCommit: commit === null ? service.deployedCommit : commitOf(commit),
    deployedValuesCommit: valuesCommit === null ? service.deployedValuesCommit : commitOf(valuesCommit),
    // A stop deploys no updates.
    deployedVersion: deployment.action === "deploy" ? newVersion(selected) : service.deployedVersion,
    deployedRevision: deployment.action === "deploy" ? service.revision : service.deployedRevision,
    lastDeploymentId: deployment.id,
  };
}

export function cancel(call: Call): DeploymentStatusResponse {
  const { platform } = call;
  const environment = findEnvironment(call);
  const { force_cancel: force } = readBody(call, cancelRequest);
  const latest = platform.store.deployments.latest(environment.id);
  const elapsed = latest === undefined ? 0 : platform.clock.elapsedSeconds(latest.started);
  if (latest === undefined || !isRunning(latest, elapsed)) {
    throw new Problem(409, "The environment has no deployment in progress to cancel.");
  }
  if (latest.cancel !== null) throw new Problem(409, "The deployment is already being cancelled.");
  platform.store.deployments.update({ ...latest, cancel: { after: elapsed, force } });
  return environmentStatus(platform, environment.id);
}
