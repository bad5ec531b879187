import type { ReadonlySignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { DeploymentDetail, DeploymentTask } from "../../../src/dashboard/contract.js";
import { StateBadge } from "../parts/state-badge.js";
import { duration } from "../parts/text.js";
import { addressOf } from "../routing/route.js";
import { type Column, DataTable, rowHeight } from "../table/data-table.js";
import { isNarrow } from "../table/narrow.js";
import { type Bar, barsOf, percent, ticksOf } from "./bars.js";

const phaseTexts: Readonly<Record<Bar["phase"], string>> = {
  passed: "",
  current: "now, ",
  future: "planned, ",
  end: "",
};

interface BarProps {
  readonly bar: Bar;
  readonly total: number;
}

function StepBar({ bar: { state, phase, from, until, isFailed }, total }: BarProps) {
  const times = `${duration(from)} to ${duration(until)}`;
  return (
    <li
      class={`bar ${state.toLowerCase()} ${phase} ${isFailed ? "failed" : ""}`}
      style={{ left: percent(from, total), width: percent(until - from, total) }}
      title={`${state}, ${times}`}
    >
      <span class="bar-text">{state}</span>
      <span class="unseen">{`: ${isFailed ? "failed, " : phaseTexts[phase]}${times}`}</span>
    </li>
  );
}

interface TimelineProps {
  readonly detail: DeploymentDetail;
  readonly elapsed: ReadonlySignal<number>;
}

/** The line at the present moment, over all rows. It alone moves with the time. */
function Now({ detail, elapsed }: TimelineProps) {
  if (detail.durationSeconds !== null) return null;
  const height = `${detail.tasks.length * rowHeight}px`;
  return <span class="now" style={{ left: percent(elapsed.value, detail.totalSeconds), height }} />;
}

function Axis({ detail, elapsed }: TimelineProps) {
  const { totalSeconds } = detail;
  return (
    <>
      <span class="unseen">Steps over {duration(totalSeconds)}</span>
      <span class="axis" aria-hidden="true">
        {ticksOf(totalSeconds, isNarrow.value ? 3 : 8).map((second) => (
          <span key={second} class="tick" style={{ left: percent(second, totalSeconds) }}>
            {second} s
          </span>
        ))}
        <Now detail={detail} elapsed={elapsed} />
      </span>
    </>
  );
}

function ServiceName({ task: { serviceId, name, kind, stage } }: { readonly task: DeploymentTask }) {
  return (
    <>
      {name === null ? <span class="hint">deleted</span> : <a href={addressOf.service(serviceId)}>{name}</a>}{" "}
      <span class="hint">{stage === "" ? kind : `${kind}, stage ${stage}`}</span>
    </>
  );
}

function columnsOf({ detail, elapsed }: TimelineProps): readonly Column<DeploymentTask>[] {
  const { elapsedSeconds, totalSeconds } = detail;
  return [
    { key: "task", head: "Service", cell: (task) => <ServiceName task={task} /> },
    {
      key: "steps",
      head: <Axis detail={detail} elapsed={elapsed} />,
      cell: (task) => (
        <ol class="track">
          {barsOf(task, elapsedSeconds).map((bar) => (
            <StepBar key={`${bar.state} ${bar.from}`} bar={bar} total={totalSeconds} />
          ))}
        </ol>
      ),
    },
    { key: "result", head: "State", cell: ({ state }) => <StateBadge state={state} /> },
  ];
}

/** A bar for each state that each service passes through, over the time of the deployment. */
export function Timeline({ detail, elapsed }: TimelineProps) {
  const columns = useMemo(() => columnsOf({ detail, elapsed }), [detail, elapsed]);
  return (
    <div class="timeline">
      <DataTable
        caption="Steps of each service"
        columns={columns}
        rows={detail.tasks}
        keyOf={({ serviceId }) => serviceId}
      />
    </div>
  );
}
