import { identityOf } from "../definition/identity.js";
import type { Scope } from "../definition/resourceDefinition.js";
import { DeleteRefusedError, NotConfirmedGoneError, NotFoundError, StillThereError } from "../errors/index.js";
import { isServed } from "../platform/endpoint.js";
import { pollIntervals } from "../platform/polling.js";
import type { Values } from "../schema/json.js";
import { isReadable } from "./read.js";
import { send } from "./request.js";

/** Deletes the resource. If the platform serves no delete, leaves the resource and warns. */
export async function remove(scope: Scope, id: string, state: Values): Promise<void> {
  const { definition, platform, label } = scope;
  const call = definition.api.delete;
  // The stack may know one resource twice: under a new Pulumi name too, before it forgets the old one.
  const keeper = platform.ownership.keeperOf(identityOf(definition, id, state), { ...state, id });
  if (keeper !== undefined) {
    platform.warn(`${label} (id ${id}) stays on the platform: ${keeper} of this stack has adopted it.`);
    return;
  }
  if (isServed(call, platform.endpoints)) {
    const isDeleted = await send(scope, call, { ...state, id }, "Deleting").then(
      () => true,
      (error) => {
        if (error instanceof NotFoundError) return false;
        throw error;
      },
    );
    await untilGone(scope, id, state, isDeleted);
    return;
  }
  if (platform.onDelete === "fail") throw new DeleteRefusedError(label, id);
  platform.warn(
    `${label} (id ${id}) stays on the platform: the platform's endpoints cannot delete it. This stack no longer manages it; delete it in the platform's console.`,
  );
}

/** Maximum time that a deletion may take, in seconds. */
const deletionSeconds = 600;

/** A deletion is complete when the resource can no longer be read; it may continue after the platform's response. */
async function untilGone(scope: Scope, id: string, state: Values, isDeleted: boolean): Promise<void> {
  if (!isReadable(scope) || (await isGone(scope, id, state, isDeleted))) return;
  for await (const _ of pollIntervals(scope.platform, deletionSeconds, { first: 200, longest: 5_000 })) {
    if (await isGone(scope, id, state, isDeleted)) return;
  }
  throw new StillThereError(scope.label, id, deletionSeconds);
}

/** @param isDeleted Whether the platform accepted the delete: it then confirms that what is not found is gone. */
async function isGone(scope: Scope, id: string, state: Values, isDeleted: boolean): Promise<boolean> {
  const { client, lists } = scope.platform;
  lists.forget();
  try {
    return (await scope.verbs.read({ ...scope, operation: client.begin() }, id, state)) === undefined;
  } catch (error) {
    if (isDeleted && error instanceof NotConfirmedGoneError) return true;
    throw error;
  }
}
