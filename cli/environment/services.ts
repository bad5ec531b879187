import type { ResourceDefinition } from "../../provider/definition/kind.js";
import { deployable } from "../../provider/generated/deployable.js";
import { definitions } from "../../provider/kinds/index.js";
import { nameInResponse } from "../../provider/ownership/identity.js";
import { type Endpoint, isServed, pathMembers } from "../../provider/platform/endpoint.js";
import type { Platform } from "../../provider/platform/platform.js";
import { listAll } from "../../provider/resource/read.js";
import { at, type Values } from "../../provider/schema/json.js";
import { membersFromWire } from "../../provider/values/wire.js";
import { callFor, environmentLabel } from "../deployment/call.js";

/** A resource in a list of an environment. */
export interface Listed {
  readonly definition: ResourceDefinition;
  readonly id: string;
  readonly name: string | undefined;
  /** Its arguments and outputs. */
  readonly values: Values;
}

export type Service = Listed;

/** The path parameter of everything in an environment. */
export const environmentArg = "environmentId";

/** Whether environments have resources of this kind. */
export function livesInEnvironment({ api: { list } }: ResourceDefinition): boolean {
  return list !== undefined && pathMembers(list).includes(environmentArg);
}

/** The kinds of services, in the order of the API document. */
export const serviceKinds: readonly ResourceDefinition[] = deployable;

/** The kinds of what an environment has besides services. */
export const otherKinds: readonly ResourceDefinition[] = definitions.filter(
  (definition) => livesInEnvironment(definition) && !serviceKinds.includes(definition),
);

export function unlistedKinds({ endpoints }: Platform): ResourceDefinition[] {
  return serviceKinds.filter(({ api }) => !isServed(api.list, endpoints));
}

/**
 * Lists the resources of a kind in an environment, with one request. Omits those that belong to the platform, which nobody can delete.
 *
 * @param list The call that lists the kind.
 */
export async function listKind(
  platform: Platform,
  definition: ResourceDefinition,
  list: Endpoint,
  environmentId: string,
): Promise<Values[]> {
  const label = environmentLabel(environmentId);
  const purpose = `Listing the ${definition.kind}s of ${label}`;
  const items = await listAll(callFor(platform, definition, label), list, { environmentId }, { purpose });
  return items.filter((item) => definition.isOfPlatform?.(item) !== true);
}

/** All services of an environment, with one request for each kind that the platform can list. */
export function servicesOf(platform: Platform, environmentId: string): Promise<Service[]> {
  return listedOf(platform, environmentId, serviceKinds);
}

/** All resources of these kinds in an environment, with one request for each kind that the platform can list. */
export async function listedOf(
  platform: Platform,
  environmentId: string,
  kinds: readonly ResourceDefinition[],
): Promise<Listed[]> {
  const lists = kinds.map(async (definition): Promise<Listed[]> => {
    const { list } = definition.api;
    if (!isServed(list, platform.endpoints)) return [];
    const items = await listKind(platform, definition, list, environmentId);
    return items.map((item) => ({
      definition,
      id: String(item.id),
      name: nameInResponse(definition, item),
      values: membersFromWire(definition.body, item, {}),
    }));
  });
  return (await Promise.all(lists)).flat();
}

/** The deployed version: an image tag, a commit or a version of the kind's own. */
export function versionOf({ definition, values }: Service): string | undefined {
  const shown = definition.deployedAs?.shownVersions ?? [];
  return shown.map((path) => at(values, path)).find((version) => typeof version === "string");
}

/** A service in messages: `Container "web"`. */
export function serviceLabel({ kind, name, id }: { kind: string; name?: string | undefined; id: string }): string {
  return name === undefined ? `${kind} with id ${id}` : `${kind} "${name}"`;
}
