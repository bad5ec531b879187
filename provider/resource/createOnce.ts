import { type Call, type Created, type ResourceDefinition, saveOf } from "../definition/kind.js";
import { isWorthFinding } from "../errors/appPlatformError.js";
import {
  AdoptionError,
  ConflictError,
  NameTakenError,
  NotTheApiError,
  OutcomeUnknownError,
  TimedOutError,
  UnexpectedAnswerError,
} from "../errors/index.js";
import {
  identityOf,
  idInArguments,
  idInResponse,
  isSameName,
  isUniqueEverywhere,
  nameInResponse,
  nameOf,
} from "../ownership/identity.js";
import { earlierOwner } from "../ownership/run.js";
import type { StackResource } from "../ownership/stackOwners.js";
import type { Received } from "../platform/client.js";
import { fillPath, fillTarget, isSegment, isServed, pathMembers } from "../platform/endpoint.js";
import { outdatedSeconds, pollUntil } from "../platform/poll.js";
import { meaningOf } from "../platform/responseErrors.js";
import { idOf, isSameId } from "../schema/equality.js";
import { returnedByCreate } from "../schema/field.js";
import { isObject, mapMembers, plainNumber, show, type Value, type Values } from "../schema/json.js";
import { type Comparison, changesOf } from "../values/compare.js";
import { hasEncrypted } from "../values/secrets.js";
import { membersFromWire, membersToWire } from "../values/wire.js";
import { notedAsRead, PartialFailure, recorded } from "./partialFailure.js";
import { findByName, readById } from "./read.js";
import { idFound, requireMatch } from "./send.js";

/** How much earlier than the call a creation may appear, in milliseconds: some responses have times in whole seconds. */
const tolerance = 2_000;

/** How to find out whether a create call whose response was lost was carried out. */
export interface Recovery {
  /**
   * Finds what the call created; nothing if it didn't arrive, `null` if something else has the name or place. Omitted if no
   * served endpoint can tell.
   *
   * @param began When the call began, in milliseconds of the platform's clock. Call it after a response, which sets that clock.
   */
  readonly find?: (began: () => number) => Promise<Value | undefined>;
  /** What a user can do if it can't be found out. */
  readonly todo: readonly string[];
}

/** Returns this moment by the platform's clock, in milliseconds, once a response has had a date. */
export function beganNow({ platform: { client, clock } }: Call): () => number {
  const [start, since] = [clock.now(), clock.elapsed()];
  // The system's clock may be set back meanwhile. While the machine sleeps, only that clock continues.
  return () => client.now() - Math.max(clock.now() - start, clock.elapsed() - since) - tolerance;
}

/** Paths of the IDs of list items, which the platform assigns. */
const serverAssigned = /\]\.id$/;

/** Share of an operation's time for the calls. The rest is for finding out whether the last one was carried out. */
const shareOfCalls = 0.75;

/**
 * Sends a create call so that it creates exactly one resource, even if responses are lost. If a response leaves the outcome
 * open, it looks for what the call may have created, and returns that or sends the call again.
 */
export async function createOnce(
  call: Call,
  { find, todo }: Recovery,
  create: (call: Call) => Promise<Value | undefined>,
): Promise<Value | undefined> {
  const { client } = call.platform;
  const began = beganNow(call);
  const calling = { ...call, operation: client.part(call.operation, shareOfCalls) };
  const unknown = (...causes: readonly Error[]) => new OutcomeUnknownError(call.label, causes, todo);
  const once = async (tries: number) => {
    try {
      return await create(calling);
    } catch (error) {
      const uncertainty = uncertaintyOf(error, tries);
      if (uncertainty === undefined) throw error;
      if (find === undefined) throw unknown(error as Error);
      const found = await poll(call, () => find(began), uncertainty).catch((failure: Error) => {
        throw unknown(error as Error, failure);
      });
      if (found === undefined || found === null) throw error;
      return found;
    }
  };
  try {
    return await client.retry(calling.operation, (error) => isWorthFinding(error) && !isCarriedOut(error), once);
  } catch (error) {
    // A call that timed out may still take effect after the last lookup. After a response that was cut off, the resource may
    // not be visible yet.
    const isCut = error instanceof NotTheApiError && error.isCut;
    throw error instanceof TimedOutError || isCut ? unknown(error) : error;
  }
}

/**
 * Which call may have created a resource after all: the failed one (`its own`), whose response was lost, or an `earlier try`,
 * which this one conflicts with and whose resource isn't visible yet.
 */
function uncertaintyOf(error: unknown, tries: number): "its own" | "earlier try" | undefined {
  if (tries > 1 && (error instanceof ConflictError || error instanceof NotTheApiError)) return "earlier try";
  return isWorthFinding(error) && !isCarriedOut(error) ? "its own" : undefined;
}

/** Whether the platform has carried the create out: sent again, it would create another resource. */
function isCarriedOut(error: unknown): boolean {
  return error instanceof UnexpectedAnswerError;
}

/** Looks for what a call has created. The result of an earlier try may not be visible at once. */
async function poll(
  { platform, operation }: Call,
  find: () => Promise<Value | undefined>,
  uncertainty: "its own" | "earlier try",
): Promise<Value | undefined> {
  const found = await find();
  if (found !== undefined || uncertainty === "its own") return found;
  const seconds = Math.min(outdatedSeconds, (operation.deadline - platform.clock.elapsed()) / 1000);
  const late = await pollUntil(platform, { seconds, first: 500, longest: 5_000, poll: find });
  if (late.failure !== undefined) throw late.failure;
  return late.found;
}

/**
 * Finds in the list what a create or clone call created: a resource with the same name and this content, created since the call began, and
 * unknown to the stack. If responses don't say when a resource was created, it reads the list before the call, too.
 */
export async function findCreated(
  call: Call,
  args: Values,
  contentOf: () => Values | Promise<Values>,
): Promise<Recovery> {
  const { definition, platform, run } = call;
  const adopting =
    definition.existingArg === undefined
      ? "set `adoptId` to its ID, with endpoints that can read it"
      : "run `pulumi up` with APP_PLATFORM_ON_EXISTING=adopt";
  const once = returnedByCreate(definition.outputs);
  const taking =
    once.length === 0
      ? `adopt it (${adopting}) or delete it there`
      : `delete it there: only the lost response had its ${once.map((name) => `\`${name}\``).join(", ")}`;
  const todo = [
    `look for it in the platform's console; if it exists, ${taking}`,
    "if it doesn't exist, run `pulumi up` again",
  ];
  if (!isServed(definition.api.list, platform.endpoints) || nameOf(definition, args) === undefined) return { todo };
  const isTimed = definition.outputs.createdAt !== undefined;
  const before = isTimed ? undefined : await findByName(call, args);
  const find = async (began: () => number) => {
    platform.lists.forget();
    const found = await findByName(call, args);
    const id = found && idInResponse(definition, found);
    if (found === undefined || id === undefined) return undefined;
    const isNew = isTimed ? Date.parse(String(found.created_at)) >= began() : !isSameId(found.id, before?.id);
    if (!isNew) return null;
    return hasContent(definition, found, await contentOf()) &&
      run.ownership.found(identityOf(definition, id, args), call)
      ? notedAsRead(found)
      : null;
  };
  return { find, todo };
}

/** Whether a resource on the platform has the values of a create. */
function hasContent(definition: ResourceDefinition, found: Values, content: Values): boolean {
  return !changesOf(definition, content, membersFromWire(definition.body, found, content)).some(
    ({ arg, path }) => !definition.args[arg]?.local && !serverAssigned.test(path),
  );
}

/** Updates a new resource. If that fails, the resource stays in the state, and the next update continues. */
export async function updateCreated(call: Call, comparison: Comparison): Promise<Created> {
  const { id, state } = comparison;
  try {
    return { id, state: await call.verbs.update(call, comparison) };
  } catch (error) {
    throw new PartialFailure(call.label, { id, state }, "updating it after creation", error);
  }
}

/**
 * Sends a create call, and returns the response that describes what it created. If its own response doesn't, it reads where that leads, or
 * looks for it in the list: what a platform has accepted isn't sent again.
 */
export function requireId(
  call: Call,
  doing: string,
  parent: Values,
  { find, todo }: Recovery,
  create: (calling: Call) => Promise<Received>,
) {
  const { definition, platform, run, label } = call;
  return async (calling: Call): Promise<Value | undefined> => {
    const began = beganNow(call);
    const received = await create(calling);
    const { json, status } = received;
    const isBegun = meaningOf("create", status) === "begun";
    const purpose = `${doing} ${label}`;
    const refuse = (problem: string, ways: readonly string[]) => new UnexpectedAnswerError(purpose, problem, ways);
    try {
      const isDescribed = isObject(json) && idOf(json.id) !== undefined && (!isBegun || describes(call, parent, json));
      const response = isDescribed ? json : await located(calling, parent, received);
      if (response === undefined) throw refuse(problemOf(received), todo);
      requireMatch({ definition }, response, parent, definition.pathArgs, purpose);
      requireUsable(call, response);
      // Another resource with the same name and content, whose own response was lost, may have claimed this one.
      const created = createdFrom(call, parent, response);
      const identity = identityOf(definition, created.id, parent);
      const owner = recorded(call, created, () => run.ownership.created(identity, call));
      if (owner === undefined) return response;
      throw new AdoptionError(label, created.id, `${owner} of this stack already manages it.`, ["declare it once"]);
    } catch (error) {
      if (find === undefined || !(error instanceof UnexpectedAnswerError) || error instanceof UnusableId) throw error;
      const left = (call.operation.deadline - platform.clock.elapsed()) / 1000;
      const seconds = isBegun ? left : Math.min(outdatedSeconds, left);
      const poll = { seconds, atOnce: true, first: 500, longest: 5_000, poll: () => find(began) };
      const { found } = await pollUntil(platform, poll).catch(() => ({ found: undefined }));
      if (!isObject(found)) throw error;
      requireUsable(call, found);
      return found;
    }
  };
}

/** What a response to a create has instead of the object. */
function problemOf({ json, status }: Received): string {
  if (json === undefined) return `the response (${status}) has no content`;
  if (!isObject(json)) return `the response (${status}) is ${show(json, false)}`;
  if (idOf(json.id) === undefined) return `the response (${status}) has ${idFound(json)}`;
  return `the response (${status}) doesn't describe it yet: it has the id ${show(plainNumber(json.id), false)}, perhaps of an operation`;
}

/** Whether a response repeats what was sent, so that its ID is that of the object and not of an operation. */
function describes({ definition }: Call, args: Values, response: Values): boolean {
  const name = nameOf(definition, args);
  const named = nameInResponse(definition, response);
  if (name !== undefined && (named === undefined || !isSameName(definition, name, named))) return false;
  const shown = mapMembers(args, (value, arg) => {
    const field = definition.args[arg];
    return field === undefined || field.returned === "never" ? undefined : value;
  });
  const sent = Object.keys(membersToWire(definition.body, shown, definition.pathArgs));
  return sent.length > 0 && sent.every((each) => Object.hasOwn(response, each));
}

/** What the `Location` of a response leads to, if it's an object at the path that the kind's own reads have. */
async function located(call: Call, args: Values, { headers }: Received): Promise<Values | undefined> {
  const { definition, platform } = call;
  const { create, read } = definition.api;
  const location = String(headers.location ?? "");
  if (location === "" || !isServed(read, platform.endpoints) || !pathMembers(read).includes("id")) return undefined;
  const target = platform.client.targetOf(location, fillTarget(create, args));
  const [before = "", after = ""] = fillPath(read, { ...args, id: idMark }).split(idMark);
  const [path = ""] = target?.split("?") ?? [];
  const segment = path.slice(before.length, path.length - after.length);
  if (!path.startsWith(before) || !path.endsWith(after) || segment === "" || segment.includes("/")) return undefined;
  const id = decodedText(segment);
  const found = id === undefined ? undefined : await readById(call, id, args, read);
  return found && notedAsRead(found);
}

/** Stands for an ID in a path: no encoding changes it. */
const idMark = "~id~";

function decodedText(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** A resource has an ID with which it can't be read, updated or deleted. */
class UnusableId extends UnexpectedAnswerError {}

/** Maximum length of an ID in a path, in bytes: servers should accept paths of 8,000 (RFC 9110, 4.1). */
const maxLength = 7_500;

/** Rejects an ID that the paths of later requests can't contain. */
function requireUsable({ definition, label }: Call, response: Values): void {
  const id = idOf(response.id) as string;
  const { read, update, delete: removal } = definition.api;
  const isInPath = [read, update, removal].some((each) => each !== undefined && pathMembers(each).includes("id"));
  const isTooLong = isSegment(id) && encodeURIComponent(id).length > maxLength;
  if (!isInPath || (isSegment(id) && !isTooLong)) return;
  const why = isTooLong ? "too long for the path of a URL" : "which the path of a URL can't contain";
  const problem = `its ID is ${show(id, false)}, ${why}: nothing could update or delete it`;
  const paths = "set `read`, `update.path` and `delete.path` to paths without `{id}`, if the API has them";
  throw new UnusableId(`Creating ${label}`, problem, [
    "delete it in the platform's console, and let the platform assign another ID: it may come from a member of the request, such as its name",
    ...(definition.concrete === undefined ? [] : [paths]),
  ]);
}

/** The resource that the response to a create describes. One that its parent identifies needs no ID in the response. */
export function createdFrom({ definition }: Call, args: Values, response: Value | undefined): Created {
  const id =
    (isObject(response) ? idInResponse(definition, response) : undefined) ?? idInArguments(definition, args) ?? "";
  return { id, state: membersFromWire(definition.body, isObject(response) ? response : {}, args) };
}

interface Conflict {
  /** The resource that is updated: a conflict about its own name is about something else. */
  readonly own?: string;
  /** The arguments that a clone has until its update. */
  readonly contentOf?: () => Promise<Values>;
}

/** The error of a create or update; a conflict over a name with the resource that has the name. */
export async function conflictOf(
  call: Call,
  args: Values,
  error: unknown,
  { own, contentOf }: Conflict = {},
): Promise<unknown> {
  // A save creates nothing under a name.
  const { api, nameArg } = call.definition;
  const isSaved = saveOf(call.definition, args) !== undefined;
  if (!(error instanceof ConflictError) || nameArg === undefined || isSaved) return error;
  const existing = await findExisting(call, args).catch(() => undefined);
  if (existing === undefined && isUniqueEverywhere(call.definition)) return takenElsewhere(call, args, nameArg, error);
  if (existing === undefined && isServed(api.list, call.platform.endpoints)) return error;
  if (existing !== undefined && isSameId(idInResponse(call.definition, existing), own)) return error;
  const name = nameOf(call.definition, args)?.trim() ?? "web";
  return new NameTakenError(error.failure, nameArg, name, await factsOf(call, args, existing, contentOf));
}

/** If the conflicting resource is in another parent, no list of this one has it, but the stack's state may. */
async function takenElsewhere(call: Call, args: Values, nameArg: string, conflict: ConflictError): Promise<Error> {
  const { definition, run, urn } = call;
  const name = nameOf(definition, args);
  if (name === undefined) return conflict;
  const isNamesake = ({ kind, values, urn: other }: StackResource) => {
    const own = kind === definition.kind ? nameOf(definition, values) : undefined;
    return own !== undefined && isSameName(definition, name, own) && other !== urn;
  };
  const [owner] = await run.owners.matching(urn, isNamesake).catch(() => []);
  if (owner === undefined) return conflict;
  return new NameTakenError(conflict.failure, nameArg, name, { id: owner.id, ownedBy: "other", urn: owner.urn });
}

/** If everything may be adopted, one list serves all resources in a parent. */
async function findExisting(call: Call, args: Values): Promise<Values | undefined> {
  const listed =
    call.platform.onExisting === "adopt" ? await findByName(call, args, { evenOutdated: true }) : undefined;
  return listed ?? findByName(call, args);
}

async function factsOf(call: Call, args: Values, existing: Values | undefined, contentOf: Conflict["contentOf"]) {
  const id = existing && idInResponse(call.definition, existing);
  if (existing === undefined || id === undefined) return undefined;
  const { created_at: createdAt } = existing;
  const ownedBy = await earlierOwner(call, id, args);
  const { existingArg, identity } = call.definition;
  const { ownership } = call.run;
  // A name proves nothing: somebody may have created another resource with it since then.
  const isKnown = identity !== "name" && ownership.wasCreatedByKilled(identityOf(call.definition, id, args), call);
  const isOwn = ownedBy === undefined && (isKnown || (await wasBegun(call, args, existing, contentOf)));
  return {
    id,
    ...(ownedBy && { ownedBy }),
    ...(isOwn && { isOwn }),
    ...(existingArg !== undefined && { existingArg }),
    returnedOnce: returnedByCreate(call.definition.outputs),
    ...(typeof createdAt === "string" ? { createdAt } : {}),
  };
}

/**
 * Whether a killed run of the stack created it: Pulumi's state says that the run was creating this resource of the program, and it has the
 * values that the run sent, of those arguments that the create call has.
 */
async function wasBegun(
  { definition, run, urn }: Call,
  args: Values,
  existing: Values,
  contentOf: Conflict["contentOf"],
) {
  for (const inputs of await run.owners.pendingCreates(urn)) {
    // Secrets are encrypted there.
    const sent = mapMembers(inputs, (value, name) =>
      args[name] === undefined || hasEncrypted(value) ? undefined : value,
    );
    if (hasContent(definition, existing, sent)) return true;
    if (typeof sent.cloneFrom !== "string" || contentOf === undefined) continue;
    if (hasContent(definition, existing, await contentOf())) return true;
  }
  return false;
}
