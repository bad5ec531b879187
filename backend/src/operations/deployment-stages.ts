/** Deployment stages: the order in which the services of an environment are deployed. */
import type { Platform } from "../platform.js";
import { notFound, Problem } from "../problem.js";
import { type ChildRecord, representCommon } from "../resources/record.js";
import {
  type DeploymentStageResponse,
  defaultStageId,
  deploymentStage,
  deploymentStageRequest,
  type StageConfig,
  stageEntryId,
  stagePlacement,
} from "../resources/records/deployment-stage.js";
import { serviceTypeOf } from "../resources/service.js";
import type { ServiceState } from "../store/services.js";
import {
  type Call,
  environmentNamed,
  findEnvironment,
  pathId,
  readBody,
  refuseDeletedEnvironment,
  refuseDeletedService,
} from "./call.js";
import { keepRecord, newRecord, type RecordOperations, recordOf, recordsIn, removeRecord } from "./records.js";

export type Stage = ChildRecord<StageConfig>;

/** The default stage of an environment, until somebody changes it. */
function untouchedDefault(platform: Platform, environmentId: string): Stage {
  const environment = platform.store.records.get("environment", environmentId);
  return {
    id: defaultStageId(environmentId),
    parentId: environmentId,
    createdAt: environment?.createdAt ?? "",
    updatedAt: null,
    config: { name: "default", description: null, order: 0 },
  };
}

/** The stages of an environment in their order. */
export function stagesIn(platform: Platform, environmentId: string): Stage[] {
  const stored = recordsIn(platform, deploymentStage, environmentId);
  const hasDefault = stored.some(({ id }) => id === defaultStageId(environmentId));
  const all = hasDefault ? stored : [untouchedDefault(platform, environmentId), ...stored];
  return all.sort((one, other) => one.config.order - other.config.order);
}

/** The stage that a service is in. */
export function stageIdOf({ stageId, environmentId }: ServiceState): string {
  return stageId ?? defaultStageId(environmentId);
}

function represent(stages: readonly Stage[], stage: Stage, services: readonly ServiceState[]): DeploymentStageResponse {
  const own = services.filter((service) => stageIdOf(service) === stage.id);
  return {
    ...representCommon(stage),
    name: stage.config.name,
    description: stage.config.description ?? undefined,
    environment: { id: stage.parentId },
    deployment_order: stages.findIndex(({ id }) => id === stage.id) + 1,
    services: own.map(({ id, kind, createdAt, isSkipped = false }) => ({
      id: stageEntryId(id),
      created_at: createdAt,
      service_id: id,
      service_type: serviceTypeOf(kind),
      is_skipped: isSkipped,
    })),
  };
}

function shownStage(platform: Platform, stage: Stage): DeploymentStageResponse {
  return represent(stagesIn(platform, stage.parentId), stage, platform.store.services.states(stage.parentId));
}

function shownStages(platform: Platform, environmentId: string): { results: DeploymentStageResponse[] } {
  const stages = stagesIn(platform, environmentId);
  const services = platform.store.services.states(environmentId);
  return { results: stages.map((stage) => represent(stages, stage, services)) };
}

function findStage(call: Call, member = "deploymentStageId"): Stage {
  const id = pathId(call, member, deploymentStage.noun);
  const { platform } = call;
  const stored = recordOf(platform, deploymentStage, id);
  if (stored !== undefined) return stored;
  const environmentId = defaultStageId(id);
  const environment = platform.store.records.get("environment", environmentId);
  if (environment === undefined) throw notFound(deploymentStage.noun, id);
  return untouchedDefault(platform, environmentId);
}

function refuseDeleted({ platform }: Call, { parentId }: Stage): void {
  refuseDeletedEnvironment(environmentNamed(platform, parentId));
}

/** Stores a stage. No other stage of the environment may have its name, including a default stage that isn't stored. */
function keep(platform: Platform, stage: Stage): Stage {
  const identity = deploymentStage.uniqueBy(stage.config);
  const owner = stagesIn(platform, stage.parentId).find(({ config }) => deploymentStage.uniqueBy(config) === identity);
  if (owner !== undefined && owner.id !== stage.id) {
    throw new Problem(409, `The environment already has a deployment stage named ${identity}; its id is ${owner.id}.`);
  }
  return keepRecord(platform, deploymentStage, stage);
}

function createStage(call: Call): DeploymentStageResponse {
  const { platform } = call;
  const environment = findEnvironment(call);
  const { id } = environment;
  const body = readBody(call, deploymentStageRequest);
  refuseDeletedEnvironment(environment);
  const last = stagesIn(platform, id).at(-1)?.config.order ?? 0;
  return shownStage(platform, keep(platform, newRecord(call, id, { ...body, order: last + 1 })));
}

function listStages(call: Call): { results: DeploymentStageResponse[] } {
  return shownStages(call.platform, findEnvironment(call).id);
}

function readStage(call: Call): DeploymentStageResponse {
  return shownStage(call.platform, findStage(call));
}

function editStage(call: Call): DeploymentStageResponse {
  const stage = findStage(call);
  const body = readBody(call, deploymentStageRequest);
  refuseDeleted(call, stage);
  const config = { ...stage.config, ...body };
  return shownStage(call.platform, keep(call.platform, { ...stage, config, updatedAt: call.now }));
}

/** Its services are in the default stage from then on. */
function deleteStage(call: Call): undefined {
  const { platform } = call;
  const { id, parentId } = findStage(call);
  if (id === defaultStageId(parentId)) throw new Problem(409, "The default stage of an environment can't be deleted.");
  const own = platform.store.services.states(parentId).filter(({ stageId }) => stageId === id);
  platform.store.services.setStage(idsOf(own), null);
  removeRecord(platform, deploymentStage, id);
}

export const deploymentStages: RecordOperations<DeploymentStageResponse> = {
  create: createStage,
  list: listStages,
  get: readStage,
  edit: editStage,
  delete: deleteStage,
};

function idsOf(services: readonly { id: string }[]): string[] {
  return services.map(({ id }) => id);
}

export function moveService(call: Call): { results: DeploymentStageResponse[] } {
  const { platform } = call;
  const stage = findStage(call);
  const id = pathId(call, "serviceId", "service");
  const service = platform.store.services.get(id);
  if (service?.environmentId !== stage.parentId) throw notFound("service in the environment of this stage", id);
  const { is_skipped } = readBody(call, stagePlacement);
  refuseDeleted(call, stage);
  refuseDeletedService(service);
  const stageId = stage.id === defaultStageId(stage.parentId) ? null : stage.id;
  platform.store.services.setStage([id], stageId, is_skipped);
  return shownStages(platform, stage.parentId);
}

export function stageOfService(call: Call): DeploymentStageResponse {
  const { store } = call.platform;
  const id = pathId(call, "serviceId", "service");
  const service = store.services.get(id);
  const stages = service === undefined ? [] : stagesIn(call.platform, service.environmentId);
  const stage = stages.find((each) => service !== undefined && each.id === stageIdOf(service));
  if (stage === undefined) throw notFound("service", id);
  return represent(stages, stage, store.services.states(stage.parentId));
}

/** Moves a stage right before or after another one. */
function move(call: Call, by: 0 | 1): { results: DeploymentStageResponse[] } {
  const { platform } = call;
  const stage = findStage(call);
  const other = findStage(call, "otherStageId");
  if (other.parentId !== stage.parentId) throw notFound("deployment stage in this environment", other.id);
  refuseDeleted(call, stage);
  const others = stagesIn(platform, stage.parentId).filter(({ id }) => id !== stage.id);
  const parent = others.findIndex(({ id }) => id === other.id);
  const ordered = parent < 0 ? [] : [...others.slice(0, parent + by), stage, ...others.slice(parent + by)];
  for (const [order, each] of ordered.entries()) {
    if (each.config.order === order) continue;
    const updatedAt = each === stage ? call.now : each.updatedAt;
    keep(platform, { ...each, updatedAt, config: { ...each.config, order } });
  }
  return shownStages(platform, stage.parentId);
}

export const moveBefore = (call: Call) => move(call, 0);
export const moveAfter = (call: Call) => move(call, 1);

interface Copying {
  readonly from: string;
  readonly to: string;
  readonly services: readonly ServiceState[];
  readonly copies: ReadonlyMap<string, string>;
}

/** Gives the copy of an environment its stages, with the copies of their services. */
export function copyStages(call: Call, { from, to, services, copies }: Copying): void {
  const { platform } = call;
  for (const stage of recordsIn(platform, deploymentStage, from)) {
    const isDefault = stage.id === defaultStageId(from);
    const made = newRecord(call, to, stage.config);
    const copy = keepRecord(platform, deploymentStage, isDefault ? { ...made, id: defaultStageId(to) } : made);
    for (const { id, stageId, isSkipped } of services) {
      const copied = copies.get(id);
      if (copied === undefined || isDefault || stageId !== stage.id) continue;
      platform.store.services.setStage([copied], copy.id, isSkipped);
    }
  }
}
