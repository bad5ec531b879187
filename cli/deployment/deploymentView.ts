import { isFailure } from "../../provider/deployment/statuses.js";
import { AppPlatformError, oneLine } from "../../provider/errors/appPlatformError.js";
import { deploymentStage } from "../../provider/kinds/deploymentStage.js";
import { isServed } from "../../provider/platform/endpoint.js";
import type { Platform } from "../../provider/platform/platform.js";
import { isLoopback } from "../../provider/platform/settings.js";
import { listAll } from "../../provider/resource/read.js";
import { isObject, parseJson, plainNumber, type Value, type Values } from "../../provider/schema/json.js";
import type { CommandContext, Session } from "../command.js";
import {
  type EnvironmentView,
  isFailed,
  readStates,
  type ServiceView,
  viewFrom,
} from "../environment/environmentView.js";
import { serviceLabel, servicesOf } from "../environment/services.js";
import { statusLines } from "../environment/statusTable.js";
import { sendPlain } from "../plainRequest.js";
import { durationText, tableText } from "../table.js";
import { callFor, environmentLabel } from "./call.js";

interface StepView {
  readonly name: string;
  readonly status: string;
  readonly durationSeconds: number | null;
}

interface StageView {
  readonly stageId: string | null;
  /** Nothing if the platform doesn't list it. */
  readonly name: string | null;
  readonly durationSeconds: number | null;
  readonly steps: readonly StepView[];
}

interface DeployedView extends ServiceView {
  readonly steps: readonly StepView[];
  /** Why it failed, if the platform returns that. */
  readonly reason: string | null;
}

/** The last deployment of an environment, with its services, failed ones first. */
export interface DeploymentView extends EnvironmentView {
  readonly services: readonly DeployedView[];
  /** Empty until the platform has measured them, usually at the end. */
  readonly stages: readonly StageView[];
}

/**
 * Reads the last deployment of an environment, with its services.
 *
 * @param reasonsOf Returns why services of a deployment failed.
 */
export async function readDeployment(
  platform: Platform,
  environmentId: string,
  reasonsOf: (deploymentId: string) => Promise<Reasons>,
): Promise<DeploymentView> {
  const [listed, states] = await Promise.all([
    servicesOf(platform, environmentId),
    readStates(platform, environmentId),
  ]);
  const view = viewFrom(environmentId, listed, states);
  const included = view.services.filter((each) => each.isPartOfLastDeployment === true);
  const stages = objectsIn(states?.environment?.metrics);
  const last = view.environment?.lastDeploymentId ?? null;
  const [reasons, names] = await Promise.all([
    last !== null && included.some(hasFailed) ? reasonsOf(last) : new Map<string, string>(),
    stages.some(({ stageId }) => typeof stageId === "string") ? stageNames(platform, environmentId) : new Map(),
  ]);
  const services = included.map((each) => ({
    ...each,
    steps: (states?.services.find(({ id }) => id === each.id)?.steps ?? []).map((step) =>
      stepOf({ stepName: step.step_name, status: step.status, durationSec: step.duration_sec }),
    ),
    reason: reasons.get(each.id) ?? null,
  }));
  return {
    ...view,
    services: [...services].sort((one, other) => rankOf(one) - rankOf(other)),
    stages: stages.map((stage) => ({ ...stageOf(stage), name: names.get(String(stage.stageId)) ?? null })),
  };
}

function hasFailed({ state }: ServiceView): boolean {
  return state !== null && isFailure(state);
}

/** Failed services come first, then those that were canceled because of them. */
function rankOf(service: ServiceView): number {
  return isFailed(service) ? 0 : hasFailed(service) ? 1 : 2;
}

/** The names of the stages of an environment, by ID; none if they can't be read, since the deployment matters more. */
async function stageNames(platform: Platform, environmentId: string): Promise<ReadonlyMap<string, string>> {
  const { list } = deploymentStage.api;
  if (!isServed(list, platform.endpoints)) return new Map();
  const label = environmentLabel(environmentId);
  const purpose = `Listing the deployment stages of ${label}`;
  const call = callFor(platform, deploymentStage, label);
  const items = await listAll(call, list, { environmentId }, { purpose }).catch((error): Values[] => {
    if (error instanceof AppPlatformError) return [];
    throw error;
  });
  return new Map(items.map(({ id, name }) => [String(id), String(name)]));
}

function stageOf({ stageId, totalDurationSec, details }: Values): Omit<StageView, "name"> {
  return {
    stageId: typeof stageId === "string" ? stageId : null,
    durationSeconds: secondsIn(totalDurationSec),
    steps: objectsIn(details).map(stepOf),
  };
}

function stepOf({ stepName, status, durationSec }: Values): StepView {
  return { name: String(stepName ?? "–"), status: String(status ?? "–"), durationSeconds: secondsIn(durationSec) };
}

function secondsIn(value: Value | undefined): number | null {
  const seconds = plainNumber(value);
  return typeof seconds === "number" ? seconds : null;
}

function objectsIn(value: Value | undefined): Values[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

const columns = [
  { title: "STAGE", shrinks: true },
  { title: "STEP", shrinks: true },
  { title: "STATUS" },
  { title: "DURATION" },
] as const;

/**
 * The deployment as text: its services, then its steps. If services failed, only these, with the reasons.
 *
 * @param all Whether to also show services that didn't fail.
 */
export function deploymentLines(view: DeploymentView, now: number, width?: number, all = false): string[] {
  const { environment, services, stages } = view;
  if (environment?.lastDeploymentId === null) return [`Environment ${view.environmentId} was never deployed.`];
  const failed = services.filter(hasFailed);
  const shown = all || failed.length === 0 ? services : failed;
  const others = services.filter((each) => !shown.includes(each));
  const rows = stages.flatMap(({ stageId, name: stage, steps }, index) =>
    steps.map(({ name, status, durationSeconds }) => [
      stage ?? stageId ?? String(index + 1),
      name,
      status,
      durationText(durationSeconds),
    ]),
  );
  const steps = rows.length === 0 ? ["No steps yet."] : tableText(columns, rows, width);
  const took = environment?.durationSeconds ?? null;
  const total = took === null ? [] : ["", `Deployment ${environment?.lastDeploymentId}: ${durationText(took)}`];
  return [
    ...statusLines({ ...view, services: shown }, now, width),
    ...(others.length === 0 ? [] : [`${others.length} more: ${countedStates(others)} (--all shows them)`]),
    ...(failed.length === 0 ? [] : ["", ...failed.map((each) => failureLine(each, failed.some(isFailed)))]),
    ...total,
    ...steps,
  ];
}

/** The number of services in each state: `57 DEPLOYED, 1 DEPLOYING`. */
function countedStates(services: readonly ServiceView[]): string {
  const counts = new Map<string, number>();
  for (const { state } of services) counts.set(state ?? "–", (counts.get(state ?? "–") ?? 0) + 1);
  return [...counts].map(([state, count]) => `${count} ${state}`).join(", ");
}

/** The step in which a service failed, and why, if the platform returns that. */
function failureLine({ kind, id, name, state, steps, reason }: DeployedView, hasCause: boolean): string {
  const label = serviceLabel({ kind, id, name: name ?? undefined });
  if (state === "CANCELED" && hasCause) return oneLine(`${label} was canceled because of it.`);
  const step = steps.findLast(({ status }) => ["ERROR", "CANCELED"].includes(status));
  const where =
    step === undefined ? `is ${state}` : `${step.status === "ERROR" ? "failed" : "was canceled"} in ${step.name}`;
  const after = step?.durationSeconds == null ? "" : ` after ${durationText(step.durationSeconds)}`;
  const why = reason ?? (state === "CANCELED" ? "" : "Read its log in the platform's console.");
  return oneLine(`${label} ${where}${after}. ${why}`.trimEnd());
}

const seconds = 5;

/** Why a service failed, in a sentence, by its ID. */
export type Reasons = ReadonlyMap<string, string>;

/**
 * Why services of a deployment failed, on a local platform: the API doesn't return that. Any other platform on this machine, and a local
 * one with closed paths, responds with something else, which is ignored.
 */
export async function localReasons(
  { command, options: { connection }, environment, signal }: CommandContext,
  { configuration: { baseUrl, logFile } }: Session,
  deploymentId: string,
): Promise<Reasons> {
  if (!isLoopback(baseUrl)) return new Map();
  const path = `/_local/deployments/${deploymentId}`;
  const response = await sendPlain({ baseUrl, logFile, command, connection, path, seconds, environment, signal }).catch(
    () => undefined,
  );
  const body = response?.status === 200 ? parseJson(response.text) : undefined;
  const tasks = isObject(body) && Array.isArray(body.tasks) ? body.tasks.filter(isObject) : [];
  return new Map(
    tasks.flatMap(({ serviceId, failure }) =>
      typeof serviceId === "string" && isObject(failure) && typeof failure.reason === "string"
        ? [[serviceId, failure.reason] as const]
        : [],
    ),
  );
}
