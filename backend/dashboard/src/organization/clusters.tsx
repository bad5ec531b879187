import type { ClusterSummary } from "../../../src/dashboard/contract.js";
import { Failed } from "../parts/failed.js";
import { NarrowNote } from "../parts/narrow-note.js";
import { RelativeTime } from "../parts/relative-time.js";
import { failuresFirst, isBad, StateBadge, stateOrder } from "../parts/state-badge.js";
import { absoluteTime } from "../parts/text.js";
import { addressOf, choice } from "../routing/route.js";
import { statusText } from "../services/status-texts.js";
import { type Column, DataTable } from "../table/data-table.js";

export const placeOf = ({ provider, region }: ClusterSummary) => `${provider}, ${region}`;

function State({ id, state }: ClusterSummary) {
  return <StateBadge state={state} href={addressOf.cluster(id)} />;
}

function Name({ id, name }: ClusterSummary) {
  return (
    <a href={addressOf.cluster(id)} title={name}>
      <bdi>{name}</bdi>
    </a>
  );
}

const order = choice("sort");

const columns: readonly Column<ClusterSummary>[] = [
  {
    key: "name",
    head: "Name",
    cell: (cluster) => (
      <>
        <Name {...cluster} />
        <NarrowNote>{placeOf(cluster)}</NarrowNote>
      </>
    ),
    sortedBy: ({ name }) => name.toLowerCase(),
  },
  { key: "place", head: "Where", cell: placeOf, sortedBy: placeOf, needs: "desktop" },
  { key: "state", head: "State", cell: State, sortedBy: ({ state }) => stateOrder(state) },
  {
    key: "deployment",
    head: "Deployment",
    cell: (cluster) => <bdi title={cluster.reason ?? ""}>{cluster.reason ?? statusText(cluster)}</bdi>,
    needs: "tablet",
  },
];

/** Which clusters have failed, when and why. */
export function FailedClusters({ clusters }: { readonly clusters: readonly ClusterSummary[] }) {
  const failed = clusters.filter(({ state }) => isBad(state));
  if (failed.length === 0) return null;
  return (
    <Failed>
      <ul>
        {failed.map((cluster) => (
          <li key={cluster.id}>
            <strong>
              <Name {...cluster} />
            </strong>{" "}
            failed: <State {...cluster} />
            {cluster.startedAt !== null && (
              <>
                {" "}
                in the operation that started {absoluteTime(Date.parse(cluster.startedAt))} (
                <RelativeTime at={cluster.startedAt} />)
              </>
            )}
            <p class="strong">{cluster.reason}</p>
          </li>
        ))}
      </ul>
    </Failed>
  );
}

/** The clusters, with why the last operation of one has failed. */
export function Clusters({ clusters }: { readonly clusters: readonly ClusterSummary[] }) {
  return (
    <section aria-labelledby="clusters">
      <h2 id="clusters">Clusters</h2>
      <DataTable
        caption="Clusters"
        columns={columns}
        rows={failuresFirst(clusters, ({ state }) => isBad(state))}
        keyOf={({ id }) => id}
        order={order}
      />
    </section>
  );
}
