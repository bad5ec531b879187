import { randomUUID } from "node:crypto";
import type { Platform } from "../platform.js";
import { notFound, Problem } from "../problem.js";
import { nameKey } from "../resources/name.js";
import { commonOf, type OrganizationRecord, type OrganizationRecordKind } from "../resources/organization-record.js";
import { isObject } from "../schema/values.js";
import { type Call, findOrganization, pathId, readBody } from "./call.js";
import type { RecordOperations } from "./records.js";

/** The five operations of a kind of record that belongs to an organization. A platform has one organization. */
export function organizationRecordOperations<C extends { name: string }, S extends OrganizationRecord, A>(
  kind: OrganizationRecordKind<C, S, A>,
): RecordOperations<A> {
  const { table, noun, parameter = `${kind.item}Id`, isOf = () => true } = kind;

  function all({ store }: Platform): readonly S[] {
    // A table contains only what its kind has validated.
    return (store.records.list(table) as unknown as S[]).filter(isOf);
  }

  function read(call: Call): C {
    const body = readBody(call, kind.stored);
    return kind.complete?.(body) ?? body;
  }

  function find(call: Call): S {
    findOrganization(call);
    const id = pathId(call, parameter, noun);
    const found = call.platform.store.records.get(table, id) as unknown as S | undefined;
    if (found === undefined || !isOf(found)) throw notFound(noun, id);
    return found;
  }

  function keep({ platform }: Call, record: C & Omit<OrganizationRecord, "name">): A {
    const holder = all(platform).find(({ name }) => nameKey(name) === nameKey(record.name));
    if (holder !== undefined && holder.id !== record.id) {
      throw new Problem(409, `The ${noun} "${record.name}" already exists; its id is ${holder.id}.`);
    }
    platform.store.records.put(table, record.id, record as never);
    return represent(platform, record as unknown as S);
  }

  function represent(platform: Platform, record: S): A {
    return kind.represent(record, commonOf(record), () => usersOf(platform, kind.referredToBy, record.id).length);
  }

  return {
    create(call) {
      findOrganization(call);
      const body = read(call);
      return keep(call, { ...body, id: randomUUID(), created_at: call.now, updated_at: null });
    },
    list(call) {
      findOrganization(call);
      return { results: all(call.platform).map((record) => represent(call.platform, record)) };
    },
    get: (call) => represent(call.platform, find(call)),
    replace(call) {
      const { id, created_at } = commonOf(find(call));
      return keep(call, { ...read(call), id, created_at, updated_at: call.now });
    },
    remove(call) {
      const { id, name } = find(call);
      const users = usersOf(call.platform, kind.referredToBy, id);
      if (users.length > 0) throw new Problem(409, `The ${noun} "${name}" is used by ${listed(users)}.`);
      call.platform.store.records.remove(table, id);
      return undefined;
    },
  };
}

interface User {
  readonly kind: string;
  readonly name: string;
  readonly id: string;
}

/** The services and clusters that refer to a record. */
function usersOf({ store }: Platform, member: string, id: string): readonly User[] {
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

function listed(users: readonly User[]): string {
  const shown = users.slice(0, named).map(({ kind, name, id }) => `${kind} "${name}" (${id})`);
  const others = users.length - shown.length;
  return others > 0 ? `${shown.join(", ")} and ${others} more` : shown.join(", ");
}
