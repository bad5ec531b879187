import type { Call, LookupCall, Reading, ResourceDefinition } from "../definition/kind.js";
import { LOST } from "../definition/names.js";
import {
  ForbiddenError,
  LookupNotPossibleError,
  NotFoundError,
  NotTheApiError,
  UnexpectedAnswerError,
} from "../errors/index.js";
import { type Identified, idInResponse, idKey, isSameName, nameInResponse, nameOf } from "../ownership/identity.js";
import { type Endpoint, isSegment, isServed, pathMembers } from "../platform/endpoint.js";
import type { ListAge, ListRequest } from "../platform/lists.js";
import { isMissing } from "../platform/responseErrors.js";
import { returnedByCreate } from "../schema/field.js";
import { isAbsent, isObject, pick, type Values } from "../schema/json.js";
import { membersFromWire } from "../values/wire.js";
import { requireMatch, send } from "./send.js";

export interface Current {
  /** Arguments and outputs. */
  readonly state: Values;
  /** The response that shows it, as on the wire; empty if no call reads it. */
  readonly response: Values;
}

/** The current state of a resource, by the cheapest call that the platform serves; nothing if it does not exist. */
export async function read(call: Call, id: string, state: Values, reading?: Reading): Promise<Values | undefined> {
  return (await readForUpdate(call, id, state, reading))?.state;
}

/** The same, with the response. */
export async function readForUpdate(
  call: Call,
  id: string,
  state: Values,
  reading: Reading = {},
): Promise<Current | undefined> {
  const { definition, platform, label } = call;
  const { api } = definition;
  const usable = (each: Endpoint | undefined) =>
    isServed(each, platform.endpoints) && missingMembers(each, state).length === 0 ? each : undefined;
  const [byId, byList] = [usable(api.read), usable(api.list)];
  if (byId === undefined && byList === undefined) {
    const served = [api.list, api.read].find((each) => isServed(each, platform.endpoints));
    if (served === undefined) return { state, response: {} };
    throw new LookupNotPossibleError(label, missingMembers(served, state).join(", "), platform.endpoints);
  }
  const response = await readByCheapestCall(call, id, state, { byId, byList, reading });
  if (response === undefined) return undefined;
  return {
    state: { ...membersFromWire(definition.body, response, state, "absent"), ...rememberedIn(definition, state) },
    response,
  };
}

/** Members that an update of the whole resource sends back unchanged, as on the wire. */
export function carriedBy({ carriedOver }: ResourceDefinition, { response }: Current): Values {
  const names = carriedOver.filter((name) => !isAbsent(response[name]));
  return Object.fromEntries(names.map((name) => [name, response[name]]));
}

/** Values that no response contains, from the state. */
export function rememberedIn({ remembered = [], outputs }: ResourceDefinition, state: Values): Values {
  return pick(state, [LOST, ...remembered, ...returnedByCreate(outputs)]);
}

export function isReadable({ definition: { api }, platform }: Pick<Call, "definition" | "platform">): boolean {
  return isServed(api.read, platform.endpoints) || isServed(api.list, platform.endpoints);
}

interface ReadCalls {
  readonly byId: Endpoint | undefined;
  readonly byList: Endpoint | undefined;
  readonly reading: Reading;
}

/**
 * The resource in the response of the first call that has it. If the token may not read it by ID, a list may lack it for the same reason,
 * so that's no proof unless the resource is expected to be gone.
 */
async function readByCheapestCall(
  call: Call,
  id: string,
  state: Values,
  served: ReadCalls,
): Promise<Values | undefined> {
  const { byId, byList, reading } = served;
  let refused: { readonly by: "id" | "list"; readonly error: ForbiddenError | NotTheApiError } | undefined;
  let [isListed, gone] = [false, undefined as NotFoundError | undefined];
  for (const way of await waysToRead(call, state, served)) {
    const by = way === "alone" ? "id" : "list";
    const endpoint = way === "alone" ? byId : byList;
    if (endpoint === undefined || by === refused?.by) continue;
    try {
      const found = await (way === "alone"
        ? findAlone(call, id, state, endpoint, reading)
        : findById(call, endpoint, state, id, way));
      // Nothing but the platform itself says that something is gone for good.
      if (found instanceof NotFoundError && found.failure.status === 410) return undefined;
      if (found !== undefined && !(found instanceof NotFoundError)) return found;
      isListed ||= by === "list";
    } catch (error) {
      // The list may be gone with the resource, which its own path shows.
      if (by === "list" && error instanceof NotFoundError && error.failure.status === 410) {
        gone = error;
        continue;
      }
      const isPage = error instanceof NotTheApiError && isMissing(error) && by === "id";
      if (!isPage && !(error instanceof ForbiddenError)) throw error;
      refused = { by, error };
    }
  }
  const isProof = isListed && (reading.isExpected || refused?.error instanceof NotTheApiError);
  if (refused !== undefined && !isProof) throw refused.error;
  if (gone !== undefined) throw gone;
  return undefined;
}

/** How to find the resource, the cheapest way first: by a request for it alone, or a list of this age. */
async function waysToRead(
  call: Call,
  state: Values,
  { byId, byList, reading }: ReadCalls,
): Promise<readonly ("alone" | ListAge)[]> {
  const { lists } = call.platform;
  const isFresh = reading.isFresh === true;
  const request = byList && listRequest(call, byList, state);
  // A list that other resources need at the moment, too.
  const since = request && isFresh ? await lists.gathered(request) : undefined;
  if (since !== undefined) return [{ since }, "alone"];
  if (byId === undefined) return [{ fresh: isFresh }, { fresh: true }];
  const isShared = request !== undefined && !isFresh && (await lists.isShared(request));
  // A 404 may come from a wrong base URL: a list must confirm that the resource is gone.
  return isShared ? [{ fresh: false }, "alone"] : ["alone", { fresh: true }];
}

/** Finds the resource in a list that other resources need at the moment, too. Nothing if no other does, or if no list is served. */
export async function findTogether(call: Call, id: string, state: Values) {
  const { list } = call.definition.api;
  if (!isServed(list, call.platform.endpoints) || missingMembers(list, state).length > 0) return undefined;
  const since = await call.platform.lists.gathered(listRequest(call, list, state));
  return since === undefined ? undefined : { found: await findById(call, list, state, id, { since }) };
}

/** The response that describes one resource; nothing if it doesn't exist. */
export async function readById(...requested: Parameters<typeof findAlone>): Promise<Values | undefined> {
  const found = await findAlone(...requested);
  return found instanceof NotFoundError ? undefined : found;
}

async function findAlone(
  call: LookupCall,
  id: string,
  state: Values,
  endpoint: Endpoint,
  { isElsewhere }: Reading = {},
): Promise<Values | NotFoundError | undefined> {
  if (!isSegment(id)) return undefined;
  const members = { ...state, id };
  const purpose = `Reading ${call.label}`;
  const response = await send(call, endpoint, members, "Reading").catch((error) => {
    if (error instanceof NotFoundError) return error;
    throw error;
  });
  if (response instanceof NotFoundError) return response;
  if (!isObject(response)) {
    const problem = "the response contains no resource";
    throw new UnexpectedAnswerError(purpose, problem, "check it in the platform's console.");
  }
  const parent = isElsewhere ? [] : call.definition.pathArgs;
  requireMatch(call, response, members, [...pathMembers(endpoint), ...parent], purpose);
  return response;
}

function listRequest(call: Call, endpoint: Endpoint, members: Values): ListRequest & { readonly members: Values } {
  return { endpoint, members, purpose: `Listing resources to find ${call.label}` };
}

/** All resources of a kind in the parent with these path parameters, as responses describe them. Throws if one is missing. */
export async function listAll(
  call: LookupCall,
  endpoint: Endpoint,
  parent: Values,
  options: { readonly purpose: string; readonly query?: Readonly<Record<string, string>> },
): Promise<Values[]> {
  const missing = missingMembers(endpoint, parent);
  if (missing.length > 0) {
    const { definition, platform } = call;
    const where = "in the argument of the lookup";
    throw new LookupNotPossibleError(definition.kind, missing.join(", "), platform.endpoints, where);
  }
  return [...(await itemsOf(call, { endpoint, members: parent, ...options })).values()];
}

/** Items by ID of lists that were already checked: a refresh looks up one after the other. */
const checkedLists = new WeakMap<readonly Values[], ReadonlyMap<string, Values>>();

/** The items of a list by ID, after checking that each is in the requested place. */
async function itemsOf(
  call: LookupCall,
  request: ListRequest & { readonly members: Values },
  age: ListAge = {},
): Promise<ReadonlyMap<string, Values>> {
  const { endpoint, members, purpose } = request;
  const items = await call.platform.lists.all(request, { ...age, operation: call.operation });
  const known = checkedLists.get(items);
  if (known !== undefined) return known;
  const parent = pathMembers(endpoint);
  const own = items.filter((item) => endpoint.parent?.holds(item, String(members[endpoint.parent.member])) ?? true);
  for (const item of own) requireMatch(call, item, members, parent, purpose);
  const { definition } = call;
  const byId = new Map(own.map((item) => [idKey(definition, idInResponse(definition, item) ?? ""), item]));
  checkedLists.set(items, byId);
  return byId;
}

async function findById(call: Call, endpoint: Endpoint, members: Values, id: string, age: ListAge) {
  const items = await itemsOf(call, listRequest(call, endpoint, members), age);
  return items.get(idKey(call.definition, id));
}

function missingMembers(endpoint: Endpoint, state: Values): string[] {
  return pathMembers(endpoint).filter((member) => {
    const value = state[member];
    return member !== "id" && !(typeof value === "string" && value.split("/").every(isSegment));
  });
}

/**
 * The resource with the same name, if the kind has names and the platform serves a list. A list that is `evenOutdated` may be as old as
 * this operation, so one serves all resources that it creates in a parent: none of these can be the one found, since names are unique in a
 * program.
 */
export async function findByName(
  call: Call,
  args: Values,
  age: Pick<ListAge, "fresh" | "evenOutdated"> = { fresh: true },
): Promise<Values | undefined> {
  const { definition, platform } = call;
  const list = definition.api.list;
  const name = nameOf(definition, args);
  if (name === undefined || !isServed(list, platform.endpoints) || missingMembers(list, args).length > 0)
    return undefined;
  const items = await itemsOf(call, listRequest(call, list, args), age);
  return [...items.values()].find((item) => hasName(definition, item, name));
}

export function hasName(definition: Identified, response: Values, name: string): boolean {
  const own = nameInResponse(definition, response);
  return own !== undefined && isSameName(definition, own, name);
}
