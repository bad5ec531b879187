import type { Call } from "../definition/resourceDefinition.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { InterruptedError, UnexpectedAnswerError } from "../errors/index.js";
import type { ApiRequest, Grant } from "../platform/apiRequest.js";
import type { Endpoint } from "../platform/endpoint.js";
import { isNeverReturned } from "../schema/field.js";
import { show, type Value, type Values } from "../schema/json.js";
import { isSameId } from "../schema/normalForm.js";
import { inResponse, programPath, wireName } from "../values/wire.js";

/** Sends a call for a resource. A write invalidates cached lists. */
export function send(
  call: Call,
  endpoint: Endpoint,
  members: Values,
  doing: string,
  body?: Values,
  isRepeatable?: boolean,
): Promise<Value | undefined> {
  return sendRequest(call, { endpoint, ...partsOf(call, members, doing, body, isRepeatable) });
}

/** Sends a destructive call that the gate has granted. */
export function sendGranted(
  call: Call,
  grant: Grant,
  endpoint: Endpoint<true>,
  members: Values,
  doing: string,
  body?: Values,
): Promise<Value | undefined> {
  return sendRequest(call, { endpoint, grant, ...partsOf(call, members, doing, body, true) });
}

function partsOf(
  { definition, label }: Call,
  members: Values,
  doing: string,
  body: Values | undefined,
  isRepeatable: boolean | undefined,
) {
  return {
    members,
    purpose: `${doing} ${label}`,
    spell: (path: string) => programPath(definition.body, path),
    ...(body === undefined ? {} : { body }),
    ...(isRepeatable === undefined ? {} : { isRepeatable }),
  };
}

/**
 * Sends a request of an operation. A write invalidates cached lists.
 *
 * @param touched Called unless the platform certainly hasn't carried out the write: the values may have changed.
 */
export async function sendRequest(
  { platform, operation }: Call,
  request: ApiRequest,
  touched = () => {},
): Promise<Value | undefined> {
  try {
    const response = await platform.client.send(request, operation);
    touched();
    return response;
  } catch (error) {
    const isUndone = error instanceof AppPlatformError && !error.mayBeDone && !(error instanceof InterruptedError);
    if (!isUndone) touched();
    throw error;
  } finally {
    if (request.endpoint.method !== "GET") platform.lists.forget();
  }
}

/**
 * Rejects a response that describes another resource. Treated as drift, it would replace the resource or lose values in the state.
 *
 * @param members What was asked for.
 * @param names Members that the response must repeat: `id`, and path parameters unless it omits them.
 */
export function requireMatch(
  call: Pick<Call, "definition">,
  response: Values,
  members: Values,
  names: readonly string[],
  purpose: string,
): void {
  if (typeof response.id !== "string" || response.id === "") throw unexpected("a resource has no id", purpose);
  requirePlace(call, response, members, names, purpose);
}

/** The same for a response that needs no ID. */
export function requirePlace(
  { definition }: Pick<Call, "definition">,
  response: Values,
  members: Values,
  names: readonly string[],
  purpose: string,
): void {
  for (const name of names) {
    const field = definition.args[name];
    if (field !== undefined && isNeverReturned(field)) continue;
    const returned = name === "id" || field === undefined ? response.id : inResponse(name, field, response);
    if (typeof returned !== "string" || typeof members[name] !== "string" || isSameId(returned, members[name]))
      continue;
    const path = name === "id" || field === undefined ? "id" : (field.response?.path ?? wireName(name, field));
    const problem = `a resource has the ${path} ${show(returned, false)} instead of ${show(members[name], false)}`;
    throw unexpected(problem, purpose);
  }
}

function unexpected(problem: string, purpose: string): UnexpectedAnswerError {
  return new UnexpectedAnswerError(
    purpose,
    `in the response, ${problem}`,
    "run again; if it happens again, ask the platform's operator: a proxy or cache in front of the API may mix up responses.",
  );
}
