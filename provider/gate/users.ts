import type { StackResource } from "../claims/holders.js";
import { nameInResponse } from "../claims/identity.js";
import { idsNamedIn } from "../definition/reference.js";
import type { Call, ResourceDefinition } from "../definition/resourceDefinition.js";
import { NotFoundError } from "../errors/index.js";
import { kindOfPlace, usedBy } from "../generated/contents.js";
import { fillTarget, isServed, pathMembers } from "../platform/endpoint.js";
import { at, type Values } from "../schema/json.js";
import { isSameId } from "../schema/normalForm.js";
import { membersFromWire } from "../values/wire.js";

/**
 * The services that use a resource by its ID and stay, as messages name them. The stack's state says where to look: it may be as old as
 * the run, so that the platform is asked there whether they still do. What else the platform has in the same place counts too.
 */
export async function usersOf(call: Call, id: string): Promise<string[]> {
  const kinds = usedBy[call.definition.kind] ?? [];
  if (kinds.length === 0) return [];
  const held = await call.platform.holders.matching(call.urn, ({ kind }) => kinds.includes(kind));
  const found = kinds.map(async (kind) => {
    const definition = call.kindNamed?.(kind)?.definition;
    const own = held.filter((each) => each.kind === kind);
    return definition === undefined ? [] : usersOfKind(call, id, definition, own);
  });
  return (await Promise.all(found)).flat();
}

async function usersOfKind(
  call: Call,
  id: string,
  definition: ResourceDefinition,
  held: readonly StackResource[],
): Promise<string[]> {
  const { list } = definition.api;
  const { platform, operation, label } = call;
  if (!isServed(list, platform.endpoints)) return [];
  const names = (values: Values) =>
    idsNamedIn(definition.body, values, call.definition.kind).some((each) => isSameId(each, id));
  const leaves = ({ urn, deletedWith }: StackResource) =>
    [urn, deletedWith].some((each) => each !== undefined && platform.holdings.isDeleting(each));
  const placeOf = ({ values }: StackResource) =>
    Object.fromEntries(pathMembers(list).map((member) => [member, values[member]]));
  const isPlace = (place: Values) => Object.values(place).every((member) => typeof member === "string");
  const places = new Map(
    held
      .filter((each) => names(each.values) && !leaves(each))
      .map(placeOf)
      .filter(isPlace)
      .map((place) => [fillTarget(list, place), place] as const),
  );
  const lists = [...places.values()].map((members) =>
    platform.lists
      .all({ endpoint: list, members, purpose: `Listing what uses ${label}` }, { fresh: true, operation })
      .catch((error: unknown) => {
        // The place is gone, and with it what was there.
        if (error instanceof NotFoundError) return [];
        throw error;
      }),
  );
  return (await Promise.all(lists)).flat().flatMap((item) => {
    const own = held.filter((each) => isSameId(each.id, item.id));
    if (!names(membersFromWire(definition.body, item, {})) || own.some(leaves)) return [];
    const name = nameInResponse(definition, item);
    const text = name === undefined ? definition.kind : `${definition.kind} "${name}"`;
    return [`${text} (id ${item.id})${own.length === 0 ? ", which this stack does not manage" : ""}`];
  });
}

/** What on the platform uses a resource, as messages name it: all of the kinds that may (`usedBy`), wherever they are in its place. */
export async function usersInPlace(call: Call, id: string, state: Values): Promise<string[]> {
  const found = (call.definition.usedBy ?? []).map(async ({ kind, as }) => {
    const definition = call.kindNamed?.(kind)?.definition;
    const items = definition === undefined ? [] : await allWithin(call, definition, state);
    return items.flatMap((item) => {
      if (definition === undefined || !isSameId(at(membersFromWire(definition.body, item, {}), as), id)) return [];
      return `${kind} "${nameInResponse(definition, item) ?? item.id}" (id ${item.id})`;
    });
  });
  return (await Promise.all(found)).flat();
}

/**
 * All resources of a kind within a place: of an organization, the environments of all its projects. None of a place that is gone
 * meanwhile.
 */
async function allWithin(call: Call, { api, kind }: ResourceDefinition, place: Values): Promise<readonly Values[]> {
  const { list } = api;
  if (!isServed(list, call.platform.endpoints)) return [];
  const missing = pathMembers(list).find((member) => typeof place[member] !== "string");
  if (missing === undefined) {
    const purpose = `Listing each ${kind} that may use ${call.label}`;
    const options = { fresh: true, operation: call.operation };
    return call.platform.lists.all({ endpoint: list, members: place, purpose }, options).catch((error) => {
      if (error instanceof NotFoundError) return [];
      throw error;
    });
  }
  const outer = call.kindNamed?.(kindOfPlace[missing.replace(/Id$/, "")] ?? "")?.definition;
  const places = outer === undefined ? [] : await allWithin(call, outer, place);
  const inside = places.map(({ id }) =>
    allWithin(call, { api, kind } as ResourceDefinition, { ...place, [missing]: id }),
  );
  return (await Promise.all(inside)).flat();
}
