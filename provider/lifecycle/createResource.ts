import type { Values } from "../schema/json.js";
import { UNKNOWN } from "../schema/unknown.js";
import { newRevision } from "../values/serviceSelection.js";
import { callOf, guarded, type Kind, requireKnown, storing } from "./call.js";
import { deployedAgain } from "./deployedAgain.js";
import type { CreateRequest, StoredResource } from "./requests.js";
import { keptAfterFailure, storedAfterWrite } from "./stored.js";

/** A resource that was created, and what is stored of it. */
export interface CreatedResource {
  /** Empty in a preview. */
  readonly id: string;
  readonly stored: StoredResource;
}

export function createResource(kind: Kind, request: CreateRequest): Promise<CreatedResource> {
  const { args, isPreview } = request;
  const call = callOf(kind, args, request);
  const store = (state: Values) => {
    const revision = isPreview ? UNKNOWN : newRevision(call.platform().clock.random);
    return storedAfterWrite(kind.definition, { body: call.definition.body, args, revision }, state);
  };
  return guarded(
    call,
    "Creating",
    async () => {
      if (isPreview) return { id: "", stored: store(args) };
      requireKnown(call, args);
      const scope = call.scope();
      const created = await scope.verbs.create(scope, args);
      await deployedAgain(scope, created);
      return { id: created.id, stored: storing(kind, scope, created, () => store(created.state)) };
    },
    (state) => keptAfterFailure(state, store(state)),
  );
}
