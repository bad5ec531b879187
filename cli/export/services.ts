import type { ResourceDefinition } from "../../provider/definition/kind.js";
import { referenceName, refersTo } from "../../provider/definition/references.js";
import { LookupFailedError } from "../../provider/errors/index.js";
import { environment } from "../../provider/kinds/environment.js";
import { project } from "../../provider/kinds/project.js";
import { nameInResponse } from "../../provider/ownership/identity.js";
import { type Endpoint, isServed, pathMembers } from "../../provider/platform/endpoint.js";
import type { Platform } from "../../provider/platform/platform.js";
import { ownSubresources } from "../../provider/resource/children.js";
import { listAll } from "../../provider/resource/read.js";
import { type Field, isChildren } from "../../provider/schema/field.js";
import { isObject, mapMembers, type Values } from "../../provider/schema/json.js";
import { membersFromWire } from "../../provider/values/wire.js";
import { callFor } from "../deployment/call.js";
import { listKind } from "../environment/services.js";

/** A service of the environment, as the platform describes it. */
export interface Service {
  readonly definition: ResourceDefinition;
  readonly id: string;
  readonly name: string;
  /** Its name in the program, if not that on the platform. */
  readonly logicalName?: string;
  /** Its arguments and outputs, with the names that programs use. Secrets that the platform masks are absent. */
  readonly values: Values;
  /** Its owner, such as the service of a domain; omitted for services. */
  readonly owner?: Pick<Service, "definition" | "name">;
}

export interface EnvironmentContent {
  readonly services: readonly Service[];
  /** Number of entries in lists that have no ID or no name. */
  readonly unreadable: number;
  /** Kinds that the endpoint set cannot list. */
  readonly unlisted: readonly ResourceDefinition[];
}

/** The argument with the owner of a resource, if that may be a service. */
export function ownerArgument({ api, args }: ResourceDefinition): string | undefined {
  return api.list === undefined
    ? undefined
    : pathMembers(api.list).find((name) => refersTo(args[name] as Field).includes("container"));
}

/**
 * Reads the contents of an environment: one request for each kind, and for each service one for each kind that it may own and one for
 * each part.
 *
 * @param kinds The kinds to read.
 * @param name Prefix for the names of what the environment itself owns.
 */
export async function readEnvironment(
  platform: Platform,
  kinds: readonly ResourceDefinition[],
  environmentId: string,
  name = "environment",
): Promise<EnvironmentContent> {
  const isListed = ({ api }: ResourceDefinition) => isServed(api.list, platform.endpoints);
  const isOwned = (definition: ResourceDefinition) => ownerArgument(definition) !== undefined;
  const listed = kinds.filter((definition) => isListed(definition) && !isOwned(definition));
  const services = await Promise.all(listed.map((definition) => readKind(platform, definition, environmentId)));
  const found = services.flatMap((each) => each.found);
  const owned = kinds.filter((definition) => isListed(definition) && isOwned(definition));
  const parents = [{ definition: environment, id: environmentId, name }, ...found];
  const belonging = await Promise.all(
    owned.flatMap((definition) => parents.map((owner) => readBelonging(platform, definition, owner))),
  );
  return {
    services: [...found, ...belonging.flat()],
    unreadable: services.reduce((sum, { unreadable }) => sum + unreadable, 0),
    unlisted: kinds.filter((definition) => !isListed(definition) && !isOwned(definition)),
  };
}

/**
 * Reads a project with its environments and their contents. Names of services begin with that of their environment.
 *
 * @throws LookupFailedError if there is none with this ID.
 */
export async function readProject(
  platform: Platform,
  kinds: readonly ResourceDefinition[],
  projectId: string,
): Promise<EnvironmentContent> {
  const label = `project ${projectId}`;
  const call = callFor(platform, project, label);
  const found = await call.verbs.read(call, projectId, {}, { isElsewhere: true });
  if (found === undefined) throw new LookupFailedError(label, "it doesn't exist", "check the ID.");
  const own: Service = { definition: project, id: projectId, name: String(found.name), values: found };
  const listing = callFor(platform, environment, label);
  const purpose = `Listing the environments of ${label}`;
  const items = await listAll(listing, environment.api.list as Endpoint, { projectId }, { purpose });
  const environments = items.map((item): Service => {
    const values = membersFromWire(environment.body, item, { projectId }, "absent");
    return { definition: environment, id: String(item.id), name: String(values.name), values };
  });
  const owned = kinds.filter((definition) => ownerArgument(definition) !== undefined);
  const belonging = await Promise.all(owned.map((definition) => readBelonging(platform, definition, own)));
  const contents = await Promise.all(
    environments.map(async ({ id, name }) => {
      const content = await readEnvironment(platform, kinds, id, name);
      const services = content.services.map((service) =>
        service.owner?.definition === environment ? service : { ...service, logicalName: `${name}-${service.name}` },
      );
      return { ...content, services };
    }),
  );
  const inEnvironments = environments.flatMap((each, index) => [each, ...(contents[index]?.services ?? [])]);
  return {
    services: [own, ...belonging.flat(), ...inEnvironments],
    unreadable: contents.reduce((sum, { unreadable }) => sum + unreadable, 0),
    unlisted: contents[0]?.unlisted ?? [],
  };
}

async function readKind(platform: Platform, definition: ResourceDefinition, environmentId: string) {
  const items = await listKind(platform, definition, definition.api.list as Endpoint, environmentId);
  const before = predecessors(definition, items);
  const services = items.flatMap((item) => serviceIn(definition, item, { environmentId, ...before(item) }) ?? []);
  services.sort((one, other) => (one.name < other.name ? -1 : 1));
  const found = await Promise.all(services.map((service) => withSubresources(platform, service)));
  return { found, unreadable: items.length - found.length };
}

/** What a service or the environment owns, except what the service has in its arguments. */
async function readBelonging(
  platform: Platform,
  definition: ResourceDefinition,
  owner: Pick<Service, "definition" | "id" | "name">,
): Promise<Service[]> {
  const argument = ownerArgument(definition) as string;
  const kind = referenceName(owner.definition) ?? "";
  if (!refersTo(definition.args[argument] as Field).includes(kind)) return [];
  const parent = { [argument]: `${kind}/${owner.id}` };
  const call = callFor(platform, definition, definition.kind);
  const purpose = `Listing the ${definition.kind}s of ${owner.definition.kind} ${JSON.stringify(owner.name)}`;
  const items = await listAll(call, definition.api.list as Endpoint, parent, { purpose });
  return items.flatMap((item) => {
    const name = nameInResponse(definition, item);
    const child = owner.definition.owned?.listed(item);
    const isArgument = child?.arg !== undefined && isPassable(child.key);
    if (isArgument || typeof item.id !== "string" || name === undefined) return [];
    const values = { ...membersFromWire(definition.body, item, parent, "absent"), ...parent };
    return [{ definition, id: item.id, name: `${owner.name}-${name}`, values, owner }];
  });
}

/** The service with its parts. */
async function withSubresources(platform: Platform, service: Service): Promise<Service> {
  const { definition, id, name, values } = service;
  const call = callFor(platform, definition, `${definition.kind} ${JSON.stringify(name)}`);
  const subresources = mapMembers(await ownSubresources(call, id, values), (subresource, arg) =>
    isChildren(definition.args[arg])
      ? mapMembers(subresource as Values, (each, key) => (isPassable(key) ? each : undefined))
      : subresource,
  );
  return { ...service, values: { ...values, ...subresources } };
}

/** Whether an object can have a member with this name in arguments: the Pulumi SDK loses this one. */
export function isPassable(name: string): boolean {
  return name !== "__proto__";
}

/** Kinds whose resources are in an order: the member of a response with the position, and the argument for the one before. */
const orders: Readonly<Record<string, { readonly member: string; readonly argument: string }>> = {
  DeploymentStage: { member: "deployment_order", argument: "after" },
};

/** The argument by which a resource names the one before it. */
function predecessors({ kind }: ResourceDefinition, items: readonly Values[]): (item: Values) => Values {
  const order = orders[kind];
  if (order === undefined) return () => ({});
  const { member, argument } = order;
  const inOrder = [...items].sort((one, other) => Number(one[member]) - Number(other[member]));
  return (item) => {
    const { id } = inOrder[inOrder.indexOf(item) - 1] ?? {};
    return id === undefined ? {} : { [argument]: id };
  };
}

/** @param parent Where it is, and values that no response has. */
function serviceIn(definition: ResourceDefinition, item: Values, parent: Values): Service | undefined {
  const name = nameInResponse(definition, item);
  if (typeof item.id !== "string" || name === undefined) return undefined;
  const values = membersFromWire(definition.body, item, parent, "absent");
  return { definition, id: item.id, name, values: { ...values, ...parent } };
}

/** A member of an object, if it is a text. */
export function textMember(value: unknown, name: string): string | undefined {
  const member = isObject(value) ? value[name] : undefined;
  return typeof member === "string" && member !== "" ? member : undefined;
}
