/** Whether a data file, as a kill has left it, is whole in itself. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DeploymentRow, openStored, type ServiceRow } from "../stored.js";
import type { Ledger } from "./ledger.js";

/** Seconds that a service of each way takes to deploy, from the backend's README. */
const seconds: Readonly<Record<string, number>> = { plain: 4, built: 8, run: 7, "built and run": 11 };

interface Deployment {
  readonly id: string;
  readonly environmentId: string;
  readonly started: number;
  readonly tasks: readonly { readonly serviceId: string; readonly way: string }[];
}

export interface Findings {
  /** What SQLite's own check finds. */
  readonly damage: string[];
  /** Rows that do not agree with themselves or each other. */
  readonly halfMade: string[];
  /** Names that two services of a kind and environment share. */
  readonly namesakes: string[];
  /** Deployments that began in an environment before the one before had ended. */
  readonly overlaps: string[];
  /** Answered deployments that are not there, although they are not old enough to be removed. */
  readonly lostDeployments: string[];
}

/** Looks at a copy: opening the file itself would repair what the backend has to repair. */
export function inspect(data: string, ledger: Ledger, speed: number): Findings {
  const folder = mkdtempSync(join(tmpdir(), "inspected-"));
  const copy = join(folder, "copy.db");
  for (const part of ["", "-wal"]) if (existsSync(data + part)) copyFileSync(data + part, copy + part);
  const stored = openStored(copy);
  try {
    const services = stored.services();
    const deployments = stored.deployments();
    return {
      damage: stored.damage(),
      halfMade: [
        ...stored.records().flatMap(({ id, body }) => (isJson(body) ? [] : [`record ${id}`])),
        ...services.filter((row) => !isWhole(row)).map(({ id }) => `service ${id}`),
        ...deployments.filter((row) => !isWholeDeployment(row)).map(({ id }) => `deployment ${id}`),
        ...unlinked(services, deployments),
      ],
      namesakes: namesakes(services),
      overlaps: overlaps(deployments, speed),
      lostDeployments: lostDeployments(ledger, deployments),
    };
  } finally {
    stored.close();
    rmSync(folder, { recursive: true });
  }
}

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false;
  }
}

function isWhole(row: ServiceRow): boolean {
  if (!isJson(row.body)) return false;
  const { id, kind, environmentId, deletingSince, config } = JSON.parse(row.body);
  // The description repeats what it begins with: of a torn one the end would be missing.
  const [first, ...rest] = (config.description as string).trimEnd().split(" ");
  return (
    [id, kind, environmentId, deletingSince].join() ===
      [row.id, row.kind, row.environment_id, row.deleting_since].join() &&
    row.name_key === JSON.stringify(config.name.toLowerCase()) &&
    rest.every((part) => part === first)
  );
}

function isWholeDeployment(row: DeploymentRow): boolean {
  if (!isJson(row.body)) return false;
  const { id, environmentId, tasks } = JSON.parse(row.body) as Deployment;
  return id === row.id && environmentId === row.environment_id && tasks.length > 0;
}

/** A deployment and what it changes in its services are one write: neither may be there without the other. */
function unlinked(services: readonly ServiceRow[], rows: readonly DeploymentRow[]): string[] {
  const deployments = rows.filter(({ body }) => isJson(body)).map(({ body }) => JSON.parse(body) as Deployment);
  return services.flatMap(({ id, body }) => {
    const { lastDeploymentId, deployedRevision } = JSON.parse(body);
    const last = deployments.findLast(({ tasks }) => tasks.some(({ serviceId }) => serviceId === id));
    const fits = (last?.id ?? null) === lastDeploymentId && (last === undefined) === (deployedRevision === null);
    return fits ? [] : [`service ${id} and its last deployment`];
  });
}

/** How many deployments of an environment are always kept, from the backend's README. */
const keptDeployments = 200;
/** Responses of deployments that follow each other closely may arrive in another order. */
const outOfOrder = 8;

function lostDeployments({ deployments: answered }: Ledger, rows: readonly DeploymentRow[]): string[] {
  const present = new Set(rows.map(({ id }) => id));
  return [...new Set(answered.values())].flatMap((environment) => {
    const ids = [...answered].filter(([, where]) => where === environment).map(([id]) => id);
    const newest = rows.filter((row) => row.environment_id === environment).slice(-keptDeployments);
    const kept = new Set(newest.map(({ id }) => id));
    const firstKept = ids.findIndex((id) => kept.has(id));
    const removable = firstKept === -1 ? ids.length : firstKept + outOfOrder;
    return ids.slice(newest.length < keptDeployments ? 0 : removable).filter((id) => !present.has(id));
  });
}

function namesakes(services: readonly ServiceRow[]): string[] {
  const keys = services.map(({ environment_id, kind, body }) =>
    [environment_id, kind, JSON.parse(body).config.name.toLowerCase()].join(" "),
  );
  return keys.filter((key, index) => keys.indexOf(key) !== index);
}

function overlaps(rows: readonly DeploymentRow[], speed: number): string[] {
  const ends = new Map<string, number>();
  return rows.flatMap(({ body }) => {
    const { id, environmentId, started, tasks } = JSON.parse(body) as Deployment;
    const longest = Math.max(...tasks.map(({ way }) => seconds[way] ?? Number.NaN));
    // Reckoned in floating seconds there, so a little tolerance.
    const overlap = started < (ends.get(environmentId) ?? 0) - 0.01;
    ends.set(environmentId, started + (longest * 1000) / speed);
    return overlap ? [id] : [];
  });
}
