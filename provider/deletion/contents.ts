/** What a deletion would delete or break: what is inside a resource, what refers to it as its source, and what uses it. */
import type { Call, ResourceDefinition } from "../definition/kind.js";
import { idsNamedIn, labelNamed, referenceName, refersTo } from "../definition/references.js";
import { keysNamed, redactsKeys } from "../definition/subresources.js";
import { withId } from "../errors/appPlatformError.js";
import { OwnersUnknownError } from "../errors/index.js";
import type { RetainedInside } from "../errors/resource.js";
import { contents, kindOfParent, usedBy } from "../generated/contents.js";
import { identityOf, idInResponse, nameInResponse } from "../ownership/identity.js";
import { nameInUrn, type StackResource } from "../ownership/stackOwners.js";
import { type Endpoint, fillTarget, isServed, pathMembers } from "../platform/endpoint.js";
import { readWhole } from "../platform/lists.js";
import { ifNotFound } from "../platform/responseErrors.js";
import { idOf, isSameId } from "../schema/equality.js";
import { isAbsent, isObject, type Value, type Values } from "../schema/json.js";
import { parseBuiltIn } from "../values/revisions.js";
import { membersFromWire } from "../values/wire.js";

/** Something that the platform deletes with a resource: what's inside of it, and what refers to it as its source. */
interface Inside {
  readonly label: string;
  readonly definition: ResourceDefinition;
  readonly id: string;
  readonly values: Values;
  /** Whether the resource owns it by its arguments, like a variable of a service. */
  readonly isOwnSubresource: boolean;
  /** Whether it can't exist without the resource that it refers to, like an alias. Then only the stack can require it to stay. */
  readonly isDependent?: true;
}

/** Something of a kind that the provider doesn't have. It's always somebody else's. */
interface OfOtherKind {
  readonly label: string;
  readonly definition: undefined;
}

interface Container {
  readonly call: Call;
  readonly definition: ResourceDefinition;
  readonly id: string;
  readonly values: Values;
}

/**
 * Everything inside a resource, at any depth, that must stay on the platform, because this run doesn't delete it. Which kinds are inside
 * others is a table generated from the definitions.
 */
export async function retainedInside(container: Container): Promise<RetainedInside[]> {
  return preservedOf(container, await insideOf(container));
}

/** What refers to the resource and would be deleted with it, but must stay in the stack. */
export async function retainedDependents(call: Call, kind: string, id: string): Promise<RetainedInside[]> {
  const definition = call.kindNamed(kind)?.definition;
  if (definition === undefined) return [];
  const container = { call, definition, id, values: {} };
  return preservedOf(container, await dependentsOf(container));
}

async function preservedOf(container: Container, items: readonly (Inside | OfOtherKind)[]): Promise<RetainedInside[]> {
  const judged = items.map(async (item): Promise<RetainedInside[]> => {
    if (item.definition === undefined) return [{ label: item.label, why: "foreign" }];
    const verdict = await judge(container, item);
    if ("why" in verdict) return [{ label: item.label, ...verdict }];
    const { definition, id, values } = item;
    // What is deleted along with it goes with its own contents.
    return retainedInside({ call: container.call, definition, id, values: { ...verdict.cascades, ...values } });
  });
  return (await Promise.all(judged)).flat();
}

/** Why something must stay, or its values in the state if it's deleted along with its container. */
type Verdict = Omit<RetainedInside, "label"> | { readonly cascades: Values };

async function judge(
  { call, values }: Container,
  { definition, id, isOwnSubresource, isDependent }: Inside,
): Promise<Verdict> {
  const { ownership, owners } = call.run;
  const isIt = (each: StackResource) => each.kind === definition.kind && isSameId(each.id, id);
  // If the state can't be read, everything counts as somebody else's.
  const owned = await owners.matching(call.urn, isIt).catch(() => []);
  const [option] = owned.flatMap(({ keeps }) => keeps ?? []);
  if (option !== undefined) return { why: option };
  const [owner] = owned;
  if (ownership.isRetained(identityOf(definition, id))) return { why: "declared" };
  // The program declares the replacement of an old resource, not that one.
  const declared = owned.find(({ urn, awaits }) => awaits === undefined && ownership.isDeclared(urn));
  if (declared !== undefined) return { why: "declared", leaving: declared.urn };
  if (owner !== undefined) {
    const isInTurn = ({ urn, deletedWith }: StackResource) => ownership.isDeleting(urn) || deletedWith === call.urn;
    const cascades = owned.every(isInTurn);
    if (definition.cascades === false && !owned.every(({ urn }) => ownership.isDeleting(urn)))
      return { why: cascades ? "dropped" : "deleted later", leaving: owner.urn };
    // While the program runs, it may still declare a replacement for what refers to it.
    const isDecided = call.urn === undefined || !ownership.isDeclared(call.urn);
    if (isDependent && !cascades) return isDecided ? { cascades: owner.values } : { why: "named", leaving: owner.urn };
    return cascades ? { cascades: owner.values } : { why: "deleted later", leaving: owner.urn };
  }
  // What a clone copied from its source is a part of it.
  const isCopy = !isAbsent(values.cloneFrom) && kindsInside(definition).length === 0;
  if (isOwnSubresource || isCopy) return { cascades: {} };
  return owners.matching(call.urn, isIt, "after a success").then(
    async (before): Promise<Verdict> => {
      const [earlier] = before;
      if (earlier === undefined) return { why: "foreign" };
      // It has since left the state. If it was replaced, the options of its replacement count.
      const replaced = await owners.matching(call.urn, ({ urn }) => urn === earlier.urn).catch(() => []);
      if ([...replaced, earlier].some(({ keeps }) => keeps === "retainOnDelete")) return { why: "retainOnDelete" };
      const isDeleting = ownership.isDeleting(earlier.urn);
      if (!isDeleting && earlier.deletedWith === undefined) return { why: "foreign" };
      return isDeleting || definition.cascades !== false ? { cascades: earlier.values } : { why: "dropped" };
    },
    (because): Verdict => ({ why: "perhaps retained", because }),
  );
}

/** The kinds that may be inside, each with the argument that names the container. */
function kindsInside(definition: ResourceDefinition): readonly (readonly [kind: string, place: string])[] {
  return contents[referenceName(definition) ?? ""] ?? [];
}

/** What the platform shows directly inside a resource; nothing if the resource is gone. */
async function insideOf(container: Container): Promise<(Inside | OfOtherKind)[]> {
  const { call, definition } = container;
  const kinds = kindsInside(definition).flatMap(([kind, parent]) => {
    const found = call.kindNamed(kind)?.definition;
    const list = found?.api.list;
    return found !== undefined && isServed(list, call.platform.endpoints) ? [{ definition: found, list, parent }] : [];
  });
  const reads: Promise<(Inside | OfOtherKind)[]>[] = [
    ...kinds.map((each) => listedInside(container, each)),
    servicesOfOtherKinds(container, kinds),
    dependentsOf(container),
  ];
  // Either the resource is gone, or the platform doesn't have the kind: the delete will show.
  return (await Promise.all(reads.map((each) => each.catch(ifNotFound([]))))).flat();
}

interface KindInside {
  readonly definition: ResourceDefinition;
  readonly list: Endpoint;
  readonly parent: string;
}

async function listedInside(container: Container, { definition, list, parent }: KindInside): Promise<Inside[]> {
  const { call, id } = container;
  const field = definition.args[parent];
  const isReference = field !== undefined && refersTo(field).length > 0;
  const at = isReference ? `${referenceName(container.definition)}/${id}` : id;
  const members = { [parent]: at };
  const purpose = `Listing what is inside ${call.label}`;
  const items = await call.platform.lists.together({ endpoint: list, members, purpose }, call.operation);
  return items
    .filter((item) => list.parent?.holds(item, at) !== false)
    .filter((item) => definition.isOfPlatform?.(item) !== true)
    .map((item) => {
      const isOwnSubresource = isNamed(container, definition, item);
      const own = idOf(item.id) ?? "unknown";
      const text =
        call.run.ownership.ownerOf(identityOf(definition, own)) ??
        labelNamed(definition.kind, undefined, nameInResponse(definition, item)) ??
        definition.kind;
      return { label: withId(text, own), definition, id: own, values: members, isOwnSubresource };
    });
}

/** Whether the container owns it by its arguments, or may: the state encrypts some of these as a whole. */
function isNamed({ definition, values }: Container, { kind }: ResourceDefinition, item: Values): boolean {
  const child = definition.owned?.kind === kind ? definition.owned.listed(item) : undefined;
  if (child === undefined) return false;
  return keysNamed(definition, values).includes(child.key) || (child.isSecret && redactsKeys(definition, values));
}

/** Resources of the stack that refer to this one as their source, such as an alias of a variable, or of a variable of a database. */
async function dependentsOf({ call, definition, id }: Container): Promise<Inside[]> {
  const { owners, ownership } = call.run;
  const isIt = (kind: string, reference: Value | undefined) =>
    isSameId(parseBuiltIn(String(reference))?.id, id) || (kind === definition.kind && isSameId(reference, id));
  const namesIt = ({ kind, values }: StackResource) =>
    Object.keys(call.kindNamed(kind)?.definition.sources ?? {}).some((arg) => isIt(kind, values[arg]));
  const owned = await owners.matching(call.urn, namesIt).catch(() => []);
  return owned.flatMap(({ urn, kind, id: own, values }) => {
    const other = call.kindNamed(kind)?.definition;
    if (other === undefined || ownership.isDeleting(identityOf(other, own))) return [];
    const label = `${kind} "${nameInUrn(urn)}" (id ${own}), which names it`;
    return [{ label, definition: other, id: own, values, isOwnSubresource: false, isDependent: true }];
  });
}

/** Services in an environment of kinds that the provider doesn't have. */
async function servicesOfOtherKinds(
  { call, definition, id }: Container,
  kinds: readonly KindInside[],
): Promise<OfOtherKind[]> {
  const { statuses } = definition.otherCalls;
  if (!isServed(statuses, call.platform.endpoints)) return [];
  const purpose = `Reading the services of ${call.label}`;
  const request = { endpoint: statuses as Endpoint, members: { id }, purpose };
  const response = await readWhole(call.platform.client, request, call.operation);
  const known = kinds.map((each) => each.definition.deployedAs?.list);
  return Object.entries(isObject(response) ? response : {}).flatMap(([list, items]) => {
    if (!Array.isArray(items) || known.includes(list)) return [];
    return items
      .filter(isObject)
      .map(({ id: own }) => ({ label: `service with id ${idOf(own)} (${list})`, definition: undefined }));
  });
}

/** The labels of what uses a resource, and a word for all of it. */
interface Users {
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
