import { ago, shorten, tableText } from "../table.js";
import type { EnvironmentView, ServiceView } from "./environmentView.js";

const columns = [
  { title: "KIND" },
  { title: "NAME", shrinks: true },
  { title: "STATE" },
  { title: "VERSION", shrinks: true },
  { title: "DEPLOYMENT" },
  { title: "SINCE" },
] as const;

/** Without states, their columns are omitted. */
const columnsWithoutStates = columns.filter(({ title }) => ["KIND", "NAME", "VERSION"].includes(title));

/** Number of characters of a commit to show. */
const commitLength = 12;

/** An environment and its contents, one line each. */
export function statusLines(view: EnvironmentView, now: number, width?: number): string[] {
  const { environment, services, others = [] } = view;
  if (services.length + others.length === 0) return [...headline(view, now), "No services."];
  const empty = environment === null ? ["–"] : ["–", "–", "–", "–"];
  const rows = [
    ...services.map((each) => (environment === null ? withoutStates(each) : withStates(each, now))),
    ...others.map((each) => [each.kind, nameOf(each), ...empty]),
  ];
  const table = tableText(environment === null ? columnsWithoutStates : columns, rows, width);
  const around = [headline(view, now), settingsLines(services)].map((lines) =>
    lines.map((line) => shorten(line, width ?? Number.POSITIVE_INFINITY)),
  );
  return [...(around[0] ?? []), ...table, ...(around[1] ?? [])];
}

/** Settings of services that differ from the platform's defaults. */
function settingsLines(services: readonly ServiceView[]): string[] {
  if (services.every(({ advancedSettings }) => advancedSettings === undefined)) return [];
  const lines = services.flatMap((service) =>
    Object.entries(service.advancedSettings ?? {}).map(
      ([name, value]) => `  ${service.kind} ${nameOf(service)}: ${name} = ${JSON.stringify(value)}`,
    ),
  );
  const title =
    lines.length === 0
      ? "All advanced settings are the platform's defaults."
      : "Advanced settings that differ from the platform's defaults:";
  return ["", title, ...lines];
}

function headline({ environmentId, environment }: EnvironmentView, now: number): string[] {
  if (environment === null) return [];
  const { state, deploymentStatus, lastDeploymentDate, triggeredBy, origin } = environment;
  const by = triggeredBy === null ? "" : ` by ${triggeredBy}`;
  const through = origin === null ? "" : ` (${origin})`;
  const last = lastDeploymentDate === null ? "" : `, last deployed ${ago(lastDeploymentDate, now)}${by}${through}`;
  return [`Environment ${environmentId}: ${state ?? "unknown"}, ${deploymentStatus ?? "unknown"}${last}`];
}

function withStates(service: ServiceView, now: number): string[] {
  const { kind, state, deploymentStatus, lastDeploymentDate } = service;
  return [
    kind,
    nameOf(service),
    state ?? "–",
    versionText(service),
    deploymentStatus ?? "–",
    lastDeploymentDate === null ? "–" : ago(lastDeploymentDate, now),
  ];
}

function withoutStates(service: ServiceView): string[] {
  return [service.kind, nameOf(service), versionText(service)];
}

function nameOf({ name, id }: Pick<ServiceView, "name" | "id">): string {
  return name ?? id;
}

function versionText({ version }: ServiceView): string {
  if (version === null) return "–";
  return /^[0-9a-f]{40}([0-9a-f]{24})?$/.test(version) ? version.slice(0, commitLength) : version;
}
