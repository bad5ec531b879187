import { adoptedId, identityOf } from "../claims/identity.js";
import { compare } from "../definition/comparison.js";
import {
  type Call,
  type Created,
  type ResourceDefinition,
  saveOf,
  type Verbs,
} from "../definition/resourceDefinition.js";
import { NameTakenError } from "../errors/index.js";
import type { Endpoint } from "../platform/endpoint.js";
import type { Field, Fields } from "../schema/field.js";
import { isAbsent, UNKNOWN, type Values } from "../schema/json.js";
import { normalId } from "../schema/normalForm.js";
import { newRevision } from "../values/serviceSelection.js";
import { membersToWire } from "../values/wire.js";
import { adopt, adoptByName } from "./adopt.js";
import { callOf, guarded, requireKnown, type Setup, storing } from "./call.js";
import { createdFrom, createOnce, explainConflict, findCreated, requireId, updateCreated } from "./createOnce.js";
import { deployedAgain } from "./redeployment.js";
import type { CreateRequest, StoredResource } from "./requests.js";
import { save } from "./save.js";
import { send } from "./send.js";
import { keptAfterFailure, storedAfterWrite } from "./stored.js";
import { localOf } from "./update.js";

/** Creates a resource: a new one, a clone that is then updated, or an existing one that is adopted. */
export const create = createAs(createNew);

/** A create that uses `createNew` for new resources, for a kind whose create call alone is not enough. */
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
      if (existing === undefined || existing.heldBy === "other" || !isAdopted) throw error;
      return adoptByName(call, existing.id, args);
    }
  };
}

/** Sends the create call, or the save call of a kind that has one. */
export async function createNew(call: Call, args: Values): Promise<Created> {
  const { definition } = call;
  const endpoint = saveOf(definition, args);
  if (endpoint !== undefined) return save(call, endpoint, args);
  const body = membersToWire(definition.args, args, definition.pathArgs);
  return createBy(call, args, { endpoint: definition.api.create, members: args, body });
}

/** What creates a resource. */
interface CreateCall {
  readonly endpoint: Endpoint;
  /** What its path names. */
  readonly members: Values;
  readonly body: Values;
}

/** Sends a call that creates a resource, so that it creates exactly one. */
export async function createBy(call: Call, args: Values, { endpoint, members, body }: CreateCall): Promise<Created> {
  const once = (calling: Call) => send(calling, endpoint, members, "Creating", body);
  const response = await createOnce(
    call,
    await findCreated(call, args, () => args),
    requireId(call, "Creating", args, once),
  ).catch((error) => explainConflict(call, args, error));
  return createdFrom(call, args, response);
}

/** A resource that was created, and what is stored of it. */
export interface CreatedResource {
  /** Empty in a preview. */
  readonly id: string;
  readonly stored: StoredResource;
}

export function createResource(setup: Setup, request: CreateRequest): Promise<CreatedResource> {
  const { args, isPreview } = request;
  const call = callOf(setup, args, request);
  const store = (state: Values) => {
    const revision = isPreview ? UNKNOWN : newRevision(call.platform.clock.random);
    return storedAfterWrite(setup.definition, { body: call.definition.body, args, revision }, state);
  };
  return guarded(
    call,
    "Creating",
    async () => {
      if (isPreview) return { id: "", stored: store(args) };
      requireKnown(call, args);
      const created = await call.verbs.create(call, args);
      await deployedAgain(call, created);
      return { id: created.id, stored: storing(setup, call, created, () => store(created.state)) };
    },
    (state) => keptAfterFailure(state, store(state)),
  );
}

/** Clones the source, then updates the clone to the arguments. */
export async function clone(call: Call, source: string, args: Values): Promise<Created> {
  const { definition } = call;
  const endpoint = definition.api.clone;
  if (endpoint === undefined) throw new TypeError(`${definition.kind} can't be cloned`);
  const place = placeOf(definition, args);
  const body = membersToWire(fieldsOfClone(definition), place);
  const doing = `Cloning ${source} to create`;
  const once = (calling: Call) => send(calling, endpoint, { id: source }, doing, body);
  // Until it is updated, a clone equals its source, which distinguishes it from what others create under the same name. Where
  // neither the stack nor this environment knows the source, only name, place and time identify the clone.
  const sourceContent = async () => {
    const here = await call.verbs.read(call, source, place, { isElsewhere: true });
    return { ...(here ?? call.platform.holdings.knownOf(identityOf(definition, source))), ...place };
  };
  const response = await createOnce(
    call,
    await findCreated(call, args, sourceContent),
    requireId(call, doing, place, once),
  ).catch((error) => explainConflict(call, args, error));
  const created = createdFrom(call, place, response);
  const { id } = created;
  const state = { ...created.state, ...localOf(definition, args) };
  const comparison = compare(definition, { id, state, args });
  const isDifferent = comparison.changes.some(({ arg }) => !definition.args[arg]?.local);
  return isDifferent ? updateCreated(call, comparison) : { id, state };
}

/** All that the clone call accepts: where the clone goes, its name, and what the definition says. */
function placeOf({ nameArg = "", pathArgs, clonedWith }: ResourceDefinition, args: Values): Values {
  const others = Object.keys(clonedWith).filter((name) => !isAbsent(args[name]));
  return Object.fromEntries([nameArg, ...pathArgs, ...others].map((name) => [name, args[name]]));
}

/** The arguments with the names that the clone call gives them. */
function fieldsOfClone({ args, clonedWith }: ResourceDefinition): Fields {
  const own = Object.entries(clonedWith).map(([name, wire]) => [name, { ...(args[name] as Field), wire }] as const);
  return { ...args, ...Object.fromEntries(own) };
}
