/** Create, list, read, update and delete: the same for every kind of record that belongs to an environment. */
import { randomUUID } from "node:crypto";
import { notFound, Problem } from "../problem.js";
import { type EnvironmentRecord, type EnvironmentRecordKind, recordKey } from "../resources/environment-record.js";
import { type Call, findEnvironment, pathId, readBody } from "./call.js";
import { eachShown } from "./representations.js";

export function environmentRecordOperations<C, A>(kind: EnvironmentRecordKind<C, A>) {
  const key = recordKey(kind.kind);

  function listIn(call: Call, environmentId: string): EnvironmentRecord<C>[] {
    // The store has under a kind only what that kind validated.
    const all = call.platform.store.records.list(key) as EnvironmentRecord<C>[];
    return all.filter((record) => record.environmentId === environmentId);
  }

  function find(call: Call): EnvironmentRecord<C> {
    const id = pathId(call, `${kind.kind}Id`, kind.noun);
    const record = call.platform.store.records.get(key, id);
    if (record === undefined) throw notFound(kind.noun, id);
    return record as EnvironmentRecord<C>;
  }

  function keep(call: Call, record: EnvironmentRecord<C>): A {
    const name = kind.uniqueBy(record.config);
    const holder = listIn(call, record.environmentId).find((other) => kind.uniqueBy(other.config) === name);
    if (holder !== undefined && holder.id !== record.id) {
      throw new Problem(
        409,
        `The environment already has the ${kind.noun} ${JSON.stringify(name)}; its id is ${holder.id}.`,
      );
    }
    call.platform.store.records.put(key, record.id, record);
    return kind.represent(record);
  }

  return {
    create(call: Call): A {
      const { id: environmentId } = findEnvironment(call);
      const config = readBody(call, kind.request);
      return keep(call, { id: randomUUID(), environmentId, createdAt: call.now, updatedAt: null, config });
    },
    list: (call: Call) => ({
      results: eachShown(call.platform, listIn(call, findEnvironment(call).id), kind.represent),
    }),
    get: (call: Call) => kind.represent(find(call)),
    replace(call: Call): A {
      const record = find(call);
      return keep(call, { ...record, config: readBody(call, kind.request), updatedAt: call.now });
    },
    remove(call: Call): undefined {
      call.platform.store.records.remove(key, find(call).id);
    },
  };
}
