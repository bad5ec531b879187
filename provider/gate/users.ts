import { nameInResponse } from "../claims/identity.js";
import type { Call, ResourceDefinition } from "../definition/resourceDefinition.js";
import { NotFoundError } from "../errors/index.js";
import { kindOfPlace } from "../generated/contents.js";
import { isServed, pathMembers } from "../platform/endpoint.js";
import { at, type Values } from "../schema/json.js";
import { isSameId } from "../schema/normalForm.js";
import { membersFromWire } from "../values/wire.js";

/** What on the platform uses a resource, as messages name it: all of the kinds that may (`usedBy`), wherever they are in its place. */
export async function usersOf(call: Call, id: string, state: Values): Promise<string[]> {
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
