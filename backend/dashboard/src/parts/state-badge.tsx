import type { ClusterSummary, ServiceSummary } from "../../../src/dashboard/contract.js";

type State = ServiceSummary["state"] | ClusterSummary["state"];
type Look = "good" | "bad" | "busy" | "calm";

const good: readonly State[] = ["DEPLOYED", "RESTARTED"];
const calm: readonly State[] = ["READY", "STOPPED", "CANCELED", "DELETED"];
const marks: Readonly<Record<Look, string>> = { good: "✓", bad: "✕", busy: "●", calm: "○" };

export function lookOf(state: State): Look {
  if (state.endsWith("_ERROR") || state === "INVALID_CREDENTIALS") return "bad";
  if (good.includes(state)) return "good";
  return calm.includes(state) ? "calm" : "busy";
}

/** A state, with a mark, because color alone does not say it to everybody. */
export function StateBadge({ state, count }: { readonly state: State; readonly count?: number }) {
  const look = lookOf(state);
  return (
    <span class={`badge ${look}`}>
      <span class="mark" aria-hidden="true">
        {marks[look]}
      </span>
      <span class="state-text">{state}</span>
      {count === undefined ? null : <span class="count">{count}</span>}
    </span>
  );
}
