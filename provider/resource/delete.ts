import type { Call } from "../definition/kind.js";
import { grantDelete } from "../deletion/rules.js";
import { withId } from "../errors/appPlatformError.js";
import { ForbiddenError, OwnersUnknownError, StillThereError } from "../errors/index.js";
import { type Endpoint, isServed } from "../platform/endpoint.js";
import { outdatedSeconds, pollUntil } from "../platform/poll.js";
import { ifNotFound, isMissing, isSuccess, meaningOf } from "../platform/responseErrors.js";
import type { Values } from "../schema/json.js";
import { readOrGone, secondsUncertain } from "./existence.js";
import { findTogether, isReadable, readById } from "./read.js";
import { receiveGranted, secondsToWait } from "./send.js";

/** Deletes the resource if `deletion/` grants it. Otherwise, reports why it stays. A resource that is already gone needs no grant. */
export async function deleteIfGranted(call: Call, id: string, state: Values, body?: Values): Promise<void> {
  const { log, label, platform } = call;
  const endpoint = call.definition.api.delete as Endpoint<true>;
  const granted = await grantDelete(call, id, state).catch(async (error) => {
    if (!(error instanceof OwnersUnknownError) || !isReadable(call)) throw error;
    const left = await leftOf({ ...call, operation: platform.client.begin() }, id, state, false);
    if (left === undefined) return undefined;
    throw error;
  });
  if (granted === undefined) return;
  if ("retained" in granted) {
    const notify = granted.isForgotten ? log.warn : log.info;
    notify(`${withId(label, id)} stays on the platform: ${granted.retained}`);
    return;
  }
  const status = await receiveGranted(call, granted.grant, endpoint, { ...state, id }, "Deleting", body).then(
    (received) => received.status,
    (error) => {
      if (isMissing(error)) return error.failure.status;
      throw error;
    },
  );
  await untilGone(call, id, state, status);
  if (!isAcceptedBy(status)) await call.verbs.confirmGone(call, id, state);
}

const isAcceptedBy = (status: number) => isSuccess(meaningOf("delete", status));

/**
 * Default for the time that a deletion may take, in seconds. A platform that has no kind of its own for the object says whether it
 * continues.
 */
const deletionSeconds = { begun: 600, done: 60 };

/**
 * Waits until the resource can no longer be read: a deletion may continue after the response. If the delete found nothing
 * (404), nothing continues, and what reads still show may be outdated for as long as an operation may take.
 */
async function untilGone(call: Call, id: string, state: Values, status: number): Promise<void> {
  const { platform, operation, label, definition } = call;
  if (!isReadable(call)) return;
  const isAccepted = isAcceptedBy(status);
  const isDone = definition.api.delete?.stated !== undefined && meaningOf("delete", status) === "done";
  const accepted = secondsToWait(call, state, deletionSeconds[isDone ? "done" : "begun"]);
  const seconds = isAccepted ? accepted : (operation.deadline - platform.clock.elapsed()) / 1000;
  const start = platform.clock.elapsed();
  const secondsPassed = () => Math.round((platform.clock.elapsed() - start) / 1000);
  const { found, failure } = await pollUntil(platform, {
    seconds,
    atOnce: true,
    first: 200,
    longest: 5_000,
    async poll(polling) {
      const fresh = { ...call, operation: polling };
      const left = await (isAccepted ? leftAfterDelete(fresh, id, state) : leftOf(fresh, id, state, true));
      // For a while, reads may still show the status of an earlier deletion.
      if (left?.status === failedState && secondsPassed() > outdatedSeconds)
        throw new StillThereError(label, id, secondsPassed(), status);
      return left === undefined || undefined;
    },
  });
  if (found !== undefined) return;
  if (failure !== undefined && !isAccepted) throw failure;
  throw new StillThereError(label, id, isAccepted ? accepted : operation.seconds, status, failure);
}

/** Status of a deletion that has failed for good. */
const failedState = "DELETE_ERROR";

/**
 * What is left of a resource after the platform has accepted its deletion; nothing if it's gone. Simultaneous deletions share
 * one list. A 404 needs no confirmation by a list, since the platform has just accepted the ID.
 */
async function leftAfterDelete(call: Call, id: string, state: Values): Promise<Values | undefined> {
  const { read } = call.definition.api;
  // A list may not show a new resource yet, so its absence proves nothing.
  const isListed = secondsUncertain(call, state.createdAt) <= 0;
  // A list may be gone with its environment: then the lookup below decides.
  const listed = isListed ? await findTogether(call, id, state).catch(ifNotFound(undefined)) : undefined;
  if (listed !== undefined) return listed.found;
  if (isServed(read, call.platform.endpoints)) {
    try {
      return await readById(call, id, state, read);
    } catch (error) {
      if (!(error instanceof ForbiddenError)) throw error;
    }
  }
  return leftOf(call, id, state, true);
}

/**
 * What is left of a resource, by all endpoints that the platform serves; nothing if it's gone. After a delete that was accepted or found
 * nothing, that's expected, and one look is enough.
 */
async function leftOf(call: Call, id: string, state: Values, isExpected: boolean): Promise<Values | undefined> {
  call.platform.lists.forget();
  return readOrGone(call, id, state, { isFresh: true, isExpected, withoutSubresources: true });
}
