import type { Moment, StackResource } from "../claims/holders.js";
import { referenceName } from "../definition/reference.js";
import type { Call, Reading, ResourceDefinition } from "../definition/resourceDefinition.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { NotFoundError, RejectedError } from "../errors/index.js";
import { contents, kindOfPlace } from "../generated/contents.js";
import { isServed, pathMembers } from "../platform/endpoint.js";
import { lateSeconds, lookLate } from "../platform/polling.js";
import { isObject, sameJson, type Values } from "../schema/json.js";
import { isSameId, normalId } from "../schema/normalForm.js";
import { readById } from "./read.js";

/**
 * The current state of a resource; nothing if it does not exist, or if what it belongs to is gone: the environment of a service, the
 * service of a domain. If that is expected, it needs no second look.
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
  platform.gone.add(referenceTo(call, String(referenceName(call.definition)), id));
  return undefined;
}

/**
 * How long, in seconds, the platform may not show yet what the state has: a list may lack what was created a moment ago. What was
 * created at an unknown time was created before this process read anything.
 */
export function secondsInDoubt({ platform }: Call, createdAt?: unknown): number {
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
      foreign.add(referenceTo(call, kind, placeId));
      return "absent";
    }
    throw error;
  }
}

/** IDs are unique on a platform, and two local ones have some in common. */
function referenceTo({ platform }: Call, kind: string, id: string): string {
  return `${platform.address} ${kind}/${normalId(id)}`;
}

/**
 * Whether the place of a resource is gone. A 404 may also come from a wrong base URL or a missing permission, so a list that the platform
 * returns must no longer contain it. The stack, or the resource itself, says which list that is. Nothing if neither does.
 */
async function isPlaceGone(call: Call, { kind, id }: Place, state: Values): Promise<boolean | undefined> {
  const isKnown = () => call.platform.gone.has(referenceTo(call, kind, id));
  if (isKnown()) return true;
  const places = [...(await placesInStack(call, { kind, id })), ...placeAsToldBy(call, { kind, id }, state)];
  for (const place of places) {
    if (isKnown() || (await readOrGone(place, id, place.values, { isFresh: true, withoutParts: true })) === undefined)
      return true;
  }
  // Meanwhile the same refresh may have read the place itself, and removed it from the state.
  return isKnown() || (places.length === 0 ? undefined : false);
}

/** What the stack's state has of a place, or had before this run: it may have left the state by now, since it is gone. */
async function placesInStack(call: Call, { kind, id }: Place) {
  const inState = (moment: Moment) =>
    call.platform.holders.matching(call.urn, (each) => isSameId(each.id, id), moment).catch(() => []);
  const held = await inState("now");
  return (held.length > 0 ? held : await inState("before this run")).flatMap((each) => {
    const found = call.kindNamed(each.kind);
    return found === undefined || referenceName(found.definition) !== kind
      ? []
      : [{ ...call, ...found, label: `${each.kind} ${id}`, values: each.values }];
  });
}

/** A place whose own place the resource knows: the project of an environment, whose organization is an output. */
function placeAsToldBy(call: Call, place: Place, state: Values) {
  const kind = kindOfPlace[place.kind] ?? "";
  const found = call.kindNamed(kind);
  const list = found?.definition.api.list;
  if (!isServed(list, call.platform.endpoints)) return [];
  const [member = ""] = pathMembers(list);
  const of = state[member.replace(/Id$/, "")];
  if (!isObject(of) || typeof of.id !== "string") return [];
  return [{ ...call, ...found, label: `${kind} ${place.id}`, values: { [member]: of.id } }];
}

/** What a resource belongs to, as references name it. */
interface Place {
  readonly kind: string;
  readonly id: string;
}

/**
 * Whether a place that the stack does not manage is gone, where no list can tell: its own address says so (404), and the platform is
 * the right one. Of other causes of a 404:
 *
 * - A missing permission is a 403, or hides what the token must not see. Only what is a mere part of its place, such as a variable,
 *   counts as gone without a list: to forget a service or an environment would be too much.
 * - At a wrong base URL, or on another platform, nothing else of the stack is found either. If the stack has only parts, the API must
 *   at least be there.
 */
async function isForeignPlaceGone(call: Call, place: Place): Promise<boolean> {
  const kind = kindOfPlace[place.kind] ?? "";
  const read = call.kindNamed(kind)?.definition.api.read;
  if (!isPart(call.definition) || !isServed(read, call.platform.endpoints)) return false;
  const seen = await readById({ ...call, label: `${kind} ${place.id}` }, place.id, {}, read);
  return seen === undefined && isRightPlatform(call, place);
}

/** Whether nothing is inside of it, and nothing runs in it. */
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

/** Whether the API responds: it rejects a list whose query names an invalid place. */
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

/** What is refused for good is not there. */
function ifRefused(error: unknown): false {
  if (error instanceof AppPlatformError && error.repeat === "never") return false;
  throw error;
}
