import type { ResourceSummary } from "../../../src/dashboard/contract.js";
import type { Column } from "../table/data-table.js";
import { NarrowNote } from "./narrow-note.js";
import { ListedTime } from "./relative-time.js";
import { sentence } from "./text.js";

/** The columns that every table of resources has, with links to the pages that they have. */
export const nameAndKind = (hrefOf?: (id: string) => string): readonly Column<ResourceSummary>[] => [
  {
    key: "name",
    head: "Name",
    cell: ({ id, name, kind }) => (
      <>
        {hrefOf === undefined ? (
          <bdi title={name}>{name}</bdi>
        ) : (
          <a href={hrefOf(id)} title={name}>
            <bdi>{name}</bdi>
          </a>
        )}
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
