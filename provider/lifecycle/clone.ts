import { changesOf } from "../definition/changesOf.js";
import type { Created, ResourceDefinition, Scope } from "../definition/resourceDefinition.js";
import type { Values } from "../schema/json.js";
import { membersToWire } from "../schema/wire.js";
import { createdFrom, requireId, updateCreated } from "./created.js";
import { createOnce, findCreated } from "./createOnce.js";
import { explainConflict } from "./nameConflict.js";
import { send } from "./request.js";

/** Clones the source, then updates the clone to the arguments. */
export async function clone(scope: Scope, source: string, args: Values): Promise<Created> {
  const { definition } = scope;
  const call = definition.api.clone;
  if (call === undefined) throw new TypeError(`${definition.kind} cannot be cloned`);
  const place = placeOf(definition, args);
  const body = membersToWire(definition.args, place);
  const doing = `Cloning ${source} to make`;
  const once = (calling: Scope) => send(calling, call, { id: source }, doing, body);
  // Before it is updateCreated, a clone shows what its source has: so is it told from what others make under the same name. A source
  // that neither the stack knows nor this environment lists leaves name, place and time to tell it.
  const shown = async () => {
    const here = await scope.verbs.read(scope, source, place);
    return { ...(here ?? scope.platform.ownership.knownOf(source)), ...place };
  };
  const response = await createOnce(scope, findCreated(scope, args, shown), requireId(scope, doing, once)).catch(
    (error) => explainConflict(scope, args, error),
  );
  const created = createdFrom(scope, place, response);
  const isDifferent = changesOf(definition, args, created.state).some(({ arg }) => !definition.args[arg]?.local);
  const state = {
    ...created.state,
    ...Object.fromEntries(Object.entries(args).filter(([name]) => definition.args[name]?.local)),
  };
  return isDifferent ? updateCreated(scope, { id: created.id, state }, args) : { id: created.id, state };
}

/** Where the clone goes and what it is called: all that the clone call takes. */
function placeOf({ nameArg = "", pathArgs }: ResourceDefinition, args: Values): Values {
  return Object.fromEntries([nameArg, ...pathArgs].map((name) => [name, args[name]]));
}
