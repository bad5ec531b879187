import { nameInUrn, type StackResource } from "../claims/holders.js";
import { identityOf } from "../claims/identity.js";
import { holdsSame } from "../claims/stateHolders.js";
import type { Scope, Verbs } from "../definition/resourceDefinition.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import {
  DeleteRefusedError,
  ForbiddenError,
  HoldersUnknownError,
  NotFoundError,
  StillThereError,
} from "../errors/index.js";
import { isServed } from "../platform/endpoint.js";
import { within } from "../platform/operation.js";
import { lookUntil } from "../platform/polling.js";
import type { Values } from "../schema/json.js";
import { isReadable, readById } from "./read.js";
import { readOrGone } from "./readOrGone.js";
import { send } from "./send.js";

/**
 * Deletes the resource, unless another resource of the stack has it too. If the platform serves no delete, leaves the resource
 * and warns.
 */
export const remove = removeAfter(async () => {});

/** A delete for a kind that asks something more of the platform before it sends the call: `check` throws if it must not be sent. */
export function removeAfter(check: Verbs["delete"]): Verbs["delete"] {
  return (scope, id, state) => removeChecked(scope, id, state, check);
}

async function removeChecked(scope: Scope, id: string, state: Values, check: Verbs["delete"]): Promise<void> {
  const { definition, platform, log, label } = scope;
  const call = definition.api.delete;
  const isDeletable = isServed(call, platform.endpoints);
  const stays = (tell: (text: string) => void, why: string) =>
    tell(`${label} (id ${id}) stays on the platform: ${why}`);
  const holder = platform.holdings.remainingHolder(identityOf(definition, id, state), { ...state, id });
  if (holder !== undefined) {
    const isAlike = holder === label;
    stays(
      log.info,
      isAlike
        ? "this stack still manages it, under another Pulumi name or connection."
        : `${holder} of this stack manages it.`,
    );
    return;
  }
  if (!isDeletable && platform.onDelete !== "fail") {
    stays(
      log.warn,
      "the platform's endpoints cannot delete it. This stack no longer manages it; delete it in the platform's console.",
    );
    return;
  }
  const holding = await holdersOf(scope, id, state);
  if (holding === "none") return;
  if (holding.length > 1) {
    const names = [...new Set(holding.map(({ urn }) => nameInUrn(urn)))].sort().map((name) => `"${name}"`);
    stays(log.info, `${names.join(" and ")} of this stack manage it, and only the last one deletes it.`);
    return;
  }
  if (!isDeletable) throw new DeleteRefusedError(label, id);
  await check(scope, id, state);
  const isAccepted = await send(scope, call, { ...state, id }, "Deleting").then(
    () => true,
    (error) => {
      if (error instanceof NotFoundError) return false;
      throw error;
    },
  );
  await untilGone(scope, id, state, isAccepted);
  if (!isAccepted) await scope.verbs.confirmGone(scope, id, state);
}

/**
 * The resources of the stack that hold this one, itself included; none if it is gone from the platform, so that nothing is
 * left to delete. If that is not known, refuses: deleting what the stack still declares loses data.
 */
async function holdersOf(scope: Scope, id: string, state: Values): Promise<readonly StackResource[] | "none"> {
  const { platform, label, operation } = scope;
  const endOf = () => platform.client.ended(`Deleting ${label}`, operation);
  try {
    return await within(operation, platform.holders.release(holdsSame(scope.definition, id, state)), endOf);
  } catch (error) {
    if (error instanceof AppPlatformError) throw error;
    if (isReadable(scope) && (await isGone({ ...scope, operation: platform.client.begin() }, id, state))) return "none";
    throw new HoldersUnknownError(label, id, error);
  }
}

/** Maximum time that a deletion may take, in seconds. */
const deletionSeconds = 600;

/**
 * A deletion is complete when the resource can no longer be read; it may continue after the platform's response. If the platform
 * did not find what to delete, nothing continues: what it still shows may be outdated for as long as any operation takes.
 */
async function untilGone(scope: Scope, id: string, state: Values, isAccepted: boolean): Promise<void> {
  const { platform, operation, label } = scope;
  if (!isReadable(scope)) return;
  const seconds = isAccepted ? deletionSeconds : (operation.deadline - platform.clock.elapsed()) / 1000;
  const isIt = isAccepted ? isDeleted : isGone;
  const { found, failure } = await lookUntil(platform, {
    seconds,
    atOnce: true,
    first: 200,
    longest: 5_000,
    look: async (looking) => (await isIt({ ...scope, operation: looking }, id, state)) || undefined,
  });
  if (found !== undefined) return;
  if (failure !== undefined && !isAccepted) throw failure;
  throw new StillThereError(label, id, isAccepted ? deletionSeconds : operation.seconds, isAccepted, failure);
}

/**
 * Whether a resource is gone whose deletion the platform has accepted. It knew the ID a moment ago, so a 404 needs no list that
 * confirms it: a deletion of many resources would read as many lists, each as long as there are resources left.
 */
async function isDeleted(scope: Scope, id: string, state: Values): Promise<boolean> {
  const { read } = scope.definition.api;
  if (isServed(read, scope.platform.endpoints)) {
    try {
      return (await readById(scope, id, state, read)) === undefined;
    } catch (error) {
      if (!(error instanceof ForbiddenError)) throw error;
    }
  }
  return isGone(scope, id, state);
}

/** Whether the platform does not have the resource, according to every endpoint that it serves. */
async function isGone(scope: Scope, id: string, state: Values): Promise<boolean> {
  scope.platform.lists.forget();
  return (await readOrGone({ ...scope, isReadAlone: true }, id, state)) === undefined;
}
