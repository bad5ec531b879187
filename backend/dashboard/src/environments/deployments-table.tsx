import type { DeploymentSummary } from "../../../src/dashboard/contract.js";
import { Title, titleText } from "../deployments/deployment-title.js";
import { NarrowNote } from "../parts/narrow-note.js";
import { ListedTime } from "../parts/relative-time.js";
import { StateBadge } from "../parts/state-badge.js";
import { duration, shortId } from "../parts/text.js";
import { addressOf } from "../routing/route.js";
import { type Column, DataTable } from "../table/data-table.js";

/** A deployment, and the state of one service in it if the table is about one. */
type Row = DeploymentSummary & { readonly ownState?: DeploymentSummary["state"] };

const columns: readonly Column<Row>[] = [
  {
    key: "deployment",
    head: "Deployment",
    cell: ({ id, title }) => (
      <a href={addressOf.deployment(id)} title={titleText(title)}>
        <Title title={title} />
      </a>
    ),
  },
  { key: "id", head: "ID", cell: ({ id }) => <code class="id">{shortId(id)}</code>, needs: "desktop" },
  {
    key: "state",
    head: "State",
    cell: ({ id, state, ownState, startedAt }) => (
      <>
        <StateBadge state={ownState ?? state} href={addressOf.deployment(id)} />
        <NarrowNote>
          {shortId(id)}, <ListedTime at={startedAt} />
        </NarrowNote>
      </>
    ),
  },
  { key: "started", head: "Started", cell: ({ startedAt }) => <ListedTime at={startedAt} />, needs: "desktop" },
  {
    key: "duration",
    head: "Took",
    cell: ({ durationSeconds }) => (durationSeconds === null ? "running" : duration(durationSeconds)),
    needs: "tablet",
  },
  { key: "by", head: "By", cell: ({ triggeredBy }) => <bdi title={triggeredBy}>{triggeredBy}</bdi>, needs: "desktop" },
];

interface DeploymentsTableProps {
  readonly deployments: readonly Row[];
  readonly caption: string;
}

export function DeploymentsTable({ deployments, caption }: DeploymentsTableProps) {
  return <DataTable caption={caption} columns={columns} rows={deployments} keyOf={({ id }) => id} />;
}
