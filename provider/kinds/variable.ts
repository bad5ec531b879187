import { z } from "zod";
import { defineResource } from "../definition/defineKind.js";
import type { Call, Form, Plan, PlanCall } from "../definition/kind.js";
import type { AppPlatformError } from "../errors/appPlatformError.js";
import { InvalidArgumentError } from "../errors/index.js";
import { type Endpoint, extended } from "../platform/endpoint.js";
import { lateSeconds, retryWhileMissing } from "../platform/poll.js";
import { askedInTime } from "../resource/check.js";
import { createAs, createBy } from "../resource/create.js";
import { plan } from "../resource/plan.js";
import { isSameId } from "../schema/equality.js";
import type { Codec } from "../schema/facts.js";
import { at, isAbsent, isObject, show, UNKNOWN, type Value, type Values } from "../schema/json.js";
import {
  flag,
  freeText,
  maxCharacters,
  object,
  type Rule,
  responseText,
  uuid,
  variableReference,
  variableScope,
  verbatim,
  verbatimText,
} from "../schema/schemas.js";
import type { Comparison } from "../values/compare.js";
import { parseBuiltIn } from "../values/revisions.js";
import { membersToWire } from "../values/wire.js";
import { changeTimes } from "./shared/common.js";
import { isExternal, refuseAccessesElsewhere, scopeOf, variableCalls } from "./shared/serviceSubresources.js";

const target = (description: string) =>
  object("VariableTarget", description, {
    id: z.string().meta({ description: "ID of the variable." }),
    key: z.string().meta({ description: "Key of the variable." }),
    scope: z.string().meta({ description: "Scope of the variable, for example `ENVIRONMENT` or `BUILT_IN`." }),
  }).optional();

/** Calls that create an alias or an override name the other variable in their path, and no other call does. */
const inPath: Codec = { encode: () => undefined };

/** An alias gets its value from another variable; all others have their own. */
const sourceRule: Rule = {
  reads: ["value", "aliasOf", "overrides"],
  description: "Exactly one of `value` and `aliasOf` is set, and `overrides` only with `value`.",
  check({ value, aliasOf, overrides }) {
    if (isAbsent(value) && isAbsent(aliasOf)) {
      return { path: ["value"], expected: "is required, unless `aliasOf` is set" };
    }
    const excluded = isAbsent(value) ? "overrides" : "value";
    return isAbsent(aliasOf) || (isAbsent(value) && isAbsent(overrides))
      ? undefined
      : { path: [excluded], expected: "must be omitted, since `aliasOf` is set", got: false };
  },
};

const { createAll, ...api } = variableCalls;

/** Values of the output `type` for an alias and an override. */
const inheriting = { type: ["ALIAS", "OVERRIDE"] };

/** What these inherit from the variable that they refer to. */
const inherited = ["secret", "mountPath", "secretManagerAccessId", "enableInterpolationInFile"] as const;

const inheritedRule: Rule = {
  reads: ["aliasOf", "overrides", ...inherited],
  description:
    "An alias or an override takes `secret`, `mountPath` and `enableInterpolationInFile` from the variable that it refers to, and has no `secretManagerAccessId`.",
  check(values) {
    const by = (["aliasOf", "overrides"] as const).find((name) => !isAbsent(values[name]));
    const specified = inherited.find((name) => !isAbsent(values[name]));
    return by === undefined || specified === undefined
      ? undefined
      : { path: [specified], expected: `must be omitted, since it's taken from the variable in \`${by}\`` };
  },
};

/** The platform shows the name of an external secret to everybody. */
const externalRule: Rule = {
  reads: ["secretManagerAccessId", "secret"],
  description: "With `secretManagerAccessId`, `secret` is omitted or `false`.",
  check: ({ secretManagerAccessId: access, secret }) =>
    isAbsent(access) || secret !== true
      ? undefined
      : { path: ["secret"], expected: "must be omitted: `value` is only the name of the external secret", got: false },
};

const fileRule: Rule = {
  reads: ["mountPath", "enableInterpolationInFile", "aliasOf", "overrides"],
  description: "Only a file has `enableInterpolationInFile`.",
  check: ({ mountPath, enableInterpolationInFile, aliasOf, overrides }) =>
    isAbsent(enableInterpolationInFile) || [mountPath, aliasOf, overrides].some((each) => !isAbsent(each))
      ? undefined
      : { path: ["enableInterpolationInFile"], expected: "must be omitted, unless `mountPath` is set" },
};

/** Calls that create a variable which names another one. */
const alias = extended("POST /variable/{id}/alias");
const override = extended("POST /variable/{id}/override");

/** Creates a variable with a value, an alias, or an override: each has its own call. */
const createVariable = createAs(async (call, args) => {
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
  const isSecret = isAbsent(args.secretManagerAccessId) && (args.secret ?? fields.value?.secret === true);
  const body = { key, value, ...others, is_secret: isSecret, variable_scope: of, variable_parent_id: parentId };
  return createBy(call, args, { endpoint: api.create, members: {}, body });
});

/** An environment variable of a project, an environment or a service. No endpoint reads a single one, so the list of its parent does. */
export const variable = defineResource("Variable", {
  description:
    "An environment variable or a file of a service, or of all services of an environment or a project. Services see a change after their next deployment.",
  args: {
    on: variableScope.meta({
      description:
        "Scope of the variable: a project, an environment, or a service. Every service in that scope receives it.",
    }),
    key: verbatim.meta({
      example: { value: "LOG_LEVEL" },
      description: "Key of the variable; case-sensitive and unique in its scope.",
      identifies: true,
    }),
    value: verbatimText.optional().meta({
      description:
        "Value or, for a file, its content; with `secretManagerAccessId`, the name of the secret. If your program marks it as secret, the variable is secret.",
      secret: { if: "secret" },
      returned: { mask: { text: null } },
      when: { ignored: { type: ["ALIAS"] } },
    }),
    secret: flag.optional().meta({
      description:
        "Whether the platform keeps the value secret. It never returns a secret value, so changes outside Pulumi aren't detected.",
      wire: "is_secret",
      onUpdate: "replace",
      when: { ignored: inheriting },
      whenOmitted: { description: "whether the program marks the value as secret" },
    }),
    mountPath: verbatim.optional().meta({
      description: "Path of the file that contains the value, in the service's instances. Makes the variable a file.",
      onUpdate: "replace",
      when: { ignored: inheriting },
    }),
    secretManagerAccessId: uuid.optional().meta({
      description:
        "Access to the secret manager that has the value: one of the `secretManagerAccessIds` of the cluster that the environment is on. `value` is then the name of the secret there, or its ARN.",
      when: { ignored: inheriting },
    }),
    enableInterpolationInFile: flag.optional().meta({
      description: "Whether the platform replaces references to other variables in the content of a file.",
      returned: "never",
    }),
    description: freeText.check(maxCharacters(255)).optional().meta({ description: "Description of the variable." }),
    aliasOf: variableReference.optional().meta({
      description:
        "The variable that this one is an alias of: a resource, an ID, one of a database's `credentials`, such as `db.credentials.password`, or one of the `builtInVariables` of a project, an environment or another service.",
      idOf: { kind: "same kind" },
      codec: inPath,
      onUpdate: "replace",
      returned: "never",
      // A program may name a variable of a database instead, which is kept.
      response: { path: "aliased_variable.id" },
    }),
    overrides: uuid.optional().meta({
      description: "The variable of a wider scope that this one overrides, as a resource or by ID.",
      idOf: { kind: "same kind" },
      codec: inPath,
      onUpdate: "replace",
      returned: "never",
      response: { path: "overridden_variable.id" },
    }),
  },
  rules: [sourceRule, inheritedRule, fileRule, externalRule],
  outputs: {
    ...changeTimes,
    type: responseText.meta({
      description:
        "Type of the variable: `VALUE`, `FILE`, `ALIAS`, `OVERRIDE`, `EXTERNAL_SECRET` or `FILE_EXTERNAL_SECRET`.",
      wire: "variable_type",
    }),
    aliasedVariable: target("The variable that this one is an alias of."),
    overriddenVariable: target("The variable that this one overrides."),
  },
  sources: { aliasOf: "aliasedVariable", overrides: "overriddenVariable" },
  updateMode: "partial",
  isSeenByServices: true,
  api,
  otherCalls: { alias, override, createAll },
  verbs: { check: checkVariable, plan: planVariable, create: createVariable, compareForm },
  example: `const api = Container.get("api", config.require("apiId"));
new Variable("log-level", { on: api, key: "LOG_LEVEL", value: "info" });
new Variable("token", { on: api, key: "PAYMENT_TOKEN", value: config.requireSecret("paymentToken") });`,
});

/** Rejects a name of an external secret that the program keeps secret, and the access of another cluster. */
async function checkVariable(call: Call, args: Values, oldInputs?: Values): Promise<AppPlatformError[]> {
  const { on, value, secretManagerAccessId: accessId } = args;
  if (isAbsent(accessId)) return [];
  if (isMarked(call, args)) {
    const expected =
      "must not be marked as secret: with `secretManagerAccessId`, it's the name of the secret, not its value";
    return [new InvalidArgumentError(call.label, { path: "value", expected })];
  }
  if (value === undefined || (oldInputs?.on === on && oldInputs?.secretManagerAccessId === accessId)) return [];
  const path = "secretManagerAccessId";
  await askedInTime(call, async (asking) =>
    refuseAccessesElsewhere(asking, await environmentOf(asking, String(on)), [{ path, accessId }]),
  );
  return [];
}

/** The environment of a scope; nothing for a project, or if it isn't known. */
async function environmentOf({ platform, operation, label }: Call, on: string): Promise<Value | undefined> {
  const [kind = "", id = ""] = on.split("/");
  if (on === UNKNOWN || kind === "project") return undefined;
  if (kind === "environment") return id;
  const endpoint = extended(`GET /${kind}/{id}`);
  const request = {
    endpoint,
    members: { id },
    purpose: `Finding the environment of ${label}`,
    isSingle: true as const,
  };
  const [service] = await platform.lists.all(request, { evenOutdated: true, operation });
  return at(service, "environment.id");
}

/** Plans like other kinds, and replaces a variable whose form changes. */
function planVariable(call: PlanCall, comparison: Comparison): Plan {
  const { args, state } = comparison;
  const planned = plan(call, comparison);
  const replaces = planned.replaces === undefined ? formChanges(call, args, state) : [];
  if (replaces.length === 0) refuseReadable(call, args, state.secret !== false);
  return replaces.length === 0 ? planned : { hasWork: true, replaces, deleteBeforeReplace: true };
}

/** The form of a variable never changes: value, file, alias or override, and secret or not. */

type Compared = Pick<Call, "definition">;

/** Arguments that change the form although no argument differs from the platform's. */
function formChanges(compared: Compared, args: Values, state: Values): string[] {
  const [desired, actual] = [typeIn(args), state.type];
  // Omitting a path that was never set leaves it to the platform; removing it replaces the variable anyway.
  const isLeft = actual === asFile(desired);
  if (typeof actual === "string" && actual !== desired && !isLeft) {
    if (isExternal(actual) !== isExternal(desired)) return ["secretManagerAccessId"];
    return [argumentOf[actual] ?? argumentOf[desired] ?? "value"];
  }
  return isMarked(compared, args) && isAbsent(args.secret) && !inherits(args) && state.secret === false
    ? ["secret"]
    : [];
}

/**
 * Rejects an override that would reveal a secret of the program: the platform uses the secrecy of the overridden variable.
 *
 * @param variable The override, or the variable to override.
 */
function refuseReadable(call: Compared & Pick<Call, "label">, args: Values, isSecret: boolean): void {
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

function typeIn({ aliasOf, overrides, mountPath, secretManagerAccessId }: Values): string {
  if (!isAbsent(aliasOf)) return "ALIAS";
  if (!isAbsent(overrides)) return "OVERRIDE";
  const type = isAbsent(secretManagerAccessId) ? "VALUE" : "EXTERNAL_SECRET";
  return isAbsent(mountPath) ? type : (asFile(type) as string);
}

/** The type of a file of this type. */
function asFile(type: string): string | undefined {
  return { VALUE: "FILE", EXTERNAL_SECRET: "FILE_EXTERNAL_SECRET" }[type];
}

const argumentOf: Readonly<Record<string, string>> = {
  ...{ ALIAS: "aliasOf", OVERRIDE: "overrides", FILE: "mountPath", FILE_EXTERNAL_SECRET: "mountPath" },
};

const describe: Readonly<Record<string, string>> = {
  ...{ VALUE: "a plain value", FILE: "a file (`mountPath`)" },
  ...{ ALIAS: "an alias (`aliasOf`)", OVERRIDE: "an override (`overrides`)" },
  EXTERNAL_SECRET: "an external secret (`secretManagerAccessId`)",
  FILE_EXTERNAL_SECRET: "a file from an external secret (`secretManagerAccessId` and `mountPath`)",
};

function inherits({ aliasOf, overrides }: Values): boolean {
  return !isAbsent(aliasOf) || !isAbsent(overrides);
}

function isMarked({ definition }: Compared, { value }: Values): boolean {
  return definition.args.value?.secret === true && !isAbsent(value);
}

/** The ID of the variable that an alias names: by that ID, or as a built-in one of a resource, such as a database's `credentials`. */
async function aliasedId(call: Call, args: Values, seconds: number): Promise<string> {
  const named = String(args.aliasOf);
  const builtIn = parseBuiltIn(named);
  if (builtIn === undefined) return named;
  const { kind, id: owner, name } = builtIn;
  const isService = kind !== "project" && kind !== "environment";
  const endsAs = (item: Values, end: string) =>
    item.scope === "BUILT_IN" &&
    (isService ? isSameId(item.service_id, owner) : isAbsent(item.service_id)) &&
    String(item.key).endsWith(`_${end.toUpperCase()}`);
  // What is seen is that of the project and the environment in which `on` is, which may be others.
  const isOfAnother = (item: Values) => !isService && endsAs(item, `${kind}_id`) && !isSameId(item.value, owner);
  const isNamed = (item: Values, seen: readonly Values[]) => endsAs(item, name) && !seen.some(isOfAnother);
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
  readonly isNamed: (item: Values, seen: readonly Values[]) => boolean;
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
  const find = async (fresh: boolean, operation = call.operation) => {
    const seen = await platform.lists.all(request, { fresh, operation });
    return seen.find((item) => isNamed(item, seen));
  };
  const found =
    (await find(false)) ??
    (await find(true)) ??
    (await retryWhileMissing(platform, seconds, (operation) => find(true, operation)));
  if (found !== undefined) return found;
  const path = isAbsent(args.aliasOf) ? "overrides" : "aliasOf";
  throw new InvalidArgumentError(label, { path, expected, got: show(args[path], false) });
}
