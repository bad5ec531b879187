import type { Call } from "../definition/kind.js";
import { OwnersUnknownError } from "../errors/index.js";
import { nameInUrn } from "../ownership/stackOwners.js";
import type { Setup } from "./call.js";
import { type EngineRequest, noSecrets } from "./request.js";

/** A delete that the engine omitted. */
interface DroppedDelete {
  readonly setup: Setup;
  readonly request: EngineRequest;
}

/**
 * Deletes of what Pulumi has removed from the state without a call to the provider, since it has the option `deletedWith`: the platform
 * deletes only some of it with this resource. What refers to others is in an earlier group.
 */
export async function droppedDeletes(
  setup: Setup,
  { run, urn, label }: Call,
  request: EngineRequest,
): Promise<readonly (readonly DroppedDelete[])[]> {
  let left = await run.owners.droppedWith(urn).catch(OwnersUnknownError.orOwn(label, request.id));
  // The state no longer has it.
  const itsRun = { ...run, owners: { ...run.owners, allOwners: run.owners.matching } };
  const groups: DroppedDelete[][] = [];
  while (left.length > 0) {
    const needed = new Set(left.flatMap(({ refersTo = [] }) => refersTo));
    const next = left.filter((each) => !needed.has(each.urn));
    groups.push(
      next.flatMap(({ urn: own, kind, id, values }) => {
        const found = setup.kindNamed(kind);
        const { log, seconds, signal } = request;
        const of = { urn: own, resourceName: nameInUrn(own), id, state: { values, revision: undefined } };
        const its: EngineRequest = { log, seconds, signal, ...of, inputs: {}, secrets: noSecrets };
        return found === undefined ? [] : [{ setup: { ...setup, ...found, run: itsRun }, request: its }];
      }),
    );
    left = left.filter(({ urn: each }) => needed.has(each));
  }
  return groups;
}
