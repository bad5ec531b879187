import type { DeploymentSummary } from "../../../src/dashboard/contract.js";
import { RelativeTime } from "../parts/relative-time.js";
import { StateBadge } from "../parts/state-badge.js";
import { counted, duration } from "../parts/text.js";
import { addressOf } from "../routing/route.js";
import { type Column, DataTable } from "../table/data-table.js";

/** A deployment, and the state of one service in it if the table is about one. */
type Row = DeploymentSummary & { readonly ownState?: DeploymentSummary["state"] };

const columns: readonly Column<Row>[] = [
  {
    key: "started",
    head: "Started",
    cell: ({ id, action, startedAt }) => (
      <a href={addressOf.deployment(id)}>
        {action === "stop" ? "Stop" : "Deployment"} <RelativeTime at={startedAt} />
      </a>
    ),
  },
  { key: "state", head: "State", cell: ({ state, ownState }) => <StateBadge state={ownState ?? state} /> },
  { key: "count", head: "Services", cell: ({ services }) => counted(services, "service"), needs: "tablet" },
  {
    key: "duration",
    head: "Took",
    cell: ({ durationSeconds }) => (durationSeconds === null ? "running" : duration(durationSeconds)),
    needs: "tablet",
  },
  { key: "by", head: "By", cell: ({ triggeredBy }) => triggeredBy, needs: "desktop" },
];

interface DeploymentsTableProps {
  readonly deployments: readonly Row[];
  readonly caption: string;
}

export function DeploymentsTable({ deployments, caption }: DeploymentsTableProps) {
  return <DataTable caption={caption} columns={columns} rows={deployments} keyOf={({ id }) => id} />;
}
