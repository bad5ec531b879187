import { changesOf } from "../definition/changesOf.js";
import type { Scope } from "../definition/resourceDefinition.js";
import { isServed } from "../platform/endpoint.js";
import { isObject, type Values } from "../schema/json.js";
import { merge } from "../schema/merge.js";
import { membersFromWire, membersToWire } from "../schema/wire.js";
import { explainConflict } from "./nameConflict.js";
import { isReadable } from "./read.js";
import { send } from "./request.js";
import { localOf, onlyForgets, updateContent, withoutUnseenDrift } from "./updateContent.js";

/** Updates the resource, keeping what the program does not manage. If no update is served, stores what a deployment will apply. */
export async function update(scope: Scope, id: string, state: Values, args: Values): Promise<Values> {
  const { definition, platform, label } = scope;
  const call = definition.api.update;
  if (!isServed(call, platform.endpoints)) {
    const later = changesOf(definition, args, state, scope.managed).filter(
      ({ arg }) => definition.args[arg]?.appliedByDeployment,
    );
    if (later.length > 0) {
      platform.warn(
        `${label}: ${later.map(({ text }) => text).join(", ")} takes effect with the next deployment, for example by a DeploymentTrigger that selects it.`,
      );
    }
    const stored = Object.entries(args).filter(([name]) => definition.args[name]?.appliedByDeployment);
    return { ...state, ...Object.fromEntries(stored), ...localOf(definition, args) };
  }
  if (onlyForgets(scope, state, args)) return { ...state, ...localOf(definition, args) };
  const isFull = definition.updateMode === "full";
  const read = isFull && isReadable(scope) ? ((await scope.verbs.read(scope, id, state)) ?? state) : state;
  const content = updateContent(scope, state, read, args);
  const wanted = isFull ? (merge(definition.body, content.current, content.wanted) as Values) : content.wanted;
  const fixed = isFull ? [] : Object.keys(definition.args).filter((name) => definition.args[name]?.replaces);
  const body = membersToWire(definition.args, wanted, [...definition.pathArgs, ...fixed], { ...state, ...args });
  const response = await send(scope, call, { ...state, ...args, id }, "Updating", body, true).catch((error) =>
    explainConflict(scope, args, error, id),
  );
  const known = { ...content.current, ...content.wanted };
  const now = membersFromWire(definition.body, isObject(response) ? response : {}, known);
  return withoutUnseenDrift(scope, state, now, args, content.unchanged);
}
