/** Services that people created by hand, with every field set, and programs that manage a few of those fields. */
import {
  isNotApplicable,
  type Kind,
  kindNames,
  type NotApplicable,
  records,
  type TypedRecords,
} from "../../kinds/index.js";
import type { Args } from "../../kinds/testRecord.js";
import type { Platform, SeededIds } from "../../platform/support/platform.js";
import { serviceBodies } from "../../platform/support/services.js";

/** The kinds that a person can create by hand and a program then adopts. */
export type Service = {
  [K in Kind]: TypedRecords[K]["existing"] extends NotApplicable ? never : K;
}[Kind];

export const services = kindNames.filter((kind): kind is Service => !isNotApplicable(records[kind].existing));

const recordsOf = (kind: Service) => {
  const { existing, service } = records[kind];
  if (isNotApplicable(existing) || isNotApplicable(service)) throw new Error(`no ${kind} is created by hand`);
  return { existing, service };
};

/** How paths and snapshots call a kind. */
export const segmentOf = (kind: Service): string => recordsOf(kind).service;

export type Existing = Readonly<Record<Service, string>>;

/** One of each kind, created by hand with all members set; their ids. */
export async function makeExisting({ request, ids }: Platform): Promise<Existing> {
  const made = await Promise.all(
    services.map(async (kind) => {
      const segment = segmentOf(kind);
      const full = serviceBodies[segment]?.full(ids);
      const { body } = await request("POST", `/environment/${ids.environment}/${segment}`, { body: full });
      return [kind, body.id] as const;
    }),
  );
  return Object.fromEntries(made) as Record<Service, string>;
}

/** What a program must give for each of them, with the values that they have. */
export function requiredArgs(ids: SeededIds): Readonly<Record<Service, Args>> {
  const entries = services.map((kind) => [kind, recordsOf(kind).existing.requiredArgs(ids)]);
  return Object.fromEntries(entries) as Record<Service, Args>;
}

/** What people set that no program gives, as the platform holds it: everything but the named members. */
export async function storedBy(
  { request }: Platform,
  id: string,
  ...except: string[]
): Promise<Record<string, unknown>> {
  const { body } = await request("GET", "/_local/snapshot");
  // Times of inner objects change with every edit.
  const plain = JSON.parse(JSON.stringify(body, (key, value) => (key === "updated_at" ? undefined : value)));
  const rows = plain.tables.service as { id: string; body: { config: Record<string, unknown> } }[];
  const { config } = rows.find((row) => row.id === id)?.body ?? { config: {} };
  return Object.fromEntries(Object.entries(config).filter(([name]) => !except.includes(name)));
}

/** The variables that the platform has of a service itself, in the order of their keys. */
export async function variablesOf({ request }: Platform, id: string, scope = "CONTAINER") {
  const { body } = await request("GET", `/variable?parent_id=${id}&scope=${scope}`);
  const own = (body.results as Record<string, unknown>[]).filter((each) => each.scope === scope);
  return own.sort((one, other) => (String(one.key) < String(other.key) ? -1 : 1));
}

/** The same by key: what the platform shows, or `secret`. */
export async function shownVariables(platform: Platform, id: string): Promise<Record<string, unknown>> {
  const own = await variablesOf(platform, id);
  return Object.fromEntries(own.map(({ key, value, is_secret: isSecret }) => [key, isSecret ? "secret" : value]));
}
