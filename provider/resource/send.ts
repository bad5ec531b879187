import type { Call, LookupCall } from "../definition/kind.js";
import { AppPlatformError, useExtended } from "../errors/appPlatformError.js";
import { InterruptedError, LookupFailedError, UnexpectedAnswerError } from "../errors/index.js";
import type { Client, Received } from "../platform/client.js";
import { type ApiRequest, type Endpoint, type EndpointSet, type Grant, isServed } from "../platform/endpoint.js";
import { idOf, isSameId, sameText } from "../schema/equality.js";
import { wireName } from "../schema/field.js";
import { isAbsent, pick, shortened, show, type Value, type Values } from "../schema/json.js";
import { inResponse, programPath } from "../values/wire.js";

type Content = readonly [members: Values, doing: string, body?: Values | undefined, isRepeatable?: boolean];

/** Sends a call for a resource. A write invalidates cached lists. */
export function send(call: LookupCall, endpoint: Endpoint, ...content: Content): Promise<Value | undefined> {
  return exchange(call, "send", { endpoint, ...contentFor(call, ...content) });
}

/** The same with status and headers. */
export function receive(call: Call, endpoint: Endpoint, ...content: Content): Promise<Received> {
  return exchange(call, "receive", { endpoint, ...contentFor(call, ...content) });
}

/** Sends a destructive call that `deletion/` has granted. */
export function receiveGranted(
  call: Call,
  grant: Grant,
  endpoint: Endpoint<true>,
  members: Values,
  doing: string,
  body?: Values,
): Promise<Received> {
  return exchange(call, "receive", { endpoint, grant, ...contentFor(call, members, doing, body, true) });
}

function contentFor({ definition, label }: LookupCall, ...[members, doing, body, isRepeatable]: Content) {
  return {
    members,
    purpose: `${doing} ${label}`,
    format: (path: string) => programPath(definition.body, path),
    ...(body === undefined ? {} : { body }),
    ...(isRepeatable === undefined ? {} : { isRepeatable }),
  };
}

/**
 * Sends a request of an operation. A write invalidates cached lists, and may have touched values unless the platform certainly hasn't
 * carried it out.
 */
export function sendRequest(call: Call, request: ApiRequest, touched?: () => void): Promise<Value | undefined> {
  return exchange(call, "send", request, touched);
}

async function exchange<Way extends "send" | "receive">(
  { platform: { client, lists }, operation }: LookupCall,
  way: Way,
  request: ApiRequest,
  touched?: () => void,
): Promise<Awaited<ReturnType<Client[Way]>>> {
  try {
    const response = await client[way](request, operation);
    touched?.();
    return response as Awaited<ReturnType<Client[Way]>>;
  } catch (error) {
    const isUndone = error instanceof AppPlatformError && !error.mayBeDone && !(error instanceof InterruptedError);
    if (!isUndone) touched?.();
    throw error;
  } finally {
    if (request.endpoint.method !== "GET") lists.forget();
  }
}

/**
 * Rejects a response that describes another resource. Treated as drift, it would replace the resource or lose values in the state. It must
 * repeat the requested members with these names: `id`, and path parameters unless it omits them.
 */
export function requireMatch(
  call: Pick<LookupCall, "definition">,
  response: Values,
  members: Values,
  names: readonly string[],
  purpose: string,
): void {
  if (idOf(response.id) === undefined) throw unexpected(`a resource has ${idFound(response)}`, purpose);
  requireParent(call, response, members, names, purpose);
}

/** The same for a response that needs no ID. */
export function requireParent(
  { definition }: Pick<LookupCall, "definition">,
  response: Values,
  members: Values,
  names: readonly string[],
  purpose: string,
): void {
  for (const name of names) {
    const field = definition.args[name];
    if (field?.returned === "never") continue;
    const returned = name === "id" || field === undefined ? response.id : inResponse(name, field, response);
    const isId = name === "id" || field === undefined;
    if (isId ? idOf(returned) === undefined : typeof returned !== "string") continue;
    if (typeof members[name] !== "string" || isSameId(returned, members[name])) continue;
    if (!isId && field.type === "string" && sameText(field, returned, members[name])) continue;
    const path = isId ? "id" : (field.response?.path ?? wireName(name, field));
    const problem = `a resource has the ${path} ${show(returned, false)} instead of ${show(members[name], false)}`;
    throw unexpected(problem, purpose);
  }
}

/** What a response has instead of an ID that can be used. */
export function idFound(response: Values): string {
  if (!isAbsent(response.id)) return `the id ${show(response.id, false)}, which is neither a text nor a number`;
  const names = Object.keys(response).filter((name) => !isAbsent(response[name]));
  return names.length === 0 ? "no id, nor anything else" : `no id, but ${shortened(names.join(", "), 100)}`;
}

function unexpected(problem: string, purpose: string): UnexpectedAnswerError {
  return new UnexpectedAnswerError(
    purpose,
    `in the response, ${problem}`,
    "run again; if it happens again, ask the platform's operator: a proxy or cache in front of the API may mix up responses.",
  );
}

/**
 * How long to wait for work that continues on the platform, in seconds: as the program says, as long as the caller waits, or as
 * usual for the kind.
 */
export function secondsToWait({ definition, platform }: Call, values: Values, otherwise: number): number {
  if (typeof values.timeoutSeconds === "number") return values.timeoutSeconds;
  const { deadline, clock } = platform;
  if (deadline !== undefined) return Math.max(0, Math.round((deadline - clock.elapsed()) / 1000));
  return Number(definition.args.timeoutSeconds?.default ?? otherwise);
}

/** The one of two arguments that is set. Throws if both are set, or none. */
export function oneOfTwo<Name extends string>(
  { definition }: LookupCall,
  args: Values,
  one: Name,
  other: Name,
): Partial<Record<Name, string>> {
  const set = [one, other].filter((name) => !isAbsent(args[name]));
  if (set.length === 1) return pick(args, set) as Partial<Record<Name, string>>;
  const [first, second] = [one, other].map((name) => `${/^[aeiou]/.test(name) ? "an" : "a"} ${name}`);
  const why = set.length === 0 ? `neither ${first} nor ${second} is set` : `both ${first} and ${second} are set`;
  throw new LookupFailedError(`get${definition.kind}`, why, "set exactly one of them.");
}

/** Rejects a lookup without what it needs. */
export function requireSpecified(label: string, args: Values, names: readonly string[]): void {
  const missing = names.find((name) => isAbsent(args[name]) || args[name] === "");
  if (missing !== undefined) throw new LookupFailedError(label, `${missing} isn't set`, `set ${missing}.`);
}

/** Rejects a lookup whose call the platform's endpoints lack. */
export function requireServed(label: string, endpoint: Endpoint<boolean>, endpoints: EndpointSet): void {
  if (isServed(endpoint, endpoints)) return;
  throw new LookupFailedError(label, "the platform's endpoints can't return it", useExtended);
}
