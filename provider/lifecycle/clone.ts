import { identityOf } from "../claims/identity.js";
import { compare } from "../definition/comparison.js";
import type { Created, ResourceDefinition, Scope } from "../definition/resourceDefinition.js";
import type { Fields } from "../schema/field.js";
import { isAbsent, type Values } from "../schema/json.js";
import { membersToWire } from "../values/wire.js";
import { createdFrom, createOnce, findCreated, requireId, updateCreated } from "./createOnce.js";
import { explainConflict } from "./nameConflict.js";
import { send } from "./send.js";
import { localOf } from "./update.js";

/** Clones the source, then updates the clone to the arguments. */
export async function clone(scope: Scope, source: string, args: Values): Promise<Created> {
  const { definition } = scope;
  const call = definition.api.clone;
  if (call === undefined) throw new TypeError(`${definition.kind} cannot be cloned`);
  const place = placeOf(definition, args);
  const body = membersToWire(fieldsOfClone(definition), place);
  const doing = `Cloning ${source} to create`;
  const once = (calling: Scope) => send(calling, call, { id: source }, doing, body);
  // Until it is updated, a clone equals its source, which distinguishes it from what others create under the same name. Where
  // neither the stack nor this environment knows the source, only name, place and time identify the clone.
  const sourceContent = async () => {
    const here = await scope.verbs.read(scope, source, place, { isElsewhere: true });
    return { ...(here ?? scope.platform.holdings.knownOf(identityOf(definition, source))), ...place };
  };
  const response = await createOnce(
    scope,
    await findCreated(scope, args, sourceContent),
    requireId(scope, doing, place, once),
  ).catch((error) => explainConflict(scope, args, error));
  const created = createdFrom(scope, place, response);
  const { id } = created;
  const state = { ...created.state, ...localOf(definition, args) };
  const comparison = compare(definition, { id, state, args });
  const isDifferent = comparison.changes.some(({ arg }) => !definition.args[arg]?.local);
  return isDifferent ? updateCreated(scope, comparison) : { id, state };
}

/** All that the clone call accepts: where the clone goes, its name, and what a fact says. */
function placeOf({ nameArg = "", pathArgs, args: fields }: ResourceDefinition, args: Values): Values {
  const others = Object.keys(fields).filter((name) => fields[name]?.clonedAs !== undefined && !isAbsent(args[name]));
  return Object.fromEntries([nameArg, ...pathArgs, ...others].map((name) => [name, args[name]]));
}

/** The arguments with the names that the clone call gives them. */
function fieldsOfClone({ args }: ResourceDefinition): Fields {
  return Object.fromEntries(
    Object.entries(args).map(([name, field]) => [
      name,
      field.clonedAs === undefined ? field : { ...field, wire: field.clonedAs },
    ]),
  );
}
