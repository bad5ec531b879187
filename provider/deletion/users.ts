import type { Call, ResourceDefinition } from "../definition/kind.js";
import { idsNamedIn, labelNamed } from "../definition/references.js";
import { withId } from "../errors/appPlatformError.js";
import { OwnersUnknownError } from "../errors/index.js";
import { kindOfParent, usedBy } from "../generated/contents.js";
import { idInResponse, nameInResponse } from "../ownership/identity.js";
import { nameInUrn, type StackResource } from "../ownership/stackOwners.js";
import { fillTarget, isServed, pathMembers } from "../platform/endpoint.js";
import { ifNotFound } from "../platform/responseErrors.js";
import { idOf, isSameId } from "../schema/equality.js";
import type { Values } from "../schema/json.js";
import { membersFromWire } from "../values/wire.js";

/** The labels of what uses a resource, and a word for all of it. */
export interface Users {
  readonly noun: "service" | "resource";
  readonly names: readonly string[];
}

/**
 * Everything that uses a resource by its ID and stays. If services can use the resource, the stack's state says in which environments to
 * look, and the platform then shows whether services there, including others, still use it. For a resource that only other kinds use, it
 * reads all resources of these kinds in the resource's place.
 *
 * @param isMeant Whether to include a resource of a kind with this ID.
 */
export async function usersOf(
  call: Call,
  id: string,
  state: Values,
  isMeant: (kind: string, id: unknown) => boolean = () => true,
): Promise<Users> {
  const kinds = usedBy[call.definition.kind] ?? [];
  const definitions = kinds.flatMap((kind) => call.kindNamed(kind)?.definition ?? []);
  if (definitions.length === 0) return { noun: "resource", names: [] };
  const isService = ({ deployedAs }: ResourceDefinition) => deployedAs !== undefined;
  const owned = definitions.some(isService)
    ? await call.run.owners
        .matching(call.urn, ({ kind }) => kinds.includes(kind))
        .catch(OwnersUnknownError.orOwn(call.label, id))
    : undefined;
  const found = definitions.map(async (definition) => {
    const own = owned?.filter((each) => each.kind === definition.kind);
    const isUser = (item: Values) =>
      isMeant(definition.kind, idInResponse(definition, item)) &&
      namesId(call, id, definition, membersFromWire(definition.body, item, {}));
    const names = await (own === undefined
      ? usersInParent(call, definition, state, isUser)
      : usersOfKind(call, id, definition, own, isUser));
    return { names, noun: isService(definition) ? "service" : "resource" } as const;
  });
  const users = (await Promise.all(found)).filter(({ names }) => names.length > 0);
  return {
    noun: users.every(({ noun }) => noun === "service") ? "service" : "resource",
    names: users.flatMap(({ names }) => names),
  };
}

async function usersOfKind(
  call: Call,
  id: string,
  definition: ResourceDefinition,
  owned: readonly StackResource[],
  isUser: (item: Values) => boolean,
): Promise<string[]> {
  const { list } = definition.api;
  const { platform, run, operation, label } = call;
  if (!isServed(list, platform.endpoints)) return [];
  const names = (values: Values) => namesId(call, id, definition, values);
  const leaves = ({ urn, deletedWith }: StackResource) =>
    [urn, deletedWith].some((each) => each !== undefined && run.ownership.isDeleting(each));
  const parentOf = ({ values }: StackResource) =>
    Object.fromEntries(pathMembers(list).map((member) => [member, values[member]]));
  const isParent = (parent: Values) => Object.values(parent).every((member) => typeof member === "string");
  const parents = new Map(
    owned
      .filter((each) => names(each.values) && !leaves(each))
      .map(parentOf)
      .filter(isParent)
      .map((parent) => [fillTarget(list, parent), parent] as const),
  );
  const lists = [...parents.values()].map((members) =>
    platform.lists
      .together({ endpoint: list, members, purpose: `Listing what uses ${label}` }, operation)
      // The place is gone, with everything in it.
      .catch(ifNotFound([])),
  );
  return (await Promise.all(lists)).flat().flatMap((item) => {
    const own = owned.filter((each) => isSameId(each.id, item.id));
    if (!isUser(item) || own.some(leaves)) return [];
    const [first] = own;
    const resourceName = first && nameInUrn(first.urn);
    const text = labelNamed(definition.kind, resourceName, nameInResponse(definition, item)) ?? definition.kind;
    return [`${withId(text, String(idOf(item.id)))}${first === undefined ? ", which this stack doesn't manage" : ""}`];
  });
}

async function usersInParent(
  call: Call,
  definition: ResourceDefinition,
  state: Values,
  isUser: (item: Values) => boolean,
): Promise<string[]> {
  const items = await allWithin(call, definition, state);
  return items
    .filter(isUser)
    .map((item) => [nameInResponse(definition, item), idInResponse(definition, item)] as const)
    .map(([name, id]) => `${definition.kind} "${name ?? id}"${name === id ? "" : ` (id ${id})`}`);
}

function namesId({ definition: { kind } }: Call, id: string, { body }: ResourceDefinition, values: Values): boolean {
  return idsNamedIn(body, values, kind).some((each) => isSameId(each, id));
}

/**
 * All resources of a kind in a parent; of an organization, those in the environments of all its projects. None if the parent has been
 * deleted meanwhile.
 */
async function allWithin(call: Call, definition: ResourceDefinition, parent: Values): Promise<readonly Values[]> {
  const { list } = definition.api;
  if (!isServed(list, call.platform.endpoints)) return [];
  const missing = pathMembers(list).find((member) => typeof parent[member] !== "string");
  if (missing === undefined) {
    const purpose = `Listing each ${definition.kind} that may use ${call.label}`;
    return call.platform.lists
      .together({ endpoint: list, members: parent, purpose }, call.operation)
      .catch(ifNotFound([]));
  }
  const outer = call.kindNamed(kindOfParent[missing.replace(/Id$/, "")] ?? "")?.definition;
  const parents = outer === undefined ? [] : await allWithin(call, outer, parent);
  const inside = parents.map(({ id }) => allWithin(call, definition, { ...parent, [missing]: id }));
  return (await Promise.all(inside)).flat();
}
