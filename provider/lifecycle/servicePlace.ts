import { nameOf } from "../claims/identity.js";
import type { Scope } from "../definition/resourceDefinition.js";
import type { Values } from "../schema/json.js";
import { UNKNOWN } from "../schema/unknown.js";

/** Notes in which environment a service is, for what names it later in the run: by its ID, or by kind and name before it has one. */
export function notePlace({ definition, platform }: Scope, values: Values, id?: string): void {
  if (definition.deployedAs === undefined) return;
  const name = nameOf(definition, values);
  const service = id ?? (name === undefined ? undefined : `${definition.kind} ${name}`);
  const environment = values[definition.pathArgs[0] ?? ""];
  if (service === undefined || typeof environment !== "string" || environment === UNKNOWN) return;
  platform.deployments.seenIn(service, environment);
}
