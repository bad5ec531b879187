import type { RequestSummary } from "../../../src/dashboard/contract.js";
import { counted } from "../parts/text.js";

function look(status: number | null): string {
  if (status === null || status >= 500) return "bad";
  if (status >= 400) return "busy";
  return status >= 300 ? "calm" : "good";
}

/** The status of a response, with the fault or the violations that explain it. */
export function StatusBadge({ request: { status, fault, violations } }: { readonly request: RequestSummary }) {
  return (
    <>
      <span class={`badge ${look(status)}`}>{status ?? "none"}</span>
      {fault !== null && (
        <span class="tag" title={`Fault: ${fault}`}>
          <span class="unseen">Fault: </span>
          {fault}
        </span>
      )}
      {violations > 0 && <span class="tag">{counted(violations, "violation")}</span>}
    </>
  );
}
