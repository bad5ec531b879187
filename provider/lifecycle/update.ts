import { changesOf } from "../definition/changesOf.js";
import type { Scope } from "../definition/resourceDefinition.js";
import { NotConfirmedGoneError } from "../errors/index.js";
import { type Endpoint, isServed } from "../platform/endpoint.js";
import { isObject, type Values } from "../schema/json.js";
import { membersFromWire, membersToWire } from "../schema/wire.js";
import { fullArguments } from "./fullUpdate.js";
import { explainConflict } from "./nameConflict.js";
import { isReadable } from "./read.js";
import { send } from "./request.js";

/** Updates the resource, keeping what the program does not manage. If no update is served, stores what a deployment will apply. */
export async function update(scope: Scope, id: string, state: Values, args: Values): Promise<Values> {
  const { definition, platform } = scope;
  const call = definition.api.update;
  if (!isServed(call, platform.endpoints)) return storeForDeployment(scope, state, args);
  if (definition.updateMode === "partial") return sendPartially(scope, call, id, state, args);
  const current = isReadable(scope) ? ((await readCurrent(scope, id, state)) ?? state) : state;
  const wanted = fullArguments(scope, current, args);
  const body = membersToWire(definition.args, wanted, definition.pathArgs);
  return sendUpdate(scope, call, id, { ...current, ...wanted }, body);
}

/** What the platform has now. If that is not certain, the response to the update tells. */
async function readCurrent(scope: Scope, id: string, state: Values): Promise<Values | undefined> {
  return scope.verbs.read(scope, id, state).catch((error) => {
    if (error instanceof NotConfirmedGoneError) return undefined;
    throw error;
  });
}

/** Sends only what the program gives, without what never changes. */
function sendPartially(scope: Scope, call: Endpoint, id: string, state: Values, args: Values): Promise<Values> {
  const { args: fields, pathArgs } = scope.definition;
  const fixed = Object.keys(fields).filter((name) => fields[name]?.replaces);
  const asked = { ...state, ...args };
  return sendUpdate(scope, call, id, asked, membersToWire(fields, args, [...pathArgs, ...fixed], asked));
}

/** Sends an update; returns the state afterwards, in which what the response omits is as asked for. */
async function sendUpdate(scope: Scope, call: Endpoint, id: string, asked: Values, body: Values): Promise<Values> {
  const response = await send(scope, call, { ...asked, id }, "Updating", body, true).catch((error) =>
    explainConflict(scope, asked, error, id),
  );
  return membersFromWire(scope.definition.body, isObject(response) ? response : {}, asked);
}

/** What takes effect with the next deployment, and what only the provider uses, is kept in the state. */
function storeForDeployment({ definition, platform, label }: Scope, state: Values, args: Values): Values {
  const later = changesOf(definition, args, state).filter(({ arg }) => definition.args[arg]?.appliedByDeployment);
  if (later.length > 0) {
    platform.warn(
      `${label}: ${later.map(({ text }) => text).join(", ")} takes effect with the next deployment, for example by a DeploymentTrigger that selects it.`,
    );
  }
  const stored = Object.entries(args).filter(
    ([name]) => definition.args[name]?.appliedByDeployment || definition.args[name]?.local,
  );
  return { ...state, ...Object.fromEntries(stored) };
}
