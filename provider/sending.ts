import type { Endpoint } from "./endpoint.js";
import { programPath } from "./spelling.js";
import type { Value, Values } from "./values.js";
import type { Scope } from "./verbs.js";

/** Sends one call for a resource; a write makes what is known of lists out of date. */
export async function send(
  scope: Scope,
  call: Endpoint,
  members: Values,
  doing: string,
  body?: Values,
  isRepeatable?: boolean,
): Promise<Value | undefined> {
  const { definition, platform, subject } = scope;
  try {
    return await platform.client.send({
      call,
      members,
      purpose: `${doing} ${subject}`,
      spell: (path) => programPath(definition.body, path),
      ...(body === undefined ? {} : { body }),
      ...(isRepeatable === undefined ? {} : { isRepeatable }),
    });
  } finally {
    if (call.method !== "GET") platform.lists.forget();
  }
}
