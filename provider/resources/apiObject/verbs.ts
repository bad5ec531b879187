import { type Comparison, only } from "../../definition/comparison.js";
import type { Call, Form, Plan, PlanCall } from "../../definition/resourceDefinition.js";
import type { AppPlatformError } from "../../errors/appPlatformError.js";
import { InvalidArgumentError } from "../../errors/index.js";
import { pathsOfKinds } from "../../generated/pathsOfKinds.js";
import { plan } from "../../lifecycle/plan.js";
import { send } from "../../lifecycle/send.js";
import { isSegment, membersNamed, stated } from "../../platform/endpoint.js";
import { isObject, show, type Values } from "../../schema/json.js";
import { seenIn } from "../../values/inlineJson.js";
import { placeIn, statedPaths } from "./calls.js";

/** Refuses what a kind of this provider manages: two resources would change the same object, each in its own way. */
export function checkPaths({ label }: Call, args: Values): AppPlatformError[] {
  const [refused] = statedPaths(args).flatMap(([path, segments]) => {
    const kinds = [
      ...new Set(pathsOfKinds.filter(([, template]) => leadsTo(template, segments)).map(([kind]) => kind)),
    ];
    if (kinds.length === 0) return [];
    const expected = `must not be a path of ${kinds.join(" or ")}: use that resource instead`;
    return [new InvalidArgumentError(label, { path, expected, got: show(`/${segments.join("/")}`, false) })];
  });
  return refused === undefined ? [] : [refused];
}

/** Whether a path is one that the template describes. */
function leadsTo(template: string, segments: readonly string[]): boolean {
  const parts = template
    .replace(/\{\+\w+\}/g, "{kind}/{id}")
    .slice(1)
    .split("/");
  const fits = (part: string, segment = "") => /^\{/.test(part) || part.toLowerCase() === segment.toLowerCase();
  return parts.length === segments.length && parts.every((part, index) => fits(part, segments[index]));
}

/** Plans as every kind does. Another spelling of the same path isn't a change. */
export function planObject(call: PlanCall, comparison: Comparison): Plan {
  const [now, before] = [placeIn(comparison.args), placeIn(comparison.state)];
  const isSame = now !== undefined && now === before;
  return plan(call, isSame ? only(comparison, (arg) => arg !== "path" && arg !== "parameters") : comparison);
}

/** The members of what exists that the program sets: the platform decides on the others. */
export async function compareGiven({ definition }: Call, args: Values, state: Values): Promise<Form> {
  const { body } = definition.args;
  const { response } = state;
  const seen = body && isObject(response) ? seenIn(body, response, args.body, "absent") : state.body;
  return { state: { ...state, ...(seen === undefined ? {} : { body: seen }) }, differences: [] };
}

/** What a GET of any path of the platform returns. */
export async function findByPath(call: Call, { path, parameters = {} }: Values): Promise<Values> {
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
  return { response: (await send({ ...call, label: path }, endpoint, {}, "Reading")) ?? null };
}
