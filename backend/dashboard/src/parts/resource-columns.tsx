import type { ResourceSummary } from "../../../src/dashboard/contract.js";
import type { Column } from "../table/data-table.js";
import { NarrowNote } from "./narrow-note.js";
import { ListedTime } from "./relative-time.js";
import { sentence } from "./text.js";

/** The columns that every table of resources has. */
export const nameAndKind: readonly Column<ResourceSummary>[] = [
  {
    key: "name",
    head: "Name",
    cell: ({ name, kind }) => (
      <>
        <bdi title={name}>{name}</bdi>
        <NarrowNote>{sentence(kind)}</NarrowNote>
      </>
    ),
    sortedBy: ({ name }) => name.toLowerCase(),
  },
  { key: "kind", head: "Kind", cell: ({ kind }) => sentence(kind), sortedBy: ({ kind }) => kind, needs: "desktop" },
];

export const updated: Column<ResourceSummary> = {
  key: "updated",
  head: "Updated",
  cell: ({ updatedAt }) => <ListedTime at={updatedAt} />,
  sortedBy: ({ updatedAt }) => updatedAt,
  needs: "tablet",
};
