import type { RequestSummary } from "../../../src/dashboard/contract.js";
import { Badge } from "../parts/badge.js";
import { counted } from "../parts/text.js";

function look(status: number | null): string {
  if (status === null || status >= 500) return "bad";
  if (status >= 400) return "busy";
  return status >= 300 ? "calm" : "good";
}

interface StatusBadgeProps {
  readonly request: RequestSummary;
  /** The page of the request; omitted there. */
  readonly href?: string;
}

/** The status of a response, with the fault or the violations that explain it. */
export function StatusBadge({ request: { status, fault, violations }, href }: StatusBadgeProps) {
  const refused = counted(violations, "violation");
  return (
    <>
      <Badge look={look(status)} href={href}>
        {status ?? "none"}
      </Badge>
      {fault !== null && (
        <span class="tag" title={`Fault: ${fault}`}>
          <span class="unseen">Fault: </span>
          {fault}
        </span>
      )}
      {violations > 0 && (
        <span class="tag" title={refused}>
          {refused}
        </span>
      )}
    </>
  );
}
