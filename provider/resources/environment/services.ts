import { nameInResponse } from "../../claims/identity.js";
import type { Scope } from "../../definition/resourceDefinition.js";
import { listAll } from "../../lifecycle/read.js";
import { send } from "../../lifecycle/send.js";
import { isServed } from "../../platform/endpoint.js";
import { isObject, type Values } from "../../schema/json.js";
import { normalId } from "../../schema/normalForm.js";
import { deployable } from "../deployable.js";

/** A service of an environment. */
interface Service {
  /** List of the deploy request that the service belongs to. */
  readonly list: string;
  readonly id: string;
}

/** What of a service is left once it is deleted, or about to be. */
const isLeaving = (state: unknown) => ["DELETE_QUEUED", "DELETING", "DELETED"].includes(String(state));

/** The services of an environment, whoever manages them. */
export async function servicesIn(scope: Scope, id: string): Promise<Service[]> {
  const { statuses } = scope.definition.api;
  if (!isServed(statuses, scope.platform.endpoints)) return [];
  const response = await send(scope, statuses, { id }, "Reading the services of");
  const { environment: _, ...lists } = isObject(response) ? response : {};
  return Object.entries(lists).flatMap(([list, items]) =>
    (Array.isArray(items) ? items : [])
      .filter(isObject)
      .filter(({ state }) => !isLeaving(state))
      .map((service) => ({ list, id: normalId(String(service.id)) })),
  );
}

/** The services of an environment that are not in the stack's state, as messages name them: `Container "web" (id …)`. */
export async function servicesOfOthers(scope: Scope, id: string): Promise<string[]> {
  const services = await servicesIn(scope, id);
  const ids = new Set(services.map((each) => each.id));
  // Where the state cannot be read, every service counts as somebody else's.
  const held = await scope.platform.holders.matching((each) => ids.has(normalId(each.id))).catch(() => []);
  const own = new Set(held.map((each) => normalId(each.id)));
  return labelsOf(
    scope,
    id,
    services.filter((each) => !own.has(each.id)),
  );
}

/** One list for each kind that the services are of. */
async function labelsOf(scope: Scope, environmentId: string, services: readonly Service[]): Promise<string[]> {
  const purpose = `Listing resources to name the services of ${scope.label}`;
  const labels = [...new Set(services.map(({ list }) => list))].map(async (list) => {
    const definition = deployable.find(({ deployedAs }) => deployedAs?.list === list);
    const call = definition?.api.list;
    const isListed = definition !== undefined && isServed(call, scope.platform.endpoints);
    // A failure to read the names must not hide what there is.
    const items: Values[] = isListed
      ? await listAll({ ...scope, definition }, call, { environmentId }, { purpose }).catch(() => [])
      : [];
    const kind = definition?.kind ?? (list === "helms" ? "Helm service" : "service");
    return services
      .filter((service) => service.list === list)
      .map(({ id }) => {
        const item = items.find((each) => normalId(String(each.id)) === id);
        const name = item === undefined || definition === undefined ? undefined : nameInResponse(definition, item);
        return name === undefined ? `${kind} with id ${id}` : `${kind} "${name}" (id ${id})`;
      });
  });
  return (await Promise.all(labels)).flat();
}
