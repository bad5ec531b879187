import type { ResourceSummary } from "../../../src/dashboard/contract.js";
import type { Column } from "../table/data-table.js";
import { NarrowNote } from "./narrow-note.js";
import { RelativeTime } from "./relative-time.js";

/** The columns that every table of resources has. */
export const nameAndKind: readonly Column<ResourceSummary>[] = [
  {
    key: "name",
    head: "Name",
    cell: ({ name, kind }) => (
      <>
        <NarrowNote>{kind}</NarrowNote>
        <bdi title={name}>{name}</bdi>
      </>
    ),
    sortedBy: ({ name }) => name.toLowerCase(),
  },
  { key: "kind", head: "Kind", cell: ({ kind }) => kind, sortedBy: ({ kind }) => kind, needs: "desktop" },
];

export const updated: Column<ResourceSummary> = {
  key: "updated",
  head: "Updated",
  cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
  sortedBy: ({ updatedAt }) => updatedAt,
  needs: "tablet",
};
