import type { ServiceDetail } from "../../../src/dashboard/contract.js";
import { JsonTree } from "../parts/json-tree.js";
import { RelativeTime } from "../parts/relative-time.js";
import { addressOf } from "../routing/route.js";

function Sent({ sent, response }: Pick<ServiceDetail, "sent" | "response">) {
  if (sent === null) {
    return <p class="hint">Unknown: the last create or update is no longer in the request log.</p>;
  }
  return (
    <>
      <p class="hint">
        <a href={addressOf.request(sent.requestId)}>Request {sent.requestId}</a>, <RelativeTime at={sent.at} />
      </p>
      <JsonTree
        label="Configuration as sent"
        value={sent.body}
        comparison={{ value: response, missing: "not in responses", isNotable: true }}
      />
    </>
  );
}

/** The configuration as a program sent it, beside the one that responses have. */
export function Configuration({ service: { sent, response } }: { readonly service: ServiceDetail }) {
  return (
    <section aria-labelledby="configuration">
      <h2 id="configuration">Configuration</h2>
      <div class="sides">
        <section aria-labelledby="as-sent">
          <h3 id="as-sent">As sent</h3>
          <Sent sent={sent} response={response} />
        </section>
        <section aria-labelledby="in-responses">
          <h3 id="in-responses">As returned</h3>
          <p class="hint">{sent === null ? "" : "Values in italics weren't sent; the platform set them."}</p>
          <JsonTree
            label="Configuration as returned"
            value={response}
            comparison={sent === null ? undefined : { value: sent.body, missing: "not sent", isNotable: false }}
          />
        </section>
      </div>
    </section>
  );
}
