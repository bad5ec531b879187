import { identityOf } from "../claims/identity.js";
import { changesOf } from "../definition/comparison.js";
import type { Created, ResourceDefinition, Scope } from "../definition/resourceDefinition.js";
import type { Values } from "../schema/json.js";
import { membersToWire } from "../values/wire.js";
import { createdFrom, requireId, updateCreated } from "./created.js";
import { createOnce, findCreated } from "./createOnce.js";
import { explainConflict } from "./nameConflict.js";
import { send } from "./send.js";
import { localOf } from "./updateContent.js";

/** Clones the source, then updates the clone to the arguments. */
export async function clone(scope: Scope, source: string, args: Values): Promise<Created> {
  const { definition } = scope;
  const call = definition.api.clone;
  if (call === undefined) throw new TypeError(`${definition.kind} cannot be cloned`);
  const place = placeOf(definition, args);
  const body = membersToWire(definition.args, place);
  const doing = `Cloning ${source} to create`;
  const once = (calling: Scope) => send(calling, call, { id: source }, doing, body);
  // Until it is updated, a clone equals its source, which distinguishes it from what others create under the same name. Where
  // neither the stack nor this environment knows the source, only name, place and time identify the clone.
  const sourceContent = async () => {
    const here = await scope.verbs.read({ ...scope, isElsewhere: true }, source, place);
    return { ...(here ?? scope.platform.holdings.knownOf(identityOf(definition, source))), ...place };
  };
  const response = await createOnce(
    scope,
    findCreated(scope, args, sourceContent),
    requireId(scope, doing, place, once),
  ).catch((error) => explainConflict(scope, args, error));
  const created = createdFrom(scope, place, response);
  const isDifferent = changesOf(definition, args, created.state).some(({ arg }) => !definition.args[arg]?.local);
  const state = { ...created.state, ...localOf(definition, args) };
  return isDifferent ? updateCreated(scope, { id: created.id, state }, args) : { id: created.id, state };
}

/** Where the clone goes and its name: all that the clone call accepts. */
function placeOf({ nameArg = "", pathArgs }: ResourceDefinition, args: Values): Values {
  return Object.fromEntries([nameArg, ...pathArgs].map((name) => [name, args[name]]));
}
