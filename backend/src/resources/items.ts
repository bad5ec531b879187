/** Items of a service that get an id from the server: storage and ports. */
import { randomUUID } from "node:crypto";
import type { Report } from "../schema/rules.js";

export type Identified<T> = Omit<T, "id"> & { id: string };

/** The items of a new service: an id in the body is accepted and replaced. */
export function withNewIds<T extends object>(items: readonly T[]): Identified<T>[] {
  return items.map((item) => ({ ...item, id: randomUUID() }));
}

/** An update keeps items with an id and creates those without one; the others are removed. */
export function withKeptIds<T extends { id: string | null }>(items: readonly T[]): Identified<T>[] {
  return items.map((item) => ({ ...item, id: item.id ?? randomUUID() }));
}

/** The ids in an update must be those of the service's own items. Items that are not objects were reported before. */
export function checkItemIds(
  member: string,
  items: readonly ({ id: string | null } | undefined)[] | undefined,
  previous: readonly { id: string }[],
  report: Report,
): void {
  const known = new Set<string | null>(previous.map((item) => item.id));
  for (const [index, item] of (items ?? []).entries()) {
    // Deleted from the set, so that a second item with the same id is rejected too.
    if (typeof item?.id === "string" && !known.delete(item.id)) {
      report([member, index, "id"], "must be the id of an item of this service, used only once");
    }
  }
}
