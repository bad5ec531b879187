import type { Moment } from "../claims/holders.js";
import { referenceName } from "../definition/reference.js";
import type { Reading, Scope } from "../definition/resourceDefinition.js";
import { NotFoundError } from "../errors/index.js";
import { kindOfPlace } from "../generated/contents.js";
import { isServed, pathMembers } from "../platform/endpoint.js";
import { lateSeconds, lookLate } from "../platform/polling.js";
import { isObject, type Values } from "../schema/json.js";
import { isSameId, normalId } from "../schema/normalForm.js";
import { isForeignPlaceGone, type Place } from "./foreignPlace.js";

/**
 * The current state of a resource; nothing if it does not exist, or if what it belongs to is gone: the environment of a service, the
 * service of a domain.
 *
 * @param isExpected Whether the platform was asked to delete it and no longer has it by its ID: then it needs no second look.
 */
export async function readOrGone(
  scope: Scope,
  id: string,
  state: Values,
  { isExpected = false, ...reading }: Reading & { readonly isExpected?: boolean } = {},
): Promise<Values | undefined> {
  const { platform } = scope;
  const foreign = new Set<string>();
  let seen = await look(scope, id, state, { reading, foreign });
  if (seen === "absent" && !isExpected) {
    const late = await lookLate(platform, secondsInDoubt(scope, state.createdAt), async (operation) => {
      platform.lists.forget();
      const again = await look({ ...scope, operation }, id, state, { reading, foreign });
      return again === "absent" ? undefined : again;
    });
    seen = late ?? seen;
  }
  if (typeof seen !== "string") return seen;
  for (const place of foreign) platform.gone.add(place);
  platform.gone.add(referenceTo(scope, String(referenceName(scope.definition)), id));
  return undefined;
}

/**
 * How long, in seconds, the platform may not show yet what the state has: a list may lack what was created a moment ago. What was
 * created at an unknown time was created before this process read anything.
 */
export function secondsInDoubt({ platform }: Scope, createdAt?: unknown): number {
  const { client, clock, since } = platform;
  const created = Date.parse(String(createdAt));
  const age = Number.isNaN(created) ? clock.elapsed() - since : client.now() - created;
  return Math.min(lateSeconds - age / 1000, lateSeconds);
}

/**
 * What one look shows of a resource; `absent` may be what a replica does not have yet.
 *
 * @param foreign Gets the place of somebody else that seems to be gone.
 */
async function look(
  scope: Scope,
  id: string,
  state: Values,
  { reading, foreign }: { readonly reading: Reading; readonly foreign: Set<string> },
): Promise<Values | "absent" | "gone"> {
  try {
    return (await scope.verbs.read(scope, id, state, reading)) ?? "absent";
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    for (const arg of scope.definition.pathArgs) {
      const [placeId = "", kind = arg.replace(/Id$/, "")] = String(state[arg]).split("/").reverse();
      if (await isPlaceGone(scope, { kind, id: placeId }, state)) return "gone";
      if (!(await isForeignPlaceGone(scope, { kind, id: placeId }))) continue;
      foreign.add(referenceTo(scope, kind, placeId));
      return "absent";
    }
    throw error;
  }
}

/** IDs are unique on a platform, and two local ones have some in common. */
function referenceTo({ platform }: Scope, kind: string, id: string): string {
  return `${platform.address} ${kind}/${normalId(id)}`;
}

/**
 * Whether the place of a resource is gone. That the platform does not know it (404) may also come from a wrong base URL or a missing
 * permission: a list that the platform does return must be without it. Which list that is, the stack knows, or the resource itself.
 */
async function isPlaceGone(scope: Scope, { kind, id }: Place, state: Values): Promise<boolean> {
  if (scope.platform.gone.has(referenceTo(scope, kind, id))) return true;
  for (const place of [...(await placesInStack(scope, { kind, id })), ...placeAsToldBy(scope, { kind, id }, state)]) {
    if ((await readOrGone(place, id, place.values)) === undefined) return true;
  }
  return false;
}

/** What the stack's state has of a place, or had before this run: it may have left the state by now, since it is gone. */
async function placesInStack(scope: Scope, { kind, id }: Place) {
  const inState = (moment: Moment) =>
    scope.platform.holders.matching(scope.urn, (each) => isSameId(each.id, id), moment).catch(() => []);
  const held = await inState("now");
  return (held.length > 0 ? held : await inState("before this run")).flatMap((each) => {
    const found = scope.kindNamed?.(each.kind);
    return found === undefined || referenceName(found.definition) !== kind
      ? []
      : [{ ...scope, ...found, label: `${each.kind} ${id}`, values: each.values }];
  });
}

/** A place whose own place the resource knows: the project of an environment, whose organization is an output. */
function placeAsToldBy(scope: Scope, place: Place, state: Values) {
  const found = scope.kindNamed?.(kindOfPlace[place.kind] ?? "");
  const list = found?.definition.api.list;
  if (found === undefined || !isServed(list, scope.platform.endpoints)) return [];
  const told = pathMembers(list).map((member) => [member, state[member.replace(/Id$/, "")]] as const);
  if (!told.every(([, of]) => isObject(of) && typeof of.id === "string")) return [];
  const values = Object.fromEntries(told.map(([member, of]) => [member, (of as Values).id as string]));
  return [{ ...scope, ...found, label: `${found.definition.kind} ${place.id}`, values }];
}
