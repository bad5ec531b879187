/** Items of a service that get an id from the server: storage and ports. */
import { randomUUID } from "node:crypto";
import type { Report } from "../schema/rules.js";
import { uuidOrEmpty } from "../schema/texts.js";
import { optional } from "../schema/values.js";

/** The id of an item in a request. A new item has none: clients omit it, or send null or an empty string. */
export const itemId = optional(uuidOrEmpty).transform((id) => (id === "" ? null : id));

export type Identified<T> = Omit<T, "id"> & { id: string };

/** The items of a new service: an id in the body is accepted and replaced. */
export function withNewIds<T extends object>(items: readonly T[]): Identified<T>[] {
  return items.map((item) => ({ ...item, id: randomUUID() }));
}

/** An update keeps items with an id and creates those without one; the others are removed. */
export function withPreservedIds<T extends { id: string | null }>(items: readonly T[]): Identified<T>[] {
  return items.map((item) => ({ ...item, id: item.id ?? randomUUID() }));
}

/**
 * The ids in an update must be those of the service's own items. Items that are not objects were reported before; of a body with
 * other violations, ids are as sent.
 */
export function checkItemIds(
  member: string,
  items: readonly ({ id: string | null } | undefined)[] | undefined,
  previous: readonly { id: string }[],
  report: Report,
): void {
  const known = new Set<string | null>(previous.map((item) => item.id));
  for (const [index, item] of (items ?? []).entries()) {
    // Deleted from the set, so that a second item with the same id is rejected too.
    if (typeof item?.id === "string" && item.id !== "" && !known.delete(item.id.toLowerCase())) {
      report([member, index, "id"], "must be the id of an item that is there, used only once");
    }
  }
}
