/** What all kinds of record that belong to a parent have in common, and the five operations of most of them. */
import { randomUUID } from "node:crypto";
import type { Platform } from "../platform.js";
import { notFound, Problem } from "../problem.js";
import { type ChildRecord, type RecordKind, recordKey } from "../resources/record.js";
import { type Call, pathId, readBody } from "./call.js";

/** What the store needs to know about a kind. */
type Stored<C> = Pick<RecordKind<C, unknown>, "kind" | "noun" | "uniqueBy" | "isUniqueEverywhere">;

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
  const holder = others.find((other) => kind.uniqueBy(other.config) === name);
  if (holder !== undefined && holder.id !== record.id) {
    throw new Problem(409, `The ${kind.noun} ${shown(name)} already exists; its id is ${holder.id}.`);
  }
  platform.store.records.put(recordKey(kind), record.id, record);
  return record;
}

/** A name that is already JSON is shown as it is. */
function shown(name: string): string {
  return name.startsWith('"') ? name : JSON.stringify(name);
}

/** What is particular to the records of a kind. */
export interface RecordHandling<C, A> {
  /** The id of what the records of a path belong to. */
  findParent(call: Call): string;
  represent(record: ChildRecord<C>, platform: Platform): A;
  /** Throws if the parent is being deleted: then nothing that belongs to it may be created or changed. */
  refuseWrite?(parentId: string, platform: Platform): void;
  /** Throws if the record must not be deleted. */
  refuseRemoval?(record: ChildRecord<C>, platform: Platform): void;
}

/** The handlers of the usual five endpoints. */
export interface RecordOperations<A> {
  create(call: Call): A;
  list(call: Call): { results: A[] };
  get(call: Call): A;
  replace(call: Call): A;
  remove(call: Call): undefined;
}

/** Those of paths that name only the record, and in `nested` of those that name its parent as well. */
export function recordOperations<C, A>(
  kind: RecordKind<C, A>,
  handling: RecordHandling<C, A>,
): RecordOperations<A> & { readonly nested: RecordOperations<A> } {
  const represent = (call: Call, record: ChildRecord<C>) => handling.represent(record, call.platform);

  /** The record of the path, which must belong to the parent if the path names one. */
  function find(call: Call, isNested: boolean): ChildRecord<C> {
    const parentId = isNested ? handling.findParent(call) : undefined;
    const id = pathId(call, `${kind.kind}Id`, kind.noun);
    const record = recordOf(call.platform, kind, id);
    if (record === undefined || (parentId !== undefined && record.parentId !== parentId)) throw notFound(kind.noun, id);
    return record;
  }

  const operations = (isNested: boolean): RecordOperations<A> => ({
    create(call: Call): A {
      const parentId = handling.findParent(call);
      const config = readBody(call, kind.stored);
      handling.refuseWrite?.(parentId, call.platform);
      return represent(call, keepRecord(call.platform, kind, newRecord(call, parentId, config)));
    },
    list: (call: Call) => ({
      results: recordsIn(call.platform, kind, handling.findParent(call)).map((record) => represent(call, record)),
    }),
    get: (call: Call): A => represent(call, find(call, isNested)),
    replace(call: Call): A {
      const record = find(call, isNested);
      const config = readBody(call, kind.stored);
      handling.refuseWrite?.(record.parentId, call.platform);
      return represent(call, keepRecord(call.platform, kind, { ...record, config, updatedAt: call.now }));
    },
    remove(call: Call): undefined {
      const record = find(call, isNested);
      handling.refuseRemoval?.(record, call.platform);
      removeBelongings(call.platform, record.id);
      removeRecord(call.platform, kind, record.id);
    },
  });
  return { ...operations(false), nested: operations(true) };
}
