import { argumentsUpdatedBy } from "../../definition/defineKind.js";
import type { Call, Form, LookupCall, Plan, PlanCall, ResourceDefinition } from "../../definition/kind.js";
import type { AppPlatformError } from "../../errors/appPlatformError.js";
import { InvalidArgumentError } from "../../errors/index.js";
import { pathsOfKinds } from "../../generated/pathsOfKinds.js";
import { fillPath, isSegment, membersNamed, stated, statedDelete } from "../../platform/endpoint.js";
import { readWhole } from "../../platform/pages.js";
import { plan } from "../../resource/plan.js";
import { textFormats } from "../../schema/formats.js";
import { hasUnknown, isObject, show, type Value, type Values } from "../../schema/json.js";
import type { Violation } from "../../schema/rules.js";
import { type Comparison, only } from "../../values/compare.js";
import { codecOf, onlyPaths, seenIn, textsOf } from "./body.js";

/** The paths in arguments, by argument. */
interface StatedPaths {
  readonly path: string;
  readonly read: string;
  readonly update: string;
  readonly delete: string;
}

/** Nothing if a path isn't known or isn't valid. */
function pathsIn({ path, read, update, delete: removal }: Values): StatedPaths | undefined {
  if (!isPath(path)) return undefined;
  const item = `${path}/{id}`;
  const pathOf = (value: Value | undefined) => (isObject(value) && isPath(value.path) ? value.path : item);
  return { path, read: isPath(read) ? read : item, update: pathOf(update), delete: pathOf(removal) };
}

function isPath(value: unknown): value is string {
  return typeof value === "string" && textFormats.apiPath.accepts(value);
}

/** The parameters, if all are known. */
function parametersIn({ parameters = {} }: Values): Readonly<Record<string, string>> | undefined {
  const isFit = isObject(parameters) && !hasUnknown(parameters) && Object.values(parameters).every(isParameter);
  return isFit ? (parameters as Readonly<Record<string, string>>) : undefined;
}

function isParameter(value: unknown): boolean {
  return typeof value === "string" && isSegment(value) && !/[/\\]/.test(value);
}

/** An invalid name in braces. */
export function unnamedMember(args: Readonly<Record<string, Value | undefined>>): Violation | undefined {
  const paths = pathsIn(args as Values);
  const { parameters = {} } = args;
  if (paths === undefined || !isObject(parameters)) return undefined;
  if (membersNamed(paths.path).includes("id"))
    return { path: ["path"], expected: "must not contain {id}: an object has no ID before it is created" };
  const named = new Set(
    Object.values(paths)
      .flatMap(membersNamed)
      .filter((name) => name !== "id"),
  );
  for (const name of named) {
    if (parameters[name] === undefined)
      return { path: ["parameters"], expected: `must have ${name}, which a path contains`, got: false };
  }
  for (const [name, value] of Object.entries(parameters)) {
    if (!named.has(name))
      return { path: ["parameters", name], expected: "must be omitted, since no path contains its name" };
    if (!isParameter(value))
      return { path: ["parameters", name], expected: "must be one segment of a path, without a slash" };
  }
  return undefined;
}

/** The path at which the object is created, with its parameters. */
function parentIn(values: Values): string | undefined {
  const [paths, parameters] = [pathsIn(values), parametersIn(values)];
  if (paths === undefined || parameters === undefined) return undefined;
  if (membersNamed(paths.path).some((name) => !Object.hasOwn(parameters, name))) return undefined;
  return fillPath(stated(`POST ${paths.path}`, parameters), {});
}

/** All paths in arguments, each with its argument and, if known, its parameters. */
function statedPaths(args: Values): readonly (readonly [arg: string, segments: readonly string[]])[] {
  const { parameters } = args;
  const known = isObject(parameters) ? parameters : {};
  const filled = (path: string) =>
    path
      .slice(1)
      .split("/")
      .map((segment) => {
        const [, name] = /^\{(\w+)\}$/.exec(segment) ?? [];
        const value = name === undefined ? segment : known[name];
        return typeof value === "string" && !hasUnknown(value) ? value : segment;
      });
  const argOf = (name: string) =>
    isObject(args[name]) ? `${name}.path` : typeof args[name] === "string" ? name : "path";
  return Object.entries(pathsIn(args) ?? {}).map(([name, path]) => [argOf(name), filled(path)]);
}

/** The definition of an object with the calls in its arguments. */
export function concreteObject(
  definition: ResourceDefinition,
  values: Values,
): Partial<ResourceDefinition> | undefined {
  const [paths, parameters] = [pathsIn(values), parametersIn(values)];
  if (paths === undefined || parameters === undefined || parentIn(values) === undefined) return undefined;
  const { nameMember, update, delete: removal } = values;
  const updated = methodIn(update, "PUT");
  const deleted = methodIn(removal, "DELETE");
  const isListed = !membersNamed(paths.read).includes("id");
  const isNamed = typeof nameMember === "string";
  const list = isListed ? paths.read : isNamed ? paths.path : undefined;
  const updates = updated === "NONE" ? {} : { update: stated(`${updated} ${paths.update}`, parameters) };
  const args = argumentsUpdatedBy(updates, definition.args);
  return {
    args,
    body: { ...definition.body, members: args, codec: codecOf(values) },
    api: {
      create: stated(`POST ${paths.path}`, parameters),
      ...(list === undefined ? {} : { list: stated(`GET ${list}`, parameters) }),
      ...(isListed ? {} : { read: stated(`GET ${paths.read}`, parameters) }),
      ...updates,
      ...(deleted === "NONE" ? {} : { delete: statedDelete(`${deleted} ${paths.delete}`, parameters) }),
    },
    updateMode: updated === "PATCH" ? "partial" : "full",
    alsoOf: [...new Set(kindsAtPaths(values).flatMap(({ kind }) => kind.split(" or ")))],
    returnedOnce: ({ secretResponse }) =>
      textsOf(values.secretMembers)
        .filter((path) => onlyPaths(isObject(secretResponse) ? secretResponse : {}, undefined, [path]) === undefined)
        .map((path) => `secretResponse.${path}`),
    nameArg: isNamed ? `body.${nameMember}` : undefined,
  };
}

function methodIn(call: Value | undefined, usual: string): string {
  return isObject(call) && typeof call.method === "string" ? call.method : usual;
}

/**
 * Rejects new objects that a kind of this provider manages: two resources would change the same object in different ways. An existing
 * object may be older than the kind, so it's only reported.
 */
export async function checkPaths(call: Call, args: Values, oldInputs?: Values): Promise<AppPlatformError[]> {
  const { label, log } = call;
  const found = kindsAtPaths(args);
  const before = found.length === 0 ? [] : kindsAtPaths(oldInputs ?? (await inState(call))).map(({ kind }) => kind);
  const refused = found.find(({ kind }) => !before.includes(kind));
  if (refused !== undefined) {
    const { kind, path, segments } = refused;
    const expected = `must not be a path of ${kind}: use that resource instead`;
    return [new InvalidArgumentError(label, { path, expected, got: show(`/${segments.join("/")}`, false) })];
  }
  for (const { kind, path } of found.slice(0, 1)) {
    log.warn(
      `${label}: \`${path}\` is a path of ${kind}, which can manage it, too. To change over, replace this resource in the program by one of that kind, with \`adoptId\`.`,
    );
  }
  return [];
}

/** The object as the state has it: a replacement, also one by `--replace`, is checked like a new object. */
async function inState({ run, urn }: Call): Promise<Values> {
  const [object] = await run.owners.matching(urn, (each) => each.urn === urn, "at the start").catch(() => []);
  return object?.values ?? {};
}

/** The kinds that have a path of these arguments. */
function kindsAtPaths(args: Values) {
  return statedPaths(args).flatMap(([path, segments]) => {
    const kinds = new Set(pathsOfKinds.filter(([, template]) => leadsTo(template, segments)).map(([kind]) => kind));
    return kinds.size === 0 ? [] : [{ kind: [...kinds].join(" or "), path, segments }];
  });
}

/** Whether a path matches the template. */
function leadsTo(template: string, segments: readonly string[]): boolean {
  const pattern = template
    .replace(/\{\+\w+\}/g, "{kind}/{id}")
    .slice(1)
    .split("/");
  const fits = (each: string, segment = "") => /^\{/.test(each) || each.toLowerCase() === segment.toLowerCase();
  return pattern.length === segments.length && pattern.every((segment, index) => fits(segment, segments[index]));
}

/** Plans like other kinds. Another spelling of the same path isn't a change. */
export function planObject(call: PlanCall, comparison: Comparison): Plan {
  const [now, before] = [parentIn(comparison.args), parentIn(comparison.state)];
  const isSame = now !== undefined && now === before;
  return plan(call, isSame ? only(comparison, (arg) => arg !== "path" && arg !== "parameters") : comparison);
}

/** The members of an existing object that the program sets: the platform chooses the others. */
export async function compareSpecified(_: Call, args: Values, state: Values): Promise<Form> {
  const { response } = state;
  const ignored = textsOf(args.ignore);
  const seen = isObject(response) ? seenIn(response, args.body, { omitted: "absent", ignored }) : state.body;
  return { state: { ...state, ...(seen === undefined ? {} : { body: seen }) }, differences: [] };
}

/** The response to a GET of any path. */
export async function findByPath(call: LookupCall, { path, parameters = {} }: Values): Promise<Values> {
  const refuse = (arg: string, expected: string, got?: string) =>
    new InvalidArgumentError("getApiObject", { path: arg, expected, ...(got === undefined ? {} : { got }) });
  if (typeof path !== "string" || !/^\/(?!\/)[^\s\\#\p{C}]*$/u.test(path))
    throw refuse("path", "must be a path that begins with a slash, without a host", show(path, false));
  if (!isObject(parameters)) throw refuse("parameters", "must be an object", show(parameters, false));
  for (const name of membersNamed(path)) {
    const value = parameters[name];
    if (typeof value !== "string" || !isSegment(value))
      throw refuse(`parameters.${name}`, "must be a segment of a path");
  }
  const endpoint = stated(`GET ${path}`, parameters as Readonly<Record<string, string>>);
  const request = { endpoint, members: {}, purpose: `Reading ${path}` };
  const { client } = call.platform;
  // With a query, the program may choose a page.
  const found = path.includes("?") ? client.send(request, call.operation) : readWhole(client, request, call.operation);
  return { response: (await found) ?? null };
}
