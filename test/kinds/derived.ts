/** What follows from the definition of a kind: its record states only where it differs. */
import { callsOf } from "../../provider/definition/kind.js";
import { definitions } from "../../provider/kinds/index.js";
import * as cells from "../engine/expectations/cells.js";
import type { Row } from "../engine/support/outcome.js";
import type { SeededIds } from "../platform/support/platform.js";
import {
  type Endpoint,
  type EndpointSet,
  fillTarget,
  isServed,
  type ResourceDefinition,
  type Values,
} from "../support/provider.js";
import { linkedCalls, served } from "./documentedCalls.js";
import type { NotApplicable } from "./notApplicable.js";
import type { Args, Calls, Changes, LifecycleRecord, Served } from "./recordParts.js";
import { onPlatform } from "./shared/everyField.js";
import type { Fixture } from "./shared/fixture.js";
import { seededIds } from "./shared/seededIds.js";

const sets = ["documented", "extended"] as const;
type AnyCall = Endpoint<boolean>;

export function definitionOf(kind: string): ResourceDefinition {
  const found = definitions.find((each) => each.kind === kind);
  if (found === undefined) throw new Error(`provider/kinds has no ${kind}; run \`npm run generate\``);
  return found;
}

/** The sets of endpoints that serve each operation. */
export function servedBy({ api }: ResourceDefinition): Served {
  const { create, save, read, list, update, clone, delete: remove } = api;
  const of = (...calls: readonly (AnyCall | undefined)[]) =>
    sets.filter((set) => calls.some((call) => isServed(call, set)));
  return {
    create: of(create, save),
    read: of(read, list),
    update: of(update),
    clone: of(clone),
    delete: of(remove),
  };
}

/** The calls that are not in the API document. */
export function extendedCallsOf(definition: ResourceDefinition): readonly string[] {
  const calls: readonly AnyCall[] = [...Object.values(callsOf(definition)), ...linkedCalls(definition)];
  return [...new Set(calls.filter(({ row }) => row === undefined).flatMap((call) => served(definition, call)))];
}

/** The request lines of each verb. `links` is what else is read of the fixture's resource, except for what never changes. */
export function callsWith(
  definition: ResourceDefinition,
  { path, response }: Fixture,
  set: EndpointSet,
  edit: Values,
  links: readonly string[] = [],
): Calls {
  const { create, read, list, update, delete: remove } = definition.api;
  const line = (call: AnyCall) => `${call.method} ${fillTarget(call, { ...path, id: response.id })}`;
  const of = (call: AnyCall | undefined) => (isServed(call, set) ? [line(call)] : []);
  const reads = read !== undefined && isServed(read, set) ? of(read) : of(list);
  const fixed = definition.linked.filter(({ isFixed }) => isFixed).map((each) => line(each.read));
  const linked = set === "documented" ? [] : [...links.map((link) => `${reads[0]}/${link}`), ...fixed];
  return {
    create: [...of(create), ...linked],
    read: [...reads, ...linked],
    update: isServed(update, set) ? [...reads, line(update), ...linked] : update === undefined ? "replaced" : "refused",
    delete: of(remove),
    edit,
  };
}

/** What another value of an argument leads to. */
export function changedBy(definition: ResourceDefinition): Readonly<Record<EndpointSet, Changes>> {
  const { api, pathArgs, nameArg } = definition;
  const moved = Object.fromEntries(pathArgs.map((arg) => [arg, "replace" as const]));
  const of = (set: EndpointSet): Changes => {
    if (isServed(api.update, set)) return ["edit", moved];
    const others = { ...moved, ...(nameArg !== undefined && { [nameArg]: "replace" as const }) };
    if (api.update !== undefined) return ["refused", others];
    if (nameArg === undefined) return ["replace", others];
    return [isServed(api.delete, set) ? "replace, deleted first" : "name taken", others];
  };
  return { documented: of("documented"), extended: of("extended") };
}

export const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** With some members that may be omitted. */
export type Stated<T, Optional extends keyof T> = Omit<T, Optional> & Partial<Pick<T, Optional>>;

/** A lifecycle as a record states it. */
export interface StatedLifecycle extends Partial<Omit<LifecycleRecord, "expected" | "edited" | "removed">> {
  /** `byProgram` is what the program sets the argument to. */
  readonly edited: Stated<LifecycleRecord["edited"], "wire"> & { readonly byProgram?: string };
  /** `now` is what the platform has then: `null` if omitted. */
  readonly removed: Stated<LifecycleRecord["removed"], "wire"> & { readonly now?: Values[string] };
  /** What each step does with the extended endpoints, if it is not what most kinds do. */
  readonly expected?: Row | NotApplicable;
}

/** With what it omits: the fixture's arguments, one edit, and a move to another environment if the kind is in one. */
export function lifecycleWith(
  definition: ResourceDefinition,
  fixture: Fixture,
  { edited, removed, expected: _, ...stated }: StatedLifecycle,
): Omit<LifecycleRecord, "expected"> {
  const { nameArg, pathArgs } = definition;
  const { byProgram = "edited by the program", wire = snake(edited.arg), ...edit } = edited;
  const { now: __, ...remove } = removed;
  const isMovable = pathArgs.includes("environmentId");
  return {
    args: (ids: SeededIds): Args => onPlatform(fixture, ids, {}),
    edits: () => [{ [edited.arg]: byProgram }],
    replacements: ({ otherEnvironment }) => (isMovable ? [{ environmentId: otherEnvironment }] : []),
    ...(nameArg !== undefined && nameArg !== "name" && { identifiedBy: { arg: nameArg, other: "by-hand" } }),
    ...stated,
    edited: { ...edit, wire },
    removed: { wire: snake(removed.arg), ...remove },
  };
}

/** What each step does with the extended endpoints, if each call of the kind is one of them. `created` is the status of a create. */
export function rowOf(
  definition: ResourceDefinition,
  lifecycle: Omit<LifecycleRecord, "expected">,
  { edited, removed }: StatedLifecycle,
  created = 201,
): Row {
  const { api, args, nameArg, linked } = definition;
  const of = ({ method, path }: AnyCall, status: number) =>
    `${method} ${path.replace(/(\w+)\/\{id\}/, "$1/{$1Id}")} ${status}`;
  const [create, remove] = [of(api.create, created), api.delete && of(api.delete, 204)];
  const list = api.list && [of(api.list, 200)];
  const specified = lifecycle.args(seededIds);
  const ports = specified.ports as readonly { readonly publiclyAccessible?: boolean }[] | undefined;
  const isPublic = ports?.some(({ publiclyAccessible = true }) => publiclyAccessible) === true;
  // Addresses are read if a port is public.
  const isLinked = isPublic || args.ports === undefined;
  const links = linked.filter(({ isFixed }) => isLinked && !isFixed).map(({ read }) => of(read, 200));
  const reads = [...(api.read === undefined ? (list ?? []) : [of(api.read, 200)]), ...links];
  const gone = api.read === undefined ? (list ?? []) : [...(list ?? []), of(api.read, 404)].sort();
  const replaced = (after: Parameters<typeof cells.up>[2]) =>
    cells.up("replace 1", [...(remove === undefined ? [] : [remove]), create].sort(), after);
  const update = api.update && of(api.update, 200);
  const isAdoptedByName = edited.arg === nameArg ? "by-hand" : undefined;
  const shared = {
    up: cells.made(create),
    "preview without change": cells.quiet,
    refresh: cells.refreshed(...reads),
    replace: lifecycle.replacements(seededIds).map(() => replaced({ old: "gone" })),
    "deleted outside": cells.madeAgain(gone, create),
    "rename with alias": cells.renamed(2),
    destroy: remove === undefined ? cells.leaves(2) : cells.deletes(2, remove),
  };
  const isRequired = args[removed.arg]?.required === true;
  if (update === undefined) {
    return {
      ...shared,
      update: [replaced({ now: cells.edited })],
      remove: isRequired ? cells.removalRequired(removed.arg) : [replaced({ now: removed.now ?? null })],
      drift: [],
      adopt: cells.adoptedAsIs(reads[0] ?? "", cells.edited),
    };
  }
  return {
    ...shared,
    update: lifecycle.edits(seededIds).flatMap(() => cells.editedBy(update)),
    remove: isRequired ? cells.removalRequired(removed.arg) : cells.removedBy(update, removed.now ?? null),
    drift: cells.driftEdited(reads, update),
    adopt: cells.adoptedAndEdited(reads[0] ?? "", update, isAdoptedByName),
  };
}

function setIn(values: object, [step = "", ...rest]: readonly string[], value: string): void {
  const members = values as Record<string, unknown>;
  if (rest.length === 0) members[step] = value;
  else setIn(members[step] as object, rest, value);
}

/** Arguments with every field set: those of the fixture, with another name and other secrets. */
export function everyFieldOf(
  definition: ResourceDefinition,
  fixture: Fixture,
  secrets: readonly { readonly path: string; readonly name: string }[],
) {
  const { kind, nameArg } = definition;
  const resource = `${kind[0]?.toLowerCase()}${kind.slice(1)}`;
  const named = nameArg === undefined ? {} : { [nameArg]: `every-${resource.toLowerCase()}` };
  return (ids: SeededIds, secret: (name: string) => string): Readonly<Record<string, object>> => {
    const args = onPlatform<object>(fixture, ids, named);
    for (const { path, name } of secrets) setIn(args, path.split("."), secret(name));
    return { [resource]: args };
  };
}
