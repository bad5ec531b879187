import { nameInResponse } from "../../provider/claims/identity.js";
import type { ResourceDefinition } from "../../provider/definition/resourceDefinition.js";
import { allOwned } from "../../provider/lifecycle/ownedChildren.js";
import { type Endpoint, isServed } from "../../provider/platform/endpoint.js";
import type { Platform } from "../../provider/platform/platform.js";
import { isObject, type Values } from "../../provider/schema/json.js";
import { membersFromWire } from "../../provider/values/wire.js";
import { scopeFor } from "../deployment/scope.js";
import { listKind, place } from "../environment/services.js";

/** A service of the environment, as the platform describes it. */
export interface Service {
  readonly definition: ResourceDefinition;
  readonly id: string;
  readonly name: string;
  /** Its arguments and outputs, with the names that programs use. Secrets that the platform masks are absent. */
  readonly values: Values;
}

/** What an environment holds. */
export interface EnvironmentContent {
  readonly services: readonly Service[];
  /** Number of entries in lists that have no ID or no name. */
  readonly unreadable: number;
  /** Kinds that the endpoint set cannot list. */
  readonly unlisted: readonly ResourceDefinition[];
  /** Kinds whose resources are actions in the environment: there is nothing to adopt. */
  readonly actions: readonly ResourceDefinition[];
}

/**
 * Reads what an environment holds, with one request for each kind, and one for each service that may own something.
 *
 * @param definitions All kinds.
 * @param kinds Those to read.
 */
export async function readEnvironment(
  platform: Platform,
  definitions: readonly ResourceDefinition[],
  kinds: readonly ResourceDefinition[],
  environmentId: string,
): Promise<EnvironmentContent> {
  const isListed = ({ api }: ResourceDefinition) => isServed(api.list, platform.endpoints);
  const listed = kinds.filter(isListed);
  const services = await Promise.all(listed.map((definition) => readKind(platform, definition, environmentId)));
  return {
    services: services.flatMap(({ found }) => found),
    unreadable: services.reduce((sum, { unreadable }) => sum + unreadable, 0),
    unlisted: kinds.filter((definition) => !isListed(definition)),
    actions: definitions.filter(({ api, pathArgs }) => api.list === undefined && pathArgs.includes(place)),
  };
}

async function readKind(platform: Platform, definition: ResourceDefinition, environmentId: string) {
  const items = await listKind(platform, definition, definition.api.list as Endpoint, environmentId);
  const services = items.flatMap((item) => serviceIn(definition, item, environmentId) ?? []);
  services.sort((one, other) => (one.name < other.name ? -1 : 1));
  const found = await Promise.all(services.map((service) => withOwned(platform, service)));
  return { found, unreadable: items.length - found.length };
}

/** The service with what it owns. */
async function withOwned(platform: Platform, service: Service): Promise<Service> {
  const { definition, id, name, values } = service;
  const scope = scopeFor(platform, definition, `${definition.kind} ${JSON.stringify(name)}`);
  return { ...service, values: { ...values, ...(await allOwned(scope, id)) } };
}

function serviceIn(definition: ResourceDefinition, item: Values, environmentId: string): Service | undefined {
  const name = nameInResponse(definition, item);
  if (typeof item.id !== "string" || name === undefined) return undefined;
  const values = membersFromWire(definition.body, item, { environmentId }, "absent");
  return { definition, id: item.id, name, values: { ...values, environmentId } };
}

/** A member of an object, if it is a text. */
export function textMember(value: unknown, name: string): string | undefined {
  const member = isObject(value) ? value[name] : undefined;
  return typeof member === "string" && member !== "" ? member : undefined;
}
