import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import type { Plan, ResourceDefinition } from "../../definition/kind.js";
import type { PlannedUpdate } from "../../engine/handlers.js";
import type { DiffRequest } from "../../engine/request.js";
import { identityKeyOf, type Step } from "../../schema/equality.js";
import { type Field, fieldAt, type ObjectField, valueAt } from "../../schema/field.js";
import { hasUnknown, isAbsent, isObject, sameJson, type Value, type Values } from "../../schema/json.js";
import { type Change, differs, matchItems } from "../../values/compare.js";

/** What differs in a resource, and what the plan says about it. */
export function diffOf(
  { body }: Pick<ResourceDefinition, "body">,
  { inputs, oldInputs, isOfRefresh }: Pick<DiffRequest, "inputs" | "oldInputs" | "isOfRefresh">,
  { plan, comparison }: PlannedUpdate,
): proto.DiffResponse {
  // An unknown value may be another one than before.
  const unknown = Object.keys(inputs).filter((arg) => hasUnknown(inputs[arg]));
  const known = comparison.changes.filter(({ arg }) => !unknown.includes(arg));
  const differing = [...known, ...unknown.map((arg) => ({ arg, steps: [arg] }))];
  const changes = propertyChanges(body, differing, plan.replaces ?? [], { ...comparison, oldInputs });
  const isChanged = isOfRefresh ? changes.length > 0 : (plan.hasWork ?? !sameJson(oldInputs, inputs));
  return isChanged ? diffResponse("some", changes, plan) : diffResponse("none");
}

const { Kind } = proto.PropertyDiff;
const diffKinds = {
  add: [Kind.ADD, Kind.ADD_REPLACE],
  update: [Kind.UPDATE, Kind.UPDATE_REPLACE],
  delete: [Kind.DELETE, Kind.DELETE_REPLACE],
} as const;

export function diffResponse(
  changes: "none" | "some",
  properties: readonly PropertyChange[] = [],
  { replaces = [], deleteBeforeReplace = false }: Plan = {},
): proto.DiffResponse {
  const response = new proto.DiffResponse()
    .setChanges(proto.DiffResponse.DiffChanges[changes === "none" ? "DIFF_NONE" : "DIFF_SOME"])
    .setReplacesList([...replaces])
    .setDeletebeforereplace(deleteBeforeReplace)
    .setDiffsList([...new Set(properties.map(({ path }) => path.split(/[.[]/)[0] as string))])
    .setHasdetaileddiff(properties.length > 0);
  const details = response.getDetaileddiffMap();
  for (const { path, kind, isInputDiff, replaces: isReplacing } of properties) {
    const diff = new proto.PropertyDiff().setKind(diffKinds[kind][isReplacing ? 1 : 0]).setInputdiff(isInputDiff);
    details.set(path, diff);
  }
  return response;
}

export interface PropertyChange {
  /** In Pulumi's syntax: `ports[0].name`, `labels["a.b"]`. */
  readonly path: string;
  readonly kind: "add" | "update" | "delete";
  /** Both sides are arguments, since the order of items in the state doesn't matter. */
  readonly isInputDiff: boolean;
  readonly replaces: boolean;
}

/** What is compared: the state, the program's arguments, and those before, which the engine shows where a list is in another order. */
interface Compared {
  readonly state: Values;
  readonly args: Values;
  readonly oldInputs?: Values | undefined;
}

/**
 * The property changes of each change, down to the leaf, as `replaceOnChanges` names them. Items whose order doesn't matter have the index
 * of the program; removed ones have that of the program before.
 */
export function propertyChanges(
  body: ObjectField,
  changes: readonly Pick<Change, "arg" | "steps">[],
  replaces: readonly string[],
  compared: Compared,
): readonly PropertyChange[] {
  // An unknown value may replace the resource, but isn't a change.
  const unseen = replaces.filter((arg) => !changes.some((change) => change.arg === arg));
  const all = [...changes, ...unseen.map((arg) => ({ arg, steps: [arg] }))].flatMap(({ arg, steps }) =>
    locate(body, steps, compared).map((each) => ({ ...each, replaces: replaces.includes(arg) })),
  );
  return [...new Map(all.map((each) => [each.path, each])).values()];
}

type Located = Omit<PropertyChange, "replaces">;

/** Where a change is, down to the last value on its way that isn't shown as a whole. */
function locate(body: ObjectField, steps: readonly Step[], { state, args, oldInputs }: Compared): readonly Located[] {
  let field: Field | undefined = body;
  let [actual, now, before]: (Value | undefined)[] = [state, args, oldInputs];
  let path = "";
  for (const step of steps) {
    if (typeof step === "object" || field === undefined || isWhole(field)) break;
    [actual, now, before] = [valueAt(actual, step), valueAt(now, step), valueAt(before, step)];
    field = fieldAt(field, step);
    path = withStep(path, step);
  }
  const inside = leaves(field, before, now, path);
  if (inside.length > 0 && inside[0]?.path !== path) return inside;
  const kind = isAbsent(now) ? "delete" : isAbsent(actual) ? "add" : "update";
  return [{ path, kind, isInputDiff: field !== undefined && isWhole(field) }];
}

/** How the arguments differ inside of a value, down to the leaf. */
function leaves(field: Field | undefined, before: Value | undefined, now: Value | undefined, path: string): Located[] {
  const isOther =
    field === undefined ? !sameJson(before, now) : differs(field, now, before) || differs(field, before, now);
  if (!isOther && !hasUnknown(now)) return [];
  const insideOf = (step: string | number, one: Value | undefined, other: Value | undefined) =>
    leaves(field && fieldAt(field, step), one, other, withStep(path, step));
  if (isObject(before) && isObject(now)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
    return names.flatMap((name) => insideOf(name, before[name], now[name]));
  }
  if (Array.isArray(before) && Array.isArray(now)) {
    const isKeyed = field?.type === "array" && identityKeyOf(field) !== undefined;
    const matches = isKeyed ? matchItems(field, now, before) : now.map((_, index) => before[index]);
    const isGone = (index: number) => (isKeyed ? !matches.includes(before[index]) : index >= now.length);
    const length = Math.max(now.length, before.length);
    return Array.from({ length }, (_, index) => index).flatMap((index) => {
      const gone = isGone(index) ? before[index] : undefined;
      if (matches[index] === undefined) return insideOf(index, gone, now[index]);
      return [...insideOf(index, matches[index], now[index]), ...insideOf(index, gone, undefined)];
    });
  }
  if (isAbsent(before) && isAbsent(now)) return [];
  const kind = isAbsent(now) ? "delete" : isAbsent(before) ? "add" : "update";
  return [{ path, kind, isInputDiff: true }];
}

/** Whether a change inside is shown by the arguments alone: if order doesn't matter, an index of the state means nothing. */
function isWhole(field: Field): boolean {
  if (field.type === "array") return identityKeyOf(field) !== undefined;
  return field.type === "record" && (field.value.type === "object" || field.value.type === "array");
}

function withStep(path: string, step: string | number): string {
  if (typeof step === "number") return `${path}[${step}]`;
  if (!/^[A-Za-z_]\w*$/.test(step)) return `${path}["${step.replace(/["\\]/g, "\\$&")}"]`;
  return path === "" ? step : `${path}.${step}`;
}
