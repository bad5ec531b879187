import type { Platform } from "../../provider/platform/platform.js";
import { isObject, type Value, type Values } from "../../provider/schema/json.js";
import { type EnvironmentView, readStates, viewFrom } from "../environment/environmentView.js";
import { servicesOf } from "../environment/services.js";
import { statusLines } from "../environment/statusTable.js";
import { tableText } from "../table.js";
import { durationText } from "../times.js";

interface StepView {
  readonly name: string;
  readonly status: string;
  readonly durationSeconds: number | null;
}

interface StageView {
  readonly stageId: string | null;
  readonly durationSeconds: number | null;
  readonly steps: readonly StepView[];
}

/** The last deployment of an environment, with the services that it includes. */
export interface DeploymentView extends EnvironmentView {
  /** Empty until the platform has measured them, usually at the end. */
  readonly stages: readonly StageView[];
}

/** Reads the last deployment of an environment, with the services that it includes. */
export async function readDeployment(platform: Platform, environmentId: string): Promise<DeploymentView> {
  const [listed, states] = await Promise.all([
    servicesOf(platform, environmentId),
    readStates(platform, environmentId),
  ]);
  const view = viewFrom(environmentId, listed, states);
  const services = view.services.filter((each) => each.isPartOfLastDeployment === true);
  return { ...view, services, stages: objectsIn(states?.environment?.metrics).map(stageOf) };
}

function stageOf({ stageId, totalDurationSec, details }: Values): StageView {
  return {
    stageId: typeof stageId === "string" ? stageId : null,
    durationSeconds: secondsIn(totalDurationSec),
    steps: objectsIn(details).map((step) => ({
      name: String(step.stepName ?? "–"),
      status: String(step.status ?? "–"),
      durationSeconds: secondsIn(step.durationSec),
    })),
  };
}

function secondsIn(value: Value | undefined): number | null {
  return typeof value === "number" ? value : null;
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

/** The deployment for people: its services, then its steps. */
export function deploymentLines(view: DeploymentView, now: number, width?: number): string[] {
  const { environment, stages } = view;
  if (environment?.lastDeploymentId === null) return [`Environment ${view.environmentId} was never deployed.`];
  const rows = stages.flatMap(({ stageId, steps }, index) =>
    steps.map(({ name, status, durationSeconds }) => [
      stageId ?? String(index + 1),
      name,
      status,
      durationText(durationSeconds),
    ]),
  );
  const steps = rows.length === 0 ? ["No steps yet."] : tableText(columns, rows, width);
  const took = environment?.durationSeconds ?? null;
  const total = took === null ? [] : ["", `Deployment ${environment?.lastDeploymentId}: ${durationText(took)}`];
  return [...statusLines(view, now, width), ...total, ...steps];
}
