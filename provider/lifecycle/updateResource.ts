import { compare } from "../definition/comparison.js";
import type { Values } from "../schema/json.js";
import { UNKNOWN } from "../schema/unknown.js";
import { callOf, guarded, type Kind, requireKnown, storing } from "./call.js";
import { deployedAgain } from "./deployedAgain.js";
import { givenBefore } from "./givenBefore.js";
import { withoutRemovedOptions } from "./removalNotices.js";
import type { StoredResource, UpdateRequest } from "./requests.js";
import { keptAfterFailure, revisionAfter, storedAfterWrite } from "./stored.js";

export function updateResource(kind: Kind, request: UpdateRequest): Promise<StoredResource> {
  const { definition } = kind;
  const { id, args, stored, isPreview } = request;
  const state = stored.values;
  const call = callOf(kind, args, request);
  const before = givenBefore(call.definition.body, request);
  const comparison = compare(call.definition, { id, state, args, ...before });
  const { changes, removals } = comparison;
  const store = (values: Values, unfinished = {}) => {
    if (isPreview) return storedAfterWrite(definition, { body: call.definition.body, args, revision: UNKNOWN }, values);
    const revision = revisionAfter(definition, stored.revision, changes, call.platform().clock.random);
    return storedAfterWrite(definition, { body: call.definition.body, args, revision, ...unfinished }, values);
  };
  return guarded(
    call,
    "Updating",
    async () => {
      if (isPreview) return store(args);
      requireKnown(call, args);
      const scope = call.scope(id);
      const updated = await scope.verbs.update(scope, comparison);
      await deployedAgain(scope, { id, state: updated });
      const now = withoutRemovedOptions(definition, updated, removals);
      return storing(kind, scope, { id }, () => store(now));
    },
    // Some arguments are still to be removed.
    (values) => keptAfterFailure(values, store(values, before)),
  );
}
