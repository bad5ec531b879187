import { LookupFailedError } from "../errors/index.js";
import { callOf, guarded, type Kind } from "./call.js";
import { whyUnreadable } from "./importResource.js";
import { readOrGone } from "./readOrGone.js";
import type { FoundResource, ReadRequest } from "./requests.js";
import { notePlace } from "./servicePlace.js";
import { storedAfterRead } from "./stored.js";

/** What the platform has of a resource; nothing if it does not exist. */
export function readResource(kind: Kind, request: ReadRequest): Promise<FoundResource | undefined> {
  const { definition } = kind;
  const { id, stored, isLookup } = request;
  const call = callOf(kind, stored.values, request);
  return guarded(call, "Reading", async () => {
    const scope = call.scope(id);
    const unreadable = isLookup ? whyUnreadable(call) : undefined;
    if (unreadable !== undefined) throw new LookupFailedError(`${definition.kind}.get`, ...unreadable);
    const now = await (isLookup ? scope.verbs.read : readOrGone)(scope, id, stored.values);
    if (now !== undefined) {
      notePlace(scope, now, id);
      return storedAfterRead(definition, stored, now, scope.platform.clock.random);
    }
    if (isLookup) {
      const text = `there is no ${definition.kind} with id ${id}`;
      throw new LookupFailedError(`${definition.kind}.get`, text, "check the ID.");
    }
    await scope.verbs.confirmGone(scope, id, stored.values);
    return undefined;
  });
}
