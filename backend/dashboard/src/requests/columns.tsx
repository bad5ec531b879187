import type { RequestSummary } from "../../../src/dashboard/contract.js";
import { Breakable } from "../parts/breakable.js";
import { ListedTime } from "../parts/relative-time.js";
import { milliseconds } from "../parts/text.js";
import { addressOf } from "../routing/route.js";
import { ServiceLink } from "../services/service-link.js";
import type { Column } from "../table/data-table.js";
import { StatusBadge } from "./status-badge.js";
import { senderText, serviceLabel, whoSent } from "./texts.js";

/** A list has no room for the role, which most subjects begin with. */
const subjectOf = (who: string) => /^\w+ \((.*)\)$/.exec(who)?.[1] ?? who;

/** The IDs in a path are all as long as the rest of it: their beginning distinguishes them. */
function shortened(path: string): string {
  return path.replace(/([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, "$1…");
}

export const columns: readonly Column<RequestSummary>[] = [
  {
    key: "request",
    head: "Request",
    cell: ({ id, method, path }) => (
      <a class="request-link" href={addressOf.request(id)} title={path}>
        <span class="method">{`${method} `}</span>
        <span class="request-path">
          <Breakable text={shortened(path)} />
        </span>
      </a>
    ),
  },
  {
    key: "code",
    head: "Status",
    cell: (request) => <StatusBadge request={request} href={addressOf.request(request.id)} />,
  },
  {
    key: "time",
    head: "Duration",
    cell: (request) => milliseconds(request.milliseconds),
    needs: "tablet",
  },
  {
    key: "service",
    head: "Service",
    cell: (request) =>
      request.serviceId === null ? "" : <ServiceLink id={request.serviceId} name={serviceLabel(request)} />,
    needs: "tablet",
  },
  {
    key: "who",
    head: "Who",
    cell: (request) => <span title={whoSent(request)}>{subjectOf(whoSent(request))}</span>,
    needs: "desktop",
  },
  {
    key: "sender",
    head: "From",
    cell: ({ sender }) => <span title={sender?.agent ?? ""}>{senderText(sender)}</span>,
    needs: "laptop",
  },
  { key: "when", head: "When", cell: ({ at }) => <ListedTime at={at} />, needs: "desktop" },
];
