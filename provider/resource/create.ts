import { type Call, type Created, type ResourceDefinition, saveOf, type Verbs } from "../definition/kind.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { DefaultsNotAcceptedError, NameTakenError, OutcomeUnknownError } from "../errors/index.js";
import { adoptedId, identityOf, idInArguments } from "../ownership/identity.js";
import type { Endpoint } from "../platform/endpoint.js";
import { normalId } from "../schema/equality.js";
import type { Field, Fields } from "../schema/field.js";
import { isAbsent, isObject, UNKNOWN, type Value, type Values } from "../schema/json.js";
import { changesOf, compare, resets } from "../values/compare.js";
import { membersToWire } from "../values/wire.js";
import { adopt, adoptByName, parentOf, reportAdoption } from "./adopt.js";
import { withNamedSubresources } from "./children.js";
import { conflictOf, createdFrom, createOnce, findCreated, requireId, updateCreated } from "./createOnce.js";
import { requireNothingLost, requireOutputs } from "./partialFailure.js";
import { type Current, carriedBy, isReadable, readForUpdate } from "./read.js";
import { receive, requireParent, send } from "./send.js";
import { fullArguments, localOf, previewUpdate } from "./update.js";

export const create = createAs(createNew);

/**
 * A create that uses `createNew` for new resources, for a kind that needs more than its create call. Clones are updated after
 * they're created; adopted resources, too.
 */
export function createAs(createNew: (call: Call, args: Values) => Promise<Created>): Verbs["create"] {
  return async (call, args) => {
    const { definition, platform } = call;
    const { adoptId, cloneFrom } = args;
    if (typeof adoptId === "string") return adopt(call, adoptedId(definition, adoptId), args);
    try {
      return await (typeof cloneFrom === "string" ? clone(call, normalId(cloneFrom), args) : createNew(call, args));
    } catch (error) {
      const existing = error instanceof NameTakenError ? error.existing : undefined;
      const isAdopted = platform.onExisting === "adopt" && saveOf(definition, args) === undefined;
      if (existing === undefined || ![undefined, "itself"].includes(existing.ownedBy) || !isAdopted) throw error;
      return adoptByName(call, existing.id, args, "since its name was taken,");
    }
  };
}

export async function createNew(call: Call, args: Values): Promise<Created> {
  const { definition } = call;
  const endpoint = saveOf(definition, args);
  if (endpoint !== undefined) return save(call, endpoint, args);
  const body = membersToWire(definition.body, args, definition.pathArgs);
  return createBy(call, args, { endpoint: definition.api.create, members: args, body });
}

interface CreateCall {
  readonly endpoint: Endpoint;
  /** Values for the path parameters. */
  readonly members: Values;
  readonly body: Values;
}

/** Sends a call that creates a resource, and makes sure that it creates exactly one. */
export async function createBy(call: Call, args: Values, { endpoint, members, body }: CreateCall): Promise<Created> {
  const once = (calling: Call) => receive(calling, endpoint, members, "Creating", body);
  const recovery = await findCreated(call, args, () => args);
  let response: Value | undefined;
  try {
    response = await createOnce(call, recovery, requireId(call, "Creating", args, recovery, once));
  } catch (error) {
    return adoptOwn(call, args, await conflictOf(call, args, error));
  }
  return requireOutputs(call, createdFrom(call, args, response), response);
}

/** Manages again what an earlier run of the stack has created and lost. Rethrows any other error. */
async function adoptOwn(call: Call, args: Values, error: unknown): Promise<Created> {
  const existing = error instanceof NameTakenError ? error.existing : undefined;
  if (!existing?.isOwn) throw error;
  return requireNothingLost(call, await adoptByName(call, existing.id, args, "which an earlier run has lost,"));
}

/** Clones the source, then updates the clone to the arguments. */
export async function clone(call: Call, source: string, args: Values): Promise<Created> {
  const { definition } = call;
  const endpoint = definition.api.clone;
  if (endpoint === undefined) throw new TypeError(`${definition.kind} can't be cloned`);
  const parent = cloneMembers(definition, args);
  const body = membersToWire({ members: fieldsOfClone(definition) }, parent);
  const doing = `Cloning ${source} to create`;
  const once = (calling: Call) => receive(calling, endpoint, { id: source }, doing, body);
  // Until its update, a clone equals its source, which distinguishes it from what others create under the same name. If the
  // source is in neither the stack nor this environment, only name, place and time identify the clone.
  const sourceContent = async () => {
    const here = await call.verbs.read(call, source, parent, { isElsewhere: true });
    return { ...(here ?? call.run.ownership.knownOf(identityOf(definition, source))), ...parent };
  };
  const recovery = await findCreated(call, args, sourceContent);
  let response: Value | undefined;
  try {
    response = await createOnce(call, recovery, requireId(call, doing, parent, recovery, once));
  } catch (error) {
    return adoptOwn(call, args, await conflictOf(call, args, error, { contentOf: sourceContent }));
  }
  const created = await requireOutputs(call, createdFrom(call, parent, response), response);
  const { id } = created;
  const state = { ...created.state, ...localOf(definition, args) };
  const comparison = compare(definition, { id, state, args });
  const isDifferent = comparison.changes.some(({ arg }) => !definition.args[arg]?.local);
  return isDifferent ? updateCreated(call, comparison) : { id, state };
}

/** The members that the clone call accepts: the parent, the name, and what the definition lists. */
function cloneMembers({ nameArg = "", pathArgs, clonedWith }: ResourceDefinition, args: Values): Values {
  const others = Object.keys(clonedWith).filter((name) => !isAbsent(args[name]));
  return Object.fromEntries([nameArg, ...pathArgs, ...others].map((name) => [name, args[name]]));
}

/** The arguments by the names that the clone call uses. */
function fieldsOfClone({ args, clonedWith }: ResourceDefinition): Fields {
  const own = Object.entries(clonedWith).map(([name, wire]) => [name, { ...(args[name] as Field), wire }] as const);
  return { ...args, ...Object.fromEntries(own) };
}

/** Saves a resource that may exist already. Keeps values that the program omits, if they can be read. */
async function save(call: Call, endpoint: Endpoint, args: Values): Promise<Created> {
  const { definition } = call;
  const existing = await findExisting(call, args);
  if (existing !== undefined && differences(call, existing.state, args).length === 0) {
    return { id: existing.id, state: { ...existing.state, ...localOf(call.definition, args) } };
  }
  const desired =
    existing === undefined
      ? args
      : fullArguments(call, { preserved: existing.state, current: existing.state, desired: args }, args).values;
  const body = membersToWire(definition.body, desired, definition.pathArgs);
  const sent = { ...body, ...(existing && carriedBy(definition, existing)) };
  // A save is idempotent: it may be sent again after any outcome.
  const saving = send(call, endpoint, args, "Saving", sent, true);
  const response = await saving.catch((error) => reportLostSave(call, error));
  if (isObject(response)) requireParent(call, response, args, definition.pathArgs, `Saving ${call.label}`);
  return createdFrom(call, { ...existing?.state, ...desired }, response);
}

/** Reports at preview what the first save changes or resets. Throws if it can't be sent, or if the program doesn't accept the resets. */
export async function previewSave(call: Call, args: Values): Promise<void> {
  const { definition, log, label } = call;
  if (definition.pathArgs.some((name) => args[name] === UNKNOWN) && isReadable(call)) return;
  const found = await findExisting(call, args);
  const existing = found && { ...found, state: await withNamedSubresources(call, found.id, found.state, args) };
  const comparison = compare(definition, { id: "", state: {}, args, ...existing });
  previewUpdate(call, comparison);
  if (existing !== undefined) {
    await call.verbs.plan(call, comparison);
    reportAdoption(call, existing.id, { changes: differences(call, existing.state, args), masked: [] });
  }
  const lost = isReadable(call) ? [] : resets(definition.body, args);
  if (lost.length === 0) return;
  // An unknown value may turn out to be true.
  if (args.acceptDefaults !== true && args.acceptDefaults !== UNKNOWN) throw new DefaultsNotAcceptedError(label, lost);
  log.warn(`${label}: the first update resets what the program doesn't set: ${lost.join(", ")}.`);
}

/** What the parent already has, if it can be read. */
async function findExisting(call: Call, args: Values): Promise<(Current & { readonly id: string }) | undefined> {
  const id = idInArguments(call.definition, args);
  if (id === undefined || !isReadable(call)) return undefined;
  const seen = await readForUpdate(call, id, parentOf(call, args));
  return seen === undefined ? undefined : { id, ...seen };
}

function differences({ definition }: Call, state: Values, args: Values) {
  return changesOf(definition, args, state).filter(({ arg }) => !definition.args[arg]?.local);
}

/** Reports a save whose responses were all lost. Repeating it is safe. */
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
