/** The services and clusters that use records of an organization: their configurations have the ids of these records. */
import type { Platform } from "../platform.js";
import { isObject } from "../schema/values.js";

export interface User {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
}

/** Those that refer to a record in a member. */
export function usersOf({ store }: Platform, member: string, id: string): readonly User[] {
  const clusters = store.records.list("cluster").map((cluster) => ({ ...cluster, kind: "cluster" }));
  return [...store.services.all(), ...clusters]
    .filter(({ config }) => refersTo(config, member, id))
    .map((each) => ({ kind: each.kind, name: each.config.name, id: each.id }));
}

export function refersTo(config: unknown, member: string, id: string): boolean {
  return referencesIn(config, new Set([member])).includes(`${member} ${id}`);
}

/** The ids that a configuration has in these members, wherever they are: each as `member id`. */
export function referencesIn(value: unknown, members: ReadonlySet<string>): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => referencesIn(item, members));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    members.has(name) ? idsIn(inner).map((id) => `${name} ${id}`) : referencesIn(inner, members),
  );
}

/** A cluster keeps the id of its credentials as it was sent. */
function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  const id = isObject(value) ? value.id : value;
  return typeof id === "string" ? [id.toLowerCase()] : [];
}

/** How many users a message names. */
const named = 5;

export function listed(users: readonly User[]): string {
  const shown = users.slice(0, named).map(({ kind, name, id }) => `${kind} "${name}" (${id})`);
  const others = users.length - shown.length;
  return others > 0 ? `${shown.join(", ")} and ${others} more` : shown.join(", ");
}
