import type { ResourceSummary } from "../../../src/dashboard/contract.js";
import { NarrowNote } from "../parts/narrow-note.js";
import { RelativeTime } from "../parts/relative-time.js";
import { type Column, DataTable } from "../table/data-table.js";

const columns: readonly Column<ResourceSummary>[] = [
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
  {
    key: "since",
    head: "Since",
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    sortedBy: ({ updatedAt }) => updatedAt,
    needs: "tablet",
  },
];

/** What an environment has besides services: nothing of it is deployed. */
export function Others({ others }: { readonly others: readonly ResourceSummary[] }) {
  return (
    <section aria-labelledby="others">
      <h2 id="others">Other resources</h2>
      <DataTable caption="Other resources" columns={columns} rows={others} keyOf={({ id }) => id} />
    </section>
  );
}
