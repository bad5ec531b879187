import type { ClusterSummary, DomainSummary, ServiceSummary } from "../../../src/dashboard/contract.js";
import { Badge } from "./badge.js";
import { sentence } from "./text.js";

type State = ServiceSummary["state"] | ClusterSummary["state"] | DomainSummary["status"];
type Look = "good" | "bad" | "busy" | "calm";

const good: readonly State[] = ["DEPLOYED", "RESTARTED"];
const calm: readonly State[] = ["READY", "STOPPED", "CANCELED", "DELETED", "VALIDATION_PENDING"];
const marks: Readonly<Record<Look, string>> = { good: "✓", bad: "✕", busy: "●", calm: "○" };

export function lookOf(state: State): Look {
  if (state.endsWith("_ERROR") || state === "INVALID_CREDENTIALS") return "bad";
  if (good.includes(state)) return "good";
  return calm.includes(state) ? "calm" : "busy";
}

const looks: readonly Look[] = ["bad", "busy", "calm", "good"];

/** By what a table is sorted: failures come first. */
export const stateOrder = (state: State) => `${looks.indexOf(lookOf(state))} ${state}`;

export const isBad = (state: State) => lookOf(state) === "bad";

/** Failures first; the others stay in their order, so that no row moves while something is deployed. */
export function failuresFirst<Row>(rows: readonly Row[], hasFailed: (row: Row) => boolean): Row[] {
  return [...rows.filter(hasFailed), ...rows.filter((row) => !hasFailed(row))];
}

interface StateBadgeProps {
  readonly state: State;
  readonly count?: number;
  readonly href?: string | undefined;
  readonly onClick?: (() => void) | undefined;
}

/** A state, with a mark, because color alone does not say it to everybody. The API's own word for it is its title. */
export function StateBadge({ state, count, href, onClick }: StateBadgeProps) {
  const look = lookOf(state);
  return (
    <Badge look={look} title={state} href={href} onClick={onClick}>
      <span class="mark" aria-hidden="true">
        {marks[look]}
      </span>
      <span class="state-text">{sentence(state)}</span>
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
