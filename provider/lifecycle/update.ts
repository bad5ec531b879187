import type { Comparison } from "../definition/comparison.js";
import type { Scope } from "../definition/resourceDefinition.js";
import { isServed, pathMembers } from "../platform/endpoint.js";
import { lookLate } from "../platform/polling.js";
import { isObject, type Values } from "../schema/json.js";
import { membersFromWire, membersToWire } from "../values/wire.js";
import { fullArguments } from "./fullUpdate.js";
import { requireMatch, requirePlace } from "./mismatch.js";
import { explainConflict } from "./nameConflict.js";
import { type Current, isReadable, readForUpdate } from "./read.js";
import { secondsInDoubt } from "./readOrGone.js";
import { send } from "./send.js";
import { localOf, onlyForgets, type UpdateContent, updateContent, withoutUnseenDrift } from "./updateContent.js";

/** Updates the resource, keeping what the program does not manage. If no update is served, stores what a deployment will apply. */
export async function update(scope: Scope, comparison: Comparison): Promise<Values> {
  const { definition, platform, label } = scope;
  const { id, state, args } = comparison;
  const call = definition.api.update;
  if (!isServed(call, platform.endpoints)) return storeForDeployment(scope, comparison);
  if (onlyForgets(scope, comparison)) return { ...state, ...localOf(definition, args) };
  const isFull = definition.updateMode === "full";
  const seen = isFull && isReadable(scope) ? await readBefore(scope, id, state) : undefined;
  const content = updateContent(scope, comparison, seen?.state);
  const { body, asked } = (isFull ? fullRequest : partialRequest)(scope, { ...content, state, args });
  const members = { ...state, ...args, id };
  const response = await send(scope, call, members, "Updating", { ...body, ...seen?.carried }, true).catch((error) =>
    explainConflict(scope, args, error, id),
  );
  if (isObject(response)) {
    const check = response.id === undefined ? requirePlace : requireMatch;
    check(scope, response, members, [...pathMembers(call), ...definition.pathArgs], `Updating ${label}`);
  }
  // What the response omits is as asked for.
  const now = membersFromWire(definition.body, isObject(response) ? response : {}, asked);
  return withoutUnseenDrift(scope, state, now, args, content.unchanged);
}

/** What the platform has before an update: a list may lack what was created a moment ago. */
async function readBefore(scope: Scope, id: string, state: Values): Promise<Current | undefined> {
  const look = (operation = scope.operation) => readForUpdate({ ...scope, operation }, id, state, { isAlone: true });
  return (await look()) ?? lookLate(scope.platform, secondsInDoubt(scope, state.createdAt), look);
}

interface Edit extends UpdateContent {
  readonly state: Values;
  readonly args: Values;
}

/** The body of an update, and the arguments that it asks for. */
interface UpdateRequest {
  readonly body: Values;
  readonly asked: Values;
}

/** Everything, with what the platform has and the program does not manage. */
function fullRequest(scope: Scope, edit: Edit): UpdateRequest {
  const { definition } = scope;
  const all = fullArguments(scope, edit, edit.args);
  const omitted = Object.keys(all).filter((name) => all[name] === null && definition.args[name]?.clearedByOmission);
  const body = membersToWire(definition.args, all, [...definition.pathArgs, ...omitted]);
  return { body, asked: { ...edit.kept, ...all } };
}

/** Only what changes, without what never changes. */
function partialRequest({ definition }: Scope, { kept, wanted, state, args }: Edit): UpdateRequest {
  const { args: fields, pathArgs } = definition;
  const fixed = Object.keys(fields).filter((name) => fields[name]?.replaces);
  const body = membersToWire(fields, wanted, [...pathArgs, ...fixed], { ...state, ...args });
  return { body, asked: { ...kept, ...wanted } };
}

/** What takes effect with the next deployment, and what only the provider uses, is kept in the state. */
function storeForDeployment({ definition, log, label }: Scope, { state, args, changes }: Comparison): Values {
  const later = changes.filter(({ arg }) => definition.args[arg]?.appliedByDeployment);
  if (later.length > 0) {
    log.info(
      `${label}: ${later.map(({ text }) => text).join(", ")} takes effect with the next deployment, for example by a DeploymentTrigger that selects it.`,
    );
  }
  const stored = Object.entries(args).filter(([name]) => definition.args[name]?.appliedByDeployment);
  return { ...state, ...Object.fromEntries(stored), ...localOf(definition, args) };
}
