import type { ClusterSummary } from "../../../src/dashboard/contract.js";
import { NarrowNote } from "../parts/narrow-note.js";
import { StateBadge } from "../parts/state-badge.js";
import { statusText } from "../services/status-texts.js";
import { type Column, DataTable } from "../table/data-table.js";

const place = ({ provider, region }: ClusterSummary) => `${provider}, ${region}`;

const columns: readonly Column<ClusterSummary>[] = [
  {
    key: "name",
    head: "Name",
    cell: (cluster) => (
      <>
        <NarrowNote>{place(cluster)}</NarrowNote>
        <bdi title={cluster.name}>{cluster.name}</bdi>
      </>
    ),
    sortedBy: ({ name }) => name.toLowerCase(),
  },
  { key: "place", head: "Where", cell: place, sortedBy: place, needs: "desktop" },
  { key: "state", head: "State", cell: ({ state }) => <StateBadge state={state} />, sortedBy: ({ state }) => state },
  {
    key: "deployment",
    head: "Deployment",
    cell: (cluster) => <bdi title={cluster.reason ?? ""}>{cluster.reason ?? statusText(cluster)}</bdi>,
    needs: "tablet",
  },
  {
    key: "environments",
    head: "Environments",
    cell: ({ environments }) => environments.toLocaleString("en"),
    sortedBy: ({ environments }) => environments,
    needs: "desktop",
  },
];

/** The clusters, with why the last operation of one has failed. */
export function Clusters({ clusters }: { readonly clusters: readonly ClusterSummary[] }) {
  return (
    <section aria-labelledby="clusters">
      <h2 id="clusters">Clusters</h2>
      <DataTable caption="Clusters" columns={columns} rows={clusters} keyOf={({ id }) => id} />
    </section>
  );
}
