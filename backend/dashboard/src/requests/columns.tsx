import type { RequestSummary } from "../../../src/dashboard/contract.js";
import { RelativeTime } from "../parts/relative-time.js";
import { milliseconds } from "../parts/text.js";
import { addressOf } from "../routing/route.js";
import type { Column } from "../table/data-table.js";
import { serviceLabel } from "./filter.js";
import { StatusBadge } from "./status-badge.js";

export const columns: readonly Column<RequestSummary>[] = [
  {
    key: "request",
    head: "Request",
    cell: ({ id, method, path }) => (
      <a href={addressOf.request(id)} title={path}>
        <span class={`method ${method.toLowerCase()}`}>{method}</span> {path}
      </a>
    ),
  },
  { key: "code", head: "Status", cell: (request) => <StatusBadge request={request} /> },
  {
    key: "time",
    head: "Duration",
    cell: (request) => milliseconds(request.milliseconds),
    isWide: true,
  },
  {
    key: "service",
    head: "Service",
    cell: (request) =>
      request.serviceId === null ? "" : <a href={addressOf.service(request.serviceId)}>{serviceLabel(request)}</a>,
    isWide: true,
  },
  { key: "who", head: "Who", cell: ({ who }) => who ?? "no valid token", isWide: true },
  { key: "when", head: "When", cell: ({ at }) => <RelativeTime at={at} />, isWide: true },
];
