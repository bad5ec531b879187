import type { Scope } from "../definition/resourceDefinition.js";
import type { ApiRequest } from "../platform/apiRequest.js";
import type { Endpoint } from "../platform/endpoint.js";
import type { Grant } from "../platform/grant.js";
import type { Value, Values } from "../schema/json.js";
import { programPath } from "../values/wire.js";

/** Sends one call for a resource. A write invalidates the list cache. */
export function send(
  scope: Scope,
  call: Endpoint,
  members: Values,
  doing: string,
  body?: Values,
  isRepeatable?: boolean,
): Promise<Value | undefined> {
  return sendRequest(scope, { call, ...partsOf(scope, members, doing, body, isRepeatable) });
}

/** Sends a destructive call for a resource, which the gate has granted. */
export function sendGranted(
  scope: Scope,
  grant: Grant,
  call: Endpoint<true>,
  members: Values,
  doing: string,
  body?: Values,
): Promise<Value | undefined> {
  return sendRequest(scope, { call, grant, ...partsOf(scope, members, doing, body, true) });
}

function partsOf(
  { definition, label }: Scope,
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

async function sendRequest({ platform, operation }: Scope, request: ApiRequest): Promise<Value | undefined> {
  try {
    return await platform.client.send(request, operation);
  } finally {
    if (request.call.method !== "GET") platform.lists.forget();
  }
}
