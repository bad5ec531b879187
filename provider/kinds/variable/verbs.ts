import type { Comparison } from "../../definition/comparison.js";
import type { Call, Form, Plan, PlanCall } from "../../definition/kind.js";
import { InvalidArgumentError } from "../../errors/index.js";
import { type Endpoint, extended } from "../../platform/endpoint.js";
import { lateSeconds, retryWhileMissing } from "../../platform/polling.js";
import { createAs, createBy } from "../../resource/create.js";
import { plan } from "../../resource/plan.js";
import { isSameId } from "../../schema/equality.js";
import { isAbsent, isObject, show, UNKNOWN, type Values } from "../../schema/json.js";
import { parseBuiltIn } from "../../values/revisions.js";
import { membersToWire } from "../../values/wire.js";
import { scopeOf } from "../shared/parts.js";

/** Calls that create a variable which names another one. */
export const alias = extended("POST /variable/{id}/alias");
export const override = extended("POST /variable/{id}/override");

/** Creates a variable with a value, an alias, or an override: each has its own call. */
export const createVariable = createAs(async (call, args) => {
  const { args: fields, body: form, api, pathArgs } = call.definition;
  const { scope: of, parentId } = scopeOf(String(args.on));
  const { key, value, ...others } = membersToWire(form, args, pathArgs);
  if (!isAbsent(args.aliasOf)) {
    const members = { id: await aliasedId(call, args, lateSeconds) };
    const body = { key, ...others, alias_scope: of, alias_parent_id: parentId };
    return createBy(call, args, { endpoint: alias, members, body });
  }
  if (!isAbsent(args.overrides)) {
    const target = await overriddenVariable(call, args, lateSeconds);
    refuseReadable(call, args, target.is_secret === true);
    const members = { id: String(target.id) };
    const body = { value, ...others, override_scope: of, override_parent_id: parentId };
    return createBy(call, args, { endpoint: override, members, body });
  }
  // If the program marks the value as secret, the variable is secret.
  const isSecret = args.secret ?? fields.value?.secret === true;
  const body = { key, value, ...others, is_secret: isSecret, variable_scope: of, variable_parent_id: parentId };
  return createBy(call, args, { endpoint: api.create, members: {}, body });
});

/** Plans like other kinds, and replaces a variable whose form changes. */
export function planVariable(call: PlanCall, comparison: Comparison): Plan {
  const { args, state } = comparison;
  const planned = plan(call, comparison);
  const replaces = planned.replaces === undefined ? formChanges(call, args, state) : [];
  if (replaces.length === 0) refuseReadable(call, args, state.secret !== false);
  return replaces.length === 0 ? planned : { hasWork: true, replaces, deleteBeforeReplace: true };
}

/** The form of a variable never changes: value, file, alias or override, and secret or not. */

type Compared = Pick<Call, "definition">;

/** Arguments that change the form although no argument differs from the platform's. */
export function formChanges(compared: Compared, args: Values, state: Values): string[] {
  const [desired, actual] = [typeIn(args), state.type];
  // Omitting a path that was never set leaves it to the platform; removing it replaces the variable anyway.
  const isLeft = actual === "FILE" && desired === "VALUE";
  if (typeof actual === "string" && actual !== desired && !isLeft)
    return [argumentOf[actual] ?? argumentOf[desired] ?? "value"];
  return isMarked(compared, args) && isAbsent(args.secret) && !inherits(args) && state.secret === false
    ? ["secret"]
    : [];
}

/**
 * Rejects an override that would reveal a secret of the program: the platform uses the secrecy of the overridden variable.
 *
 * @param variable The override, or the variable to override.
 */
export function refuseReadable(call: Compared & Pick<Call, "label">, args: Values, isSecret: boolean): void {
  if (isSecret || isAbsent(args.overrides) || !isMarked(call, args)) return;
  throw new InvalidArgumentError(call.label, {
    path: "value",
    expected: "must not be marked as secret, since the variable in `overrides` isn't secret: everybody could read it",
  });
}

/** Compares an existing variable with the program's, for an adoption. */
export async function compareForm(call: Call, args: Values, state: Values): Promise<Form> {
  const [desired, actual] = [typeIn(args), String(state.type ?? "VALUE")];
  if (desired !== actual) {
    return {
      state,
      differences: [`it is ${describe[actual] ?? actual} on the platform; the program sets ${describe[desired]}`],
    };
  }
  refuseReadable(call, args, state.secret === true);
  if (inherits(args)) return compareTarget(call, args, state);
  const isSecret = args.secret ?? isMarked(call, args);
  if (state.secret === undefined || isSecret === state.secret) return { state, differences: [] };
  const secrecy = (is: boolean) => (is ? "secret" : "readable");
  return {
    state,
    differences: [
      `it is ${secrecy(state.secret === true)} on the platform; the program sets a ${secrecy(isSecret === true)} value`,
    ],
  };
}

/** The state with the program's reference to the target of an alias or override, if that is the same variable. */
async function compareTarget(call: Call, args: Values, state: Values): Promise<Form> {
  const arg = isAbsent(args.aliasOf) ? "overrides" : "aliasOf";
  const current = arg === "aliasOf" ? state.aliasedVariable : state.overriddenVariable;
  const { id, key } = isObject(current) ? current : {};
  const named = arg === "aliasOf" ? await aliasedId(call, args, 0).catch(ifNotNamed) : args.overrides;
  // An unknown target may be the same; the create compares again before it sends anything.
  if (args[arg] === UNKNOWN || isSameId(named, id)) return { state: { ...state, [arg]: args[arg] }, differences: [] };
  return { state, differences: [`${arg}: it names the variable ${JSON.stringify(key ?? null)} with id ${id}`] };
}

function ifNotNamed(error: unknown): undefined {
  if (!(error instanceof InvalidArgumentError)) throw error;
}

function typeIn({ aliasOf, overrides, mountPath }: Values): string {
  if (!isAbsent(aliasOf)) return "ALIAS";
  if (!isAbsent(overrides)) return "OVERRIDE";
  return isAbsent(mountPath) ? "VALUE" : "FILE";
}

const argumentOf: Readonly<Record<string, string>> = { ALIAS: "aliasOf", OVERRIDE: "overrides", FILE: "mountPath" };

const describe: Readonly<Record<string, string>> = {
  ...{ VALUE: "a plain value", FILE: "a file (`mountPath`)" },
  ...{ ALIAS: "an alias (`aliasOf`)", OVERRIDE: "an override (`overrides`)" },
};

function inherits({ aliasOf, overrides }: Values): boolean {
  return !isAbsent(aliasOf) || !isAbsent(overrides);
}

function isMarked({ definition }: Compared, { value }: Values): boolean {
  return definition.args.value?.secret === true && !isAbsent(value);
}

/** The ID of the variable that an alias names: by that ID, or as one of a database's `credentials`, which the platform has created. */
async function aliasedId(call: Call, args: Values, seconds: number): Promise<string> {
  const named = String(args.aliasOf);
  const builtIn = parseBuiltIn(named);
  if (builtIn === undefined) return named;
  const isNamed = ({ key, scope, service_id: service }: Values) =>
    scope === "BUILT_IN" && isSameId(service, builtIn.id) && String(key).endsWith(`_${builtIn.name.toUpperCase()}`);
  const { id } = await findVisible(call, args, {
    isNamed,
    seconds,
    expected: `must name a variable that ${args.on} sees`,
  });
  return String(id);
}

/** The variable in `overrides`, which belongs to a wider scope. */
async function overriddenVariable(call: Call, args: Values, seconds: number): Promise<Values> {
  const own = scopeOf(String(args.on)).scope;
  const isNamed = ({ id, scope }: Values) => isSameId(id, args.overrides) && scope !== own;
  const expected = `must name a variable that ${args.on} sees and belongs to a higher scope`;
  const found = await findVisible(call, args, { isNamed, seconds, expected });
  if (found.key === args.key) return found;
  throw new InvalidArgumentError(call.label, {
    path: "key",
    expected: `must be ${show(found.key, false)}, the key of the variable that it overrides`,
    got: show(args.key, false),
  });
}

interface Search {
  readonly isNamed: (item: Values) => boolean;
  /** For how long the list may lack a variable that this run has just created. */
  readonly seconds: number;
  /** What the argument must name, for the error if nothing is found. */
  readonly expected: string;
}

/** Finds a variable among those that the scope sees, including those of wider scopes. */
async function findVisible(call: Call, args: Values, { isNamed, seconds, expected }: Search): Promise<Values> {
  const { definition, platform, label } = call;
  const purpose = `Listing variables to find what ${label} names`;
  const request = { endpoint: definition.api.list as Endpoint, members: args, purpose };
  const find = async (fresh: boolean, operation = call.operation) =>
    (await platform.lists.all(request, { fresh, operation })).find(isNamed);
  const found =
    (await find(false)) ??
    (await find(true)) ??
    (await retryWhileMissing(platform, seconds, (operation) => find(true, operation)));
  if (found !== undefined) return found;
  const path = isAbsent(args.aliasOf) ? "overrides" : "aliasOf";
  throw new InvalidArgumentError(label, { path, expected, got: show(args[path], false) });
}
