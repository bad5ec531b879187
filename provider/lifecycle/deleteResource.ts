import { callOf, guarded, type Kind } from "./call.js";
import { deployedAgain } from "./deployedAgain.js";
import type { DeleteRequest } from "./requests.js";

export function deleteResource(kind: Kind, request: DeleteRequest): Promise<void> {
  const { id, stored } = request;
  const call = callOf(kind, stored.values, request);
  return guarded(call, "Deleting", async () => {
    const scope = call.scope(id);
    await scope.verbs.delete(scope, id, stored.values);
    await deployedAgain(scope, { id, state: stored.values });
  });
}
