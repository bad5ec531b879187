import type { RequestDetail } from "../../../src/dashboard/contract.js";
import { Facts } from "../parts/facts.js";
import { Id } from "../parts/id.js";
import { Loading } from "../parts/loading.js";
import { type Link, Page } from "../parts/page.js";
import { RelativeTime } from "../parts/relative-time.js";
import { milliseconds } from "../parts/text.js";
import { useReading } from "../platform/reading.js";
import { addressOf } from "../routing/route.js";
import { ServiceLink } from "../services/service-link.js";
import { Body } from "./body.js";
import { Curl } from "./curl.js";
import { Replay } from "./replay.js";
import { StatusBadge } from "./status-badge.js";
import { runOf, senderText, serviceLabel, whoSent } from "./texts.js";

const requests: Link = { text: "Requests", href: "#/requests" };

function Violations({ list }: { readonly list: RequestDetail["violationList"] }) {
  if (list.length === 0) return null;
  return (
    <section class="failures" aria-labelledby="violations">
      <h2 id="violations">Violations</h2>
      <ul>
        {list.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <code>{field || "the body"}</code> {message}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What sent it, and the other requests of the same run. */
function Sender({ request }: { readonly request: RequestDetail }) {
  const run = runOf(request);
  return (
    <>
      {run !== "" && <a href={addressOf.requestsOf(run)}>{senderText(request.sender)}</a>}{" "}
      <span class="hint">{request.sender?.agent}</span>
    </>
  );
}

function factsOf(request: RequestDetail) {
  const { operation, requestId, serviceId, fault, replayOf, at, sender } = request;
  return [
    ["Status", <StatusBadge key="status" request={request} />],
    ["Operation", operation ?? "none: the path is unknown"],
    ["Duration", milliseconds(request.milliseconds)],
    ["When", <RelativeTime key="when" at={at} />],
    ["Who", whoSent(request)],
    ...(sender === null ? [] : [["From", <Sender key="from" request={request} />] as const]),
    ...(requestId === null ? [] : [["Request ID", <Id key="request-id" id={requestId} of="the request" />] as const]),
    ...(fault === null ? [] : [["Fault", fault] as const]),
    ...(serviceId === null
      ? []
      : [["Service", <ServiceLink key="service" id={serviceId} name={serviceLabel(request)} />] as const]),
    ...(replayOf === null
      ? []
      : [
          [
            "Replay of",
            <a key="replay" href={addressOf.request(replayOf)}>
              request {replayOf}
            </a>,
          ] as const,
        ]),
  ] as const;
}

function Detail({ request }: { readonly request: RequestDetail }) {
  return (
    <Page
      title={`${request.method} ${request.path}`}
      trail={[requests, { text: `Request ${request.id}`, href: addressOf.request(request.id) }]}
    >
      <Facts facts={factsOf(request)} />
      <Violations list={request.violationList} />
      <div class="sides">
        <Body id="request-body" title="Request body" body={request.request} />
        <Body id="response-body" title="Response body" body={request.response} />
      </div>
      <Curl text={request.curl} />
      <Replay id={request.id} replayable={request.replayable} />
    </Page>
  );
}

export function RequestPage({ id }: { readonly id: string }) {
  return (
    <Loading reading={useReading<RequestDetail>(`requests/${encodeURIComponent(id)}`)} noun="request" list={requests}>
      {(request) => <Detail request={request} />}
    </Loading>
  );
}
