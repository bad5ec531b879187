import type { Made, Scope } from "../definition/resourceDefinition.js";
import { changes } from "../schema/diff.js";
import type { Values } from "../schema/json.js";
import { edited, identified, withId } from "./created.js";
import { createOnce, lookForMade } from "./createOnce.js";
import { explainConflict } from "./nameConflict.js";
import { send } from "./request.js";

/** Clones the source, then updates the clone to the arguments. */
export async function clone(scope: Scope, source: string, args: Values): Promise<Made> {
  const { definition } = scope;
  const call = definition.api.clone;
  if (call === undefined) throw new TypeError(`${definition.kind} cannot be cloned`);
  const body = { name: args.name, environment_id: args.environmentId };
  const place = { name: args.name, environmentId: args.environmentId };
  const doing = `Cloning ${source} to make`;
  const once = (calling: Scope) => send(calling, call, { id: source }, doing, body);
  // Before it is edited, a clone shows what its source has: so is it told from what others make under the same name. A source
  // that neither the stack knows nor this environment lists leaves name, place and time to tell it.
  const shown = async () => {
    const here = await scope.verbs.read(scope, source, { environmentId: args.environmentId });
    return { ...(here ?? scope.platform.claims.knownOf(source)), ...place };
  };
  const answer = await createOnce(scope, lookForMade(scope, args, shown), withId(scope, doing, once)).catch((error) =>
    explainConflict(scope, args, error),
  );
  const made = identified(scope, place, answer);
  const isDifferent = changes(definition.body, args, made.state).some(({ arg }) => !definition.args[arg]?.local);
  const state = {
    ...made.state,
    ...Object.fromEntries(Object.entries(args).filter(([name]) => definition.args[name]?.local)),
  };
  return isDifferent ? edited(scope, { id: made.id, state }, args) : { id: made.id, state };
}
