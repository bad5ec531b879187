import type { ClusterSummary, ServiceSummary } from "../../../src/dashboard/contract.js";
import { Badge } from "./badge.js";

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

const looks: readonly Look[] = ["bad", "busy", "calm", "good"];

/** By what a table is sorted: failures come first. */
export const stateOrder = (state: State) => `${looks.indexOf(lookOf(state))} ${state}`;

interface StateBadgeProps {
  readonly state: State;
  readonly count?: number;
  readonly href?: string | undefined;
  readonly onClick?: (() => void) | undefined;
}

/** A state, with a mark, because color alone does not say it to everybody. */
export function StateBadge({ state, count, href, onClick }: StateBadgeProps) {
  const look = lookOf(state);
  return (
    <Badge look={look} title={state} href={href} onClick={onClick}>
      <span class="mark" aria-hidden="true">
        {marks[look]}
      </span>
      <span class="state-text">{state}</span>
      {count === undefined ? null : <span class="count">{count}</span>}
    </Badge>
  );
}

interface Counted {
  readonly states: Readonly<Partial<Record<State, number>>>;
  readonly label: string;
  hrefOf(state: State): string;
  readonly onClick?: () => void;
}

/** How many of something are in each state, failures first. */
export function StateCounts({ states, label, hrefOf, onClick }: Counted) {
  const all = (Object.entries(states) as [State, number][]).sort(([one], [other]) =>
    stateOrder(one) < stateOrder(other) ? -1 : 1,
  );
  return (
    <ul class="states" aria-label={label}>
      {all.map(([state, count]) => (
        <li key={state}>
          <StateBadge state={state} count={count} href={hrefOf(state)} onClick={onClick} />
        </li>
      ))}
    </ul>
  );
}
