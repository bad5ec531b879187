import { placeId } from "../claims/identity.js";
import { changesOf, compare } from "../definition/comparison.js";
import type { Call, Created } from "../definition/resourceDefinition.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { DefaultsNotAcceptedError, OutcomeUnknownError } from "../errors/index.js";
import type { Endpoint } from "../platform/endpoint.js";
import { isObject, UNKNOWN, type Values } from "../schema/json.js";
import { resets } from "../values/removal.js";
import { membersToWire } from "../values/wire.js";
import { placeOf, tellAdoption } from "./adopt.js";
import { createdFrom } from "./createOnce.js";
import { withNamedParts } from "./parts.js";
import { type Current, isReadable, readForUpdate } from "./read.js";
import { requirePlace, send } from "./send.js";
import { fullArguments, localOf, previewUpdate } from "./update.js";

/** What is saved in the place, if it can be read. */
interface Existing extends Current {
  readonly id: string;
}

/** Saves what may exist already: keeps existing values that the program omits, if they can be read. */
export async function save(call: Call, endpoint: Endpoint, args: Values): Promise<Created> {
  const { definition } = call;
  const existing = await findExisting(call, args);
  if (existing !== undefined && differences(call, existing.state, args).length === 0) {
    return { id: existing.id, state: { ...existing.state, ...localOf(call.definition, args) } };
  }
  const wanted =
    existing === undefined
      ? args
      : fullArguments(call, { kept: existing.state, current: existing.state, wanted: args }, args);
  const body = membersToWire(definition.args, wanted, definition.pathArgs);
  // Updates use the same call, so it may be sent again whatever its outcome.
  const response = await send(call, endpoint, args, "Saving", { ...body, ...existing?.carried }, true).catch((error) =>
    reportLostSave(call, error),
  );
  if (isObject(response)) requirePlace(call, response, args, definition.pathArgs, `Saving ${call.label}`);
  return createdFrom(call, { ...existing?.state, ...wanted }, response);
}

/** Reports at preview what the first save changes or resets. Throws if it cannot be sent, or if the program doesn't accept what it resets. */
export async function previewSave(call: Call, args: Values): Promise<void> {
  const { definition, log, label } = call;
  if (definition.pathArgs.some((name) => args[name] === UNKNOWN) && isReadable(call)) return;
  const found = await findExisting(call, args);
  const existing = found && { ...found, state: await withNamedParts(call, found.id, found.state, args) };
  const comparison = compare(definition, { id: "", state: {}, args, ...existing });
  previewUpdate(call, comparison);
  if (existing !== undefined) {
    await call.verbs.plan(call, comparison);
    tellAdoption(call, existing.id, { changes: differences(call, existing.state, args), masked: [] });
  }
  const lost = isReadable(call) ? [] : resets(definition.body, args);
  if (lost.length === 0) return;
  // An unknown value may turn out to be true.
  if (args.acceptDefaults !== true && args.acceptDefaults !== UNKNOWN) throw new DefaultsNotAcceptedError(label, lost);
  log.warn(`${label}: the first update resets what the program doesn't give: ${lost.join(", ")}.`);
}

async function findExisting(call: Call, args: Values): Promise<Existing | undefined> {
  const id = placeId(call.definition, args);
  if (id === undefined || !isReadable(call)) return undefined;
  const seen = await readForUpdate(call, id, placeOf(call, args));
  return seen === undefined ? undefined : { id, ...seen };
}

function differences({ definition }: Call, state: Values, args: Values) {
  return changesOf(definition, args, state).filter(({ arg }) => !definition.args[arg]?.local);
}

/** Reports a save whose responses were all lost: it may have happened, but saving again does no harm. */
function reportLostSave({ label }: Call, error: unknown): never {
  if (!(error instanceof AppPlatformError) || !error.mayBeDone) throw error;
  throw new OutcomeUnknownError(
    label,
    [error],
    [
      "run `pulumi up` again: it saves the same settings again and duplicates nothing",
      "if you no longer want it, look for it in the platform's console",
    ],
  );
}
