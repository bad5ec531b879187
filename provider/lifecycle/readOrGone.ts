import type { Moment, StackResource } from "../claims/holders.js";
import { referenceName } from "../definition/reference.js";
import type { Call, Reading, ResourceDefinition } from "../definition/resourceDefinition.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { NotFoundError, RejectedError } from "../errors/index.js";
import { contents, kindOfPlace } from "../generated/contents.js";
import { isServed, pathMembers } from "../platform/endpoint.js";
import { lateSeconds, lookLate } from "../platform/polling.js";
import { isObject, sameJson, type Values } from "../schema/json.js";
import { idOf, isSameId, normalId } from "../schema/normalForm.js";
import { readById } from "./read.js";

/**
 * The current state of a resource; nothing if it's gone, or if its place is: the environment of a service, the service of a domain. If
 * that's expected, one look is enough.
 */
export async function readOrGone(
  call: Call,
  id: string,
  state: Values,
  reading: Reading = {},
): Promise<Values | undefined> {
  const { platform } = call;
  const foreign = new Set<string>();
  let seen = await look(call, id, state, { reading, foreign });
  if (seen === "absent" && !reading.isExpected) {
    const late = await lookLate(platform, secondsInDoubt(call, state.createdAt), async (operation) => {
      platform.lists.forget();
      const again = await look({ ...call, operation }, id, state, { reading, foreign });
      return again === "absent" ? undefined : again;
    });
    seen = late ?? seen;
  }
  if (typeof seen !== "string") return seen;
  for (const place of foreign) platform.gone.add(place);
  platform.gone.add(referenceTo(call, placeName(call.definition), id));
  return undefined;
}

/**
 * For how many seconds a resource of the state may be missing from lists because it's new. One without a creation time was created before
 * this process read anything.
 */
export function secondsInDoubt({ platform }: Call, createdAt?: unknown): number {
  const { client, clock, since } = platform;
  const created = Date.parse(String(createdAt));
  const age = Number.isNaN(created) ? clock.elapsed() - since : client.now() - created;
  return Math.min(lateSeconds - age / 1000, lateSeconds);
}

/**
 * What one look finds. An `absent` resource may only be missing from this replica.
 *
 * @param foreign Collects places outside of the stack that seem to be gone.
 */
async function look(
  call: Call,
  id: string,
  state: Values,
  { reading, foreign }: { readonly reading: Reading; readonly foreign: Set<string> },
): Promise<Values | "absent" | "gone"> {
  try {
    return (await call.verbs.read(call, id, state, reading)) ?? "absent";
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    for (const arg of call.definition.pathArgs) {
      const [placeId = "", kind = arg.replace(/Id$/, "")] = String(state[arg]).split("/").reverse();
      const isGone = await isPlaceGone(call, { kind, id: placeId }, state);
      if (isGone) return "gone";
      if (isGone === false || !(await isForeignPlaceGone(call, { kind, id: placeId }))) continue;
      foreign.add(goneForParts(referenceTo(call, kind, placeId)));
      return "absent";
    }
    throw error;
  }
}

/** How arguments name a place: `environment` of `environmentId`, or the kind in a reference. */
function placeName(definition: ResourceDefinition): string {
  return referenceName(definition) ?? definition.kind.toLowerCase();
}

/** With the address, since local platforms share some IDs. */
function referenceTo({ platform }: Call, kind: string, id: string): string {
  return `${platform.address} ${kind}/${normalId(id)}`;
}

/** A place that only its parts take as gone. */
function goneForParts(place: string): string {
  return `parts of ${place}`;
}

/**
 * Whether the place of a resource is gone, by a list that no longer contains it: a 404 may also come from a wrong base URL or a missing
 * permission. Nothing if neither the stack nor the resource says which list that is.
 */
export async function isPlaceGone(call: Call, { kind, id }: Place, state: Values): Promise<boolean | undefined> {
  const { gone } = call.platform;
  const place = referenceTo(call, kind, id);
  const isKnown = () => gone.has(place) || (isPart(call.definition) && gone.has(goneForParts(place)));
  if (isKnown()) return true;
  const places = [...(await placesInStack(call, { kind, id })), ...placeAsToldBy(call, { kind, id }, state)];
  for (const each of places) {
    if (isKnown() || (await readOrGone(each, id, each.values, { isFresh: true, withoutParts: true })) === undefined)
      return true;
  }
  // The same refresh may have read the place meanwhile, and removed it from the state.
  return isKnown() || (places.length === 0 ? undefined : false);
}

/** The place in the stack's state, or in that before this run, if it has since been removed as gone. */
async function placesInStack(call: Call, { kind, id }: Place) {
  const inState = (moment: Moment) =>
    call.platform.holders.matching(call.urn, (each) => isSameId(each.id, id), moment).catch(() => []);
  const held = await inState("now");
  return (held.length > 0 ? held : await inState("before this run")).flatMap((each) => {
    const found = call.kindNamed(each.kind);
    return found === undefined || placeName(found.definition) !== kind
      ? []
      : [{ ...call, ...found, label: `${each.kind} ${id}`, values: each.values }];
  });
}

/** A place whose own place is an output of the resource, such as the organization of an environment's project. */
function placeAsToldBy(call: Call, place: Place, state: Values) {
  const kind = kindOfPlace[place.kind] ?? "";
  const found = call.kindNamed(kind);
  const list = found?.definition.api.list;
  if (!isServed(list, call.platform.endpoints)) return [];
  const [member = ""] = pathMembers(list);
  const of = state[member.replace(/Id$/, "")];
  const id = isObject(of) ? idOf(of.id) : undefined;
  return id === undefined ? [] : [{ ...call, ...found, label: `${kind} ${place.id}`, values: { [member]: id } }];
}

interface Place {
  readonly kind: string;
  readonly id: string;
}

/**
 * Whether a place outside of the stack is gone although no list can show it: reading it returns 404, and this is the right platform.
 * Other causes of a 404 are ruled out:
 *
 * - Without permission, the platform returns 403, or hides what the token must not see. So only mere parts of a place, such as a
 *   variable, count as gone without a list. Forgetting a service or an environment would be too much.
 * - At a wrong base URL or on another platform, the stack's other resources aren't found either. If the stack has only parts, the API
 *   must at least respond.
 */
async function isForeignPlaceGone(call: Call, place: Place): Promise<boolean> {
  const kind = kindOfPlace[place.kind] ?? "";
  const read = call.kindNamed(kind)?.definition.api.read;
  if (!isPart(call.definition) || !isServed(read, call.platform.endpoints)) return false;
  const seen = await readById({ ...call, label: `${kind} ${place.id}` }, place.id, {}, read);
  return seen === undefined && isRightPlatform(call, place);
}

/** Whether it contains nothing and runs nothing. */
function isPart(definition: ResourceDefinition): boolean {
  return definition.deployedAs === undefined && contents[referenceName(definition) ?? ""] === undefined;
}

async function isRightPlatform(call: Call, place: Place): Promise<boolean> {
  const all = await call.platform.holders.matching(call.urn, () => true).catch(() => []);
  const own = all.find(({ urn }) => urn === call.urn);
  if (own === undefined) return false;
  const others = all.filter(({ kind, values }) => {
    const definition = call.kindNamed(kind)?.definition;
    return definition !== undefined && !isPart(definition) && sameJson(values.connection, own.values.connection);
  });
  for (const other of others) if (await isThere(call, other)) return true;
  return others.length === 0 && isApiThere(call, place);
}

async function isThere(call: Call, { kind, id, values }: StackResource): Promise<boolean> {
  const other = { ...call, ...call.kindNamed(kind), label: `${kind} ${id}` };
  return Boolean(await other.verbs.read(other, id, values, { withoutParts: true }).catch(ifRefused));
}

/** Whether the API responds: it rejects a list with an invalid place in its query. */
async function isApiThere({ platform, operation, kindNamed, label }: Call, { kind }: Place): Promise<boolean> {
  const lists = (contents[kind] ?? []).flatMap(([inside]) => kindNamed(inside)?.definition.api.list ?? []);
  const list = lists.find(({ place }) => place !== undefined);
  if (list === undefined) return false;
  const members = Object.fromEntries(pathMembers(list).map((member) => [member, `${kind}/-`]));
  const purpose = `Checking whether the API responds for ${label}`;
  return platform.client.send({ endpoint: list, members, purpose }, operation).then(
    () => false,
    (error) => error instanceof RejectedError || ifRefused(error),
  );
}

/** False for errors that no retry can change. */
function ifRefused(error: unknown): false {
  if (error instanceof AppPlatformError && error.repeat === "never") return false;
  throw error;
}
