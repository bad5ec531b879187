/** Items inside a service that the server gives ids: storage and ports. */
import { randomUUID } from "node:crypto";
import type { Report } from "../schema/rules.js";

export type Identified<T> = Omit<T, "id"> & { id: string };

/** A new service's items: an id in the body is accepted, and replaced. */
export function withNewIds<T extends object>(items: readonly T[]): Identified<T>[] {
  return items.map((item) => ({ ...item, id: randomUUID() }));
}

/** An edit keeps the items it names by id, makes those without one, and leaves the others out. */
export function withKeptIds<T extends { id: string | null }>(items: readonly T[]): Identified<T>[] {
  return items.map((item) => ({ ...item, id: item.id ?? randomUUID() }));
}

/** The ids in an edit must be those of the service's own items. Items that are no objects were reported before. */
export function checkItemIds(
  member: string,
  items: readonly ({ id: string | null } | undefined)[] | undefined,
  previous: readonly { id: string }[],
  report: Report,
): void {
  const known = new Set<string | null>(previous.map((item) => item.id));
  for (const [index, item] of (items ?? []).entries()) {
    // Deleted from the set, so that a second item with the same id is refused too.
    if (typeof item?.id === "string" && !known.delete(item.id)) {
      report([member, index, "id"], "names no item of this service, or one that is named before");
    }
  }
}
