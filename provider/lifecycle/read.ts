import { isSameName, nameInResponse, nameOf } from "../claims/identity.js";
import type { Reading, ResourceDefinition, Scope } from "../definition/resourceDefinition.js";
import { ForbiddenError, LookupNotPossibleError, NotFoundError, UnexpectedAnswerError } from "../errors/index.js";
import { type Endpoint, isSegment, isServed, pathMembers } from "../platform/endpoint.js";
import type { ListOptions, ListRequest } from "../platform/listCache.js";
import { isAbsent, isObject, type Values } from "../schema/json.js";
import { normalId } from "../schema/normalForm.js";
import { membersFromWire } from "../values/wire.js";
import { requireMatch, send } from "./send.js";

/** What a read tells of a resource. */
export interface Current {
  /** Its arguments and outputs. */
  readonly state: Values;
  /** What only updates need: members that they send back unchanged, as on the wire. */
  readonly carried: Values;
}

/** The current state of a resource, by the cheapest call that the platform serves; nothing if it does not exist. */
export async function read(scope: Scope, id: string, state: Values, reading?: Reading): Promise<Values | undefined> {
  return (await readForUpdate(scope, id, state, reading))?.state;
}

/** The same, with what only updates need. */
export async function readForUpdate(
  scope: Scope,
  id: string,
  state: Values,
  reading: Reading = {},
): Promise<Current | undefined> {
  const { definition, platform } = scope;
  const { read, list } = definition.api;
  const byId = isServed(read, platform.endpoints) && hasMembers(read, state) ? read : undefined;
  const byList = isServed(list, platform.endpoints) ? list : undefined;
  if (byId === undefined && byList === undefined) {
    if (!isServed(read, platform.endpoints)) return { state, carried: {} };
    throw new LookupNotPossibleError(scope.label, missingMembers(read, state).join(", "));
  }
  const response = await readByCheapestCall(scope, id, state, { byId, byList, reading });
  if (response === undefined) return undefined;
  const carried = definition.carriedOver.filter((name) => !isAbsent(response[name]));
  return {
    state: membersFromWire(definition.body, response, state, "absent"),
    carried: Object.fromEntries(carried.map((name) => [name, response[name]])),
  };
}

/** Whether the platform serves a read of this kind. */
export function isReadable(scope: Scope): boolean {
  return servedRead(scope) !== undefined;
}

/** The call that reads one resource of this kind, or else that lists them. */
export function servedRead({ definition: { api }, platform }: Pick<Scope, "definition" | "platform">) {
  return [api.read, api.list].find((call) => isServed(call, platform.endpoints));
}

/** How a resource can be read: the calls that the platform has. */
interface Served {
  readonly byId: Endpoint | undefined;
  readonly byList: Endpoint | undefined;
  readonly reading: Reading;
}

/** The response that describes a resource: that of the first call that has it. */
async function readByCheapestCall(
  scope: Scope,
  id: string,
  state: Values,
  served: Served,
): Promise<Values | undefined> {
  for (const call of await callsFor(scope, id, state, served)) {
    const found = await call();
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The calls that may have the resource, the cheapest one first. */
async function callsFor(scope: Scope, id: string, state: Values, { byId, byList, reading }: Served) {
  const list = byList !== undefined && hasMembers(byList, state) ? byList : undefined;
  const listed = (call: Endpoint, fresh: boolean) => () => findById(scope, call, state, id, fresh);
  if (byId === undefined) {
    if (list !== undefined) return [listed(list, false), listed(list, true)];
    throw new LookupNotPossibleError(scope.label, missingMembers(byList as Endpoint, state).join(", "));
  }
  const alone = () => readById(scope, id, state, byId, reading);
  if (list === undefined) return [alone];
  const isShared = !reading.isAlone && (await scope.platform.lists.isShared(listRequest(scope, list, state)));
  if (isShared) return [listed(list, false), alone];
  // A 404 may come from a wrong base URL, a 403 from a missing permission: a list must confirm that the resource is gone.
  const unlessForbidden = (error: unknown) => {
    if (!(error instanceof ForbiddenError)) throw error;
    return undefined;
  };
  return [() => alone().catch(unlessForbidden), listed(list, true)];
}

/** The response that describes one resource; nothing if none with this ID exists. */
export async function readById(
  scope: Scope,
  id: string,
  state: Values,
  call: Endpoint,
  { isElsewhere }: Reading = {},
): Promise<Values | undefined> {
  if (!isSegment(id)) return undefined;
  const members = { ...state, id };
  const purpose = `Reading ${scope.label}`;
  const response = await send(scope, call, members, "Reading").catch((error) => {
    if (error instanceof NotFoundError) return "gone";
    throw error;
  });
  if (response === "gone") return undefined;
  if (!isObject(response)) {
    throw new UnexpectedAnswerError(
      purpose,
      "the response contains no resource",
      "look at it in the platform's console.",
    );
  }
  const place = isElsewhere ? [] : scope.definition.pathArgs;
  requireMatch(scope, response, members, [...pathMembers(call), ...place], purpose);
  return response;
}

function listRequest(scope: Scope, call: Endpoint, members: Values): ListRequest & { readonly members: Values } {
  return { call, members, purpose: `Listing resources to find ${scope.label}` };
}

/**
 * All resources of a kind in one place, as responses describe them.
 *
 * @param place The list's path parameters.
 * @param query Filters, as the query spells them.
 * @throws LookupNotPossibleError if a path parameter is missing.
 */
export async function listAll(
  scope: Scope,
  call: Endpoint,
  place: Values,
  options: { readonly purpose: string; readonly query?: Readonly<Record<string, string>> },
): Promise<Values[]> {
  const missing = missingMembers(call, place);
  if (missing.length > 0) throw new LookupNotPossibleError(scope.definition.kind, missing.join(", "));
  return [...(await itemsOf(scope, { call, members: place, ...options })).values()];
}

/** The items of the lists that were checked, by ID: a refresh looks them up one after the other. */
const checkedLists = new WeakMap<readonly Values[], ReadonlyMap<string, Values>>();

/** The items of a list by ID, each of which is a resource of the place that was asked for. */
async function itemsOf(
  scope: Scope,
  request: ListRequest & { readonly members: Values },
  age: Pick<ListOptions, "fresh" | "evenOutdated"> = {},
): Promise<ReadonlyMap<string, Values>> {
  const { call, members, purpose } = request;
  const items = await scope.platform.lists.all(request, { ...age, operation: scope.operation });
  const known = checkedLists.get(items);
  if (known !== undefined) return known;
  const place = pathMembers(call);
  const own = items.filter((item) => call.place?.holds(item, String(members[call.place.member])) ?? true);
  for (const item of own) requireMatch(scope, item, members, place, purpose);
  const byId = new Map(own.map((item) => [normalId(String(item.id)), item]));
  checkedLists.set(items, byId);
  return byId;
}

async function findById(scope: Scope, call: Endpoint, members: Values, id: string, fresh: boolean) {
  const items = await itemsOf(scope, listRequest(scope, call, members), { fresh });
  return items.get(normalId(id));
}

function missingMembers(call: Endpoint, state: Values): string[] {
  const isKnown = (value: unknown) => typeof value === "string" && value.split("/").every(isSegment);
  return pathMembers(call).filter((member) => member !== "id" && !isKnown(state[member]));
}

function hasMembers(call: Endpoint, state: Values): boolean {
  return missingMembers(call, state).length === 0;
}

/** The resource with the same name, if the kind has names and the platform serves a list. */
export function findByName(scope: Scope, args: Values): Promise<Values | undefined> {
  return findNamed(scope, args, { fresh: true });
}

/**
 * The same in a list that may be as old as this operation: it is read once for all resources in a place, however many this operation
 * creates meanwhile. None of these has the name, since no two resources of a program have the same.
 */
export function findListedByName(scope: Scope, args: Values): Promise<Values | undefined> {
  return findNamed(scope, args, { evenOutdated: true });
}

async function findNamed(
  scope: Scope,
  args: Values,
  age: Pick<ListOptions, "fresh" | "evenOutdated">,
): Promise<Values | undefined> {
  const { definition, platform } = scope;
  const list = definition.api.list;
  const name = nameOf(definition, args);
  if (name === undefined || !isServed(list, platform.endpoints) || !hasMembers(list, args)) return undefined;
  const items = await itemsOf(scope, listRequest(scope, list, args), age);
  return [...items.values()].find((item) => hasName(definition, item, name));
}

/** Whether a resource in a response has this name. */
export function hasName(definition: ResourceDefinition, response: Values, name: string): boolean {
  const own = nameInResponse(definition, response);
  return own !== undefined && isSameName(definition, own, name);
}
