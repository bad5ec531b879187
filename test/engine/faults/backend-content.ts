/** What a backend holds and has carried out, asked of itself. */
import type { Platform } from "../../platform/support/platform.js";
import type { Value, Values } from "../../support/provider.js";
import { idOf } from "../support/console.js";

export interface Service {
  readonly id: string;
  readonly config: Values;
}

export interface Deployment {
  readonly id: string;
  readonly isCancelled: boolean;
}

export interface BackendContent {
  /** The services of a kind with a name, whatever its letters' case; all of the kind without one. */
  services(kind: string, name?: string): Service[];
  /** The ids, as programs know them, of what has this value as one of its settings. */
  records(value: unknown): string[];
  readonly deployments: readonly Deployment[];
  /** The cluster's GitOps configuration. */
  readonly gitOps: Values | undefined;
  /** How many requests for an operation came, and how many of them were carried out. */
  requests(operation: string): { readonly all: number; readonly done: number };
}

type Row = Values & { readonly id: string; readonly kind: string; readonly body: Values };

export async function contentOf({ request }: Platform): Promise<BackendContent> {
  const [snapshot, journal] = await Promise.all([
    request("GET", "/_local/snapshot"),
    request("GET", "/_local/requests"),
  ]);
  const { record, service, deployment } = snapshot.body.tables as Record<string, Row[]>;
  const entries = journal.body.results as { operation: string; status: number | null; count: number }[];
  return {
    services: (kind, name) =>
      (service ?? [])
        .filter((row) => row.kind === kind)
        .map(({ id, body }) => ({ id, config: body.config as Values }))
        .filter(({ config }) => name === undefined || String(config.name).toLowerCase() === name.toLowerCase()),
    records: (value) =>
      [...(record ?? []), ...(service ?? [])]
        .filter(
          // What another one names is not the other one.
          ({ id, body }) =>
            id !== value && Object.values({ ...body, ...(body.config as Values | undefined) }).includes(value as Value),
        )
        .map(idOf),
    deployments: (deployment ?? []).map(({ id, body }) => ({ id, isCancelled: body.cancel !== null })),
    gitOps: record?.find(({ kind }) => kind === "gitOps")?.body,
    requests(operation) {
      const counts = entries.filter((entry) => entry.operation === operation);
      const sum = (list: typeof counts) => list.reduce((total, { count }) => total + count, 0);
      const isDone = (code: number | null) => code !== null && code >= 200 && code < 300;
      return { all: sum(counts), done: sum(counts.filter(({ status }) => isDone(status))) };
    },
  };
}

/** Takes a service away as a person in the platform's console would, where the endpoints have no call for it: by the snapshot. */
export async function removeByHand({ request }: Platform, id: string): Promise<void> {
  const { body } = await request("GET", "/_local/snapshot");
  body.tables.service = body.tables.service.filter((row: Row) => row.id !== id);
  const { status } = await request("PUT", "/_local/snapshot", { body });
  if (status !== 204) throw new Error(`the snapshot was answered with ${status}`);
}
