import type { Scope } from "../definition/resourceDefinition.js";
import type { Endpoint } from "../platform/endpoint.js";
import type { Value, Values } from "../schema/json.js";
import { programPath } from "../values/wireNames.js";

/** Sends one call for a resource. A write invalidates the list cache. */
export async function send(
  scope: Scope,
  call: Endpoint,
  members: Values,
  doing: string,
  body?: Values,
  isRepeatable?: boolean,
): Promise<Value | undefined> {
  const { definition, operation, platform, label } = scope;
  try {
    const request = {
      call,
      members,
      purpose: `${doing} ${label}`,
      spell: (path: string) => programPath(definition.body, path),
      ...(body === undefined ? {} : { body }),
      ...(isRepeatable === undefined ? {} : { isRepeatable }),
    };
    return await platform.client.send(request, operation);
  } finally {
    if (call.method !== "GET") platform.lists.forget();
  }
}
