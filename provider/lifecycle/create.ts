import type { Created, Scope, Verbs } from "../definition/resourceDefinition.js";
import { NameTakenError } from "../errors/index.js";
import type { Endpoint } from "../platform/endpoint.js";
import type { Values } from "../schema/json.js";
import { normalId } from "../schema/normalForm.js";
import { UNKNOWN } from "../schema/unknown.js";
import { newRevision } from "../values/serviceSelection.js";
import { membersToWire } from "../values/wire.js";
import { adopt, adoptByName } from "./adopt.js";
import { callOf, guarded, type Kind, requireKnown, storing } from "./call.js";
import { clone } from "./clone.js";
import { createdFrom, createOnce, findCreated, requireId } from "./createOnce.js";
import { deployedAgain } from "./deployedAgain.js";
import { explainConflict } from "./nameConflict.js";
import type { CreateRequest, StoredResource } from "./requests.js";
import { save } from "./save.js";
import { send } from "./send.js";
import { keptAfterFailure, storedAfterWrite } from "./stored.js";

/** Creates a resource: a new one, a clone that is then updated, or an existing one that is adopted. */
export const create = createAs(createNew);

/** A create that uses `createNew` for new resources, for a kind whose create call alone is not enough. */
export function createAs(createNew: (scope: Scope, args: Values) => Promise<Created>): Verbs["create"] {
  return async (scope, args) => {
    const { definition, platform } = scope;
    const { adoptId, cloneFrom } = args;
    if (typeof adoptId === "string") return adopt(scope, normalId(adoptId), args);
    try {
      return await (typeof cloneFrom === "string" ? clone(scope, normalId(cloneFrom), args) : createNew(scope, args));
    } catch (error) {
      const existing = error instanceof NameTakenError ? error.existing : undefined;
      const isAdopted = platform.onExisting === "adopt" && definition.api.save === undefined;
      if (existing === undefined || existing.heldBy === "other" || !isAdopted) throw error;
      return adoptByName(scope, existing.id, args);
    }
  };
}

/** Sends the create call, or the save call of a kind that has one. */
export async function createNew(scope: Scope, args: Values): Promise<Created> {
  const { definition } = scope;
  if (definition.api.save !== undefined) return save(scope, definition.api.save, args);
  const body = membersToWire(definition.args, args, definition.pathArgs);
  return createBy(scope, args, { call: definition.api.create, members: args, body });
}

/** What creates a resource. */
interface CreateCall {
  readonly call: Endpoint;
  /** What its path names. */
  readonly members: Values;
  readonly body: Values;
}

/** Sends a call that creates a resource, so that it creates exactly one. */
export async function createBy(scope: Scope, args: Values, { call, members, body }: CreateCall): Promise<Created> {
  const once = (calling: Scope) => send(calling, call, members, "Creating", body);
  const response = await createOnce(
    scope,
    await findCreated(scope, args, () => args),
    requireId(scope, "Creating", args, once),
  ).catch((error) => explainConflict(scope, args, error));
  return createdFrom(scope, args, response);
}

/** A resource that was created, and what is stored of it. */
export interface CreatedResource {
  /** Empty in a preview. */
  readonly id: string;
  readonly stored: StoredResource;
}

export function createResource(kind: Kind, request: CreateRequest): Promise<CreatedResource> {
  const { args, isPreview } = request;
  const scope = callOf(kind, args, request);
  const store = (state: Values) => {
    const revision = isPreview ? UNKNOWN : newRevision(scope.platform.clock.random);
    return storedAfterWrite(kind.definition, { body: scope.definition.body, args, revision }, state);
  };
  return guarded(
    scope,
    "Creating",
    async () => {
      if (isPreview) return { id: "", stored: store(args) };
      requireKnown(scope, args);
      const created = await scope.verbs.create(scope, args);
      await deployedAgain(scope, created);
      return { id: created.id, stored: storing(kind, scope, created, () => store(created.state)) };
    },
    (state) => keptAfterFailure(state, store(state)),
  );
}
