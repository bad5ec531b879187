/** What all kinds of record have in common, and the five operations of most of them. */
import { randomBytes, randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { digestOf } from "../digest.js";
import type { Platform } from "../platform.js";
import { notFound, Problem } from "../problem.js";
import { nameKey } from "../resources/name.js";
import {
  type ChildRecord,
  nameOf,
  type RecordCall,
  type RecordKind,
  recordKey,
  servedIn,
} from "../resources/record.js";
import { seededIds } from "../seed.js";
import type { Actor } from "../tokens.js";
import {
  type Call,
  environmentNamed,
  findEnvironment,
  findOrganization,
  pathId,
  readBody,
  refuseDeletedEnvironment,
} from "./call.js";
import { listed, usersOf } from "./users.js";

/** What the store needs to know about a kind. */
type Stored<C> = Pick<RecordKind<C, unknown>, "kind" | "noun" | "parents" | "uniqueBy" | "isUniqueEverywhere">;

export function recordOf<C>(platform: Platform, kind: Stored<C>, id: string): ChildRecord<C> | undefined {
  // The store contains only what the record's kind has validated.
  return platform.store.records.get(recordKey(kind), id) as ChildRecord<C> | undefined;
}

export function recordsIn<C>(platform: Platform, kind: Stored<C>, parentId: string): ChildRecord<C>[] {
  return platform.store.records.listOf(recordKey(kind), parentId) as ChildRecord<C>[];
}

export function recordsReferringTo<C>(platform: Platform, kind: Stored<C>, targetId: string): ChildRecord<C>[] {
  return platform.store.records.referringTo(recordKey(kind), targetId) as ChildRecord<C>[];
}

export function removeRecord(platform: Platform, kind: Stored<never>, id: string): void {
  platform.store.records.remove(recordKey(kind), id);
}

/** Removes the records that belong to something. What refers to them belongs to it, too, or to something in it. */
export function removeBelongings({ store }: Platform, parentId: string): void {
  for (const { kind, id } of store.records.belongingTo(parentId)) store.records.remove(kind, id);
}

export function newRecord<C>(call: Call, parentId: string, config: C): ChildRecord<C> {
  return { id: randomUUID(), parentId, createdAt: call.now, updatedAt: null, config };
}

/** Stores a record, unless another one has its name. */
export function keepRecord<C>(platform: Platform, kind: Stored<C>, record: ChildRecord<C>): ChildRecord<C> {
  const name = kind.uniqueBy(record.config);
  const others = kind.isUniqueEverywhere
    ? (platform.store.records.list(recordKey(kind)) as ChildRecord<C>[])
    : recordsIn(platform, kind, record.parentId);
  const owner = others.find((other) => kind.uniqueBy(other.config) === name);
  if (owner !== undefined && owner.id !== record.id) {
    const shown = quoted(nameOf(kind, record.config));
    throw new Problem(409, `The ${kind.noun} ${shown} already exists; its id is ${owner.id}.`);
  }
  platform.store.records.put(recordKey(kind), record.id, record);
  return record;
}

/** A name that is already JSON is shown as it is. */
function quoted(name: string): string {
  return name.startsWith('"') ? name : JSON.stringify(name);
}

/** What is particular to the records of a kind. */
export interface RecordHandling<C, A> {
  /** Whether the path of a record names what it belongs to. */
  readonly isNested?: boolean;
  /** The id of what the records of a path belong to. */
  findParent(call: Call): string;
  represent(record: ChildRecord<C>, platform: Platform): A;
  /** Throws if the parent is being deleted: then nothing that belongs to it may be created or changed. */
  refuseWrite?(parentId: string, platform: Platform): void;
  /** A record of this parent was created, changed or deleted. */
  written?(parentId: string, platform: Platform): void;
  /** Throws if the record must not be deleted. */
  refuseRemoval?(record: ChildRecord<C>, platform: Platform): void;
}

/** The handlers of the usual endpoints. */
export interface RecordOperations<A> extends Record<RecordCall, (call: Call) => unknown> {
  create(call: Call): A;
  list(call: Call): { results: A[] };
  get(call: Call): A;
  edit(call: Call): A;
  delete(call: Call): undefined;
}

export function recordOperations<C, A, B = C>(
  kind: RecordKind<C, A, B>,
  handling: RecordHandling<C, A>,
): RecordOperations<A> {
  const { returnedOnce: once, parameter = `${kind.kind}Id` } = kind;
  const represent = (call: Call, record: ChildRecord<C>) => handling.represent(record, call.platform);

  /** The record of the path, which must belong to the parent if the path names one. */
  function find(call: Call): ChildRecord<C> {
    const parentId = handling.isNested ? handling.findParent(call) : undefined;
    const id = pathId(call, parameter, kind.noun);
    const record = recordOf(call.platform, kind, id);
    if (record === undefined || (parentId !== undefined && record.parentId !== parentId)) throw notFound(kind.noun, id);
    return record;
  }

  function read(call: Call, previous?: C): C {
    // Without a request of its own, a kind stores the body.
    const schema = kind.request ?? (kind.stored as z.ZodType<unknown> as z.ZodType<B>);
    const body = readBody(call, schema, (specified, report) => {
      if (previous !== undefined) kind.checkEdit?.(specified as B, previous, report);
    });
    return kind.configOf?.(body, call.actor.subject) ?? (body as unknown as C);
  }

  const isSelected = (config: C, query: URLSearchParams) =>
    Object.entries(kind.filters ?? {}).every(([name, { textOf }]) => {
      const wanted = query.get(name);
      return wanted === null || nameKey(textOf(config)) === nameKey(wanted);
    });

  return {
    create(call) {
      const { platform } = call;
      const parentId = handling.findParent(call);
      const config = read(call);
      handling.refuseWrite?.(parentId, platform);
      const text = once && randomBytes(32).toString("base64url");
      const record = newRecord(call, parentId, config);
      const kept = keepRecord(platform, kind, text === undefined ? record : { ...record, digest: digestOf(text) });
      handling.written?.(parentId, platform);
      const shown = represent(call, kept);
      return once === undefined ? shown : { ...shown, [once]: text };
    },
    list: (call) => ({
      results: recordsIn(call.platform, kind, handling.findParent(call))
        .filter(({ config }) => isSelected(config, call.query))
        .map((record) => represent(call, record)),
    }),
    get: (call) => represent(call, find(call)),
    edit(call) {
      const record = find(call);
      const config = read(call, record.config);
      handling.refuseWrite?.(record.parentId, call.platform);
      const kept = keepRecord(call.platform, kind, { ...record, config, updatedAt: call.now });
      if (!isDeepStrictEqual(config, record.config)) handling.written?.(record.parentId, call.platform);
      return represent(call, kept);
    },
    delete(call) {
      const record = find(call);
      handling.refuseRemoval?.(record, call.platform);
      removeBelongings(call.platform, record.id);
      removeRecord(call.platform, kind, record.id);
      handling.written?.(record.parentId, call.platform);
      return undefined;
    },
  };
}

/** Who sends an access token that was returned once; undefined unless its record is still there, and has a role. */
export function actorWith({ store, recordKinds, related }: Platform, token: string): Actor | undefined {
  const found = store.records.withDigest(digestOf(token));
  const kind = recordKinds.find((each) => recordKey(each) === found?.kind);
  if (found === undefined || kind?.roleOf === undefined) return undefined;
  const { config } = store.records.get(recordKey(kind), found.id) ?? {};
  const subject = `${found.id}@app-platform.local`;
  return { subject, role: kind.roleOf(config, related), organizationId: seededIds.organization };
}

/** How many services and clusters refer to a record. */
export function countUsers<C>(
  platform: Platform,
  { referredToBy }: RecordKind<C, unknown, unknown>,
  id: string,
): number {
  return referredToBy === undefined ? 0 : usersOf(platform, referredToBy, id).length;
}

/** The operations of a kind about which everything is in its file. */
export function plainOperations<C, A, B>(kind: RecordKind<C, A, B>): RecordOperations<A> {
  const { noun, referredToBy, represent } = kind;
  const parent = servedIn(kind);
  if (represent === undefined || parent === undefined) throw new Error(`A ${noun} needs operations of its own.`);
  return recordOperations(kind, {
    ...parents[parent],
    represent: (record, platform) => represent(record, () => countUsers(platform, kind, record.id), platform.related),
    refuseRemoval({ id, config }, platform) {
      const users = referredToBy === undefined ? [] : usersOf(platform, referredToBy, id);
      if (users.length === 0) return;
      throw new Problem(409, `The ${noun} ${quoted(nameOf(kind, config))} is used by ${listed(users)}.`);
    },
  });
}

type ParentReference = Pick<RecordHandling<unknown, unknown>, "isNested" | "findParent" | "refuseWrite">;
const parents: Record<"organization" | "environment", ParentReference> = {
  organization: { isNested: true, findParent: findOrganization },
  environment: {
    findParent: (call) => findEnvironment(call).id,
    refuseWrite: (id, platform) => refuseDeletedEnvironment(environmentNamed(platform, id)),
  },
};
