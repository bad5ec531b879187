import { nameInResponse } from "../claims/identity.js";
import type { Call, ResourceDefinition } from "../definition/resourceDefinition.js";
import { listAll } from "../lifecycle/read.js";
import { isServed } from "../platform/endpoint.js";
import { deployable } from "../resources/deployable.js";
import { isObject, UNKNOWN, type Value, type Values } from "../schema/json.js";
import { isSameId } from "../schema/normalForm.js";
import { REVISION } from "../values/serviceSelection.js";
import type { Selected } from "./selection.js";
import type { ServiceStatus } from "./statuses.js";

/** Kind and name of a selected service, for messages: `Container "web"`. Where only its ID is known, where the program selects it. */
export function labelOfSelected({ given, path }: Selected): string {
  if (!isObject(given) || typeof given.kind !== "string") return path;
  const { kind, name, id } = given;
  if (typeof name === "string" && name !== UNKNOWN) return `${kind} "${name.trim()}"`;
  return id === UNKNOWN ? `a new ${kind}` : `${kind} with id ${String(id)}`;
}

/** What the state of each service is, with its kind and name: `Container "web" (id 3fa8…) is DEPLOYMENT_ERROR`. */
export function describeStates(
  call: Call,
  args: Values,
  services: readonly ServiceStatus[],
  stateOf: (service: ServiceStatus) => string = ({ state }) => state,
): Promise<string[]> {
  const selected = (Array.isArray(args.services) ? args.services : []).filter(isObject);
  return Promise.all(
    services.map(async (service) => {
      const { id, list } = service;
      const definition = deployable.find(({ deployedAs }) => deployedAs?.list === list);
      const kind = definition?.kind ?? (list === "helms" ? "Helm service" : "service");
      const given = selected.find((each) => isSameId(each.id, id));
      // The name of a resource of the program that is selected without one is secret.
      const isHidden = given?.[REVISION] !== undefined;
      const own = typeof given?.name === "string" ? given.name : undefined;
      const name = own ?? (isHidden ? undefined : await nameOnPlatform(call, args, definition, id));
      const label = name === undefined ? `${kind} with id ${id}` : `${kind} "${name}" (id ${id})`;
      return `${label} is ${stateOf(service)}`;
    }),
  );
}

/** The name of a service that is selected by ID, if a list tells. A failure to read it must not hide the one being reported. */
async function nameOnPlatform(
  call: Call,
  place: Values,
  definition: ResourceDefinition | undefined,
  id: Value,
): Promise<string | undefined> {
  const list = definition?.api.list;
  if (definition === undefined || !isServed(list, call.platform.endpoints)) return undefined;
  const purpose = `Listing resources to name the services of ${call.label}`;
  const items = await listAll({ ...call, definition }, list, place, { purpose }).catch(() => []);
  const found = items.find((item) => isSameId(item.id, id));
  return found === undefined ? undefined : nameInResponse(definition, found);
}
