import type { ReadonlySignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { DeploymentDetail, DeploymentTask } from "../../../src/dashboard/contract.js";
import { NarrowNote } from "../parts/narrow-note.js";
import { StateBadge } from "../parts/state-badge.js";
import { duration, sentence } from "../parts/text.js";
import { addressOf } from "../routing/route.js";
import { ServiceLink } from "../services/service-link.js";
import { type Column, DataTable } from "../table/data-table.js";
import { hasRoom, isPhone } from "../table/narrow.js";
import { type Bar, barsOf, percent, ticksOf, wordOf } from "./bars.js";
import { changeText } from "./deployment-title.js";

const outcomeTexts: Readonly<Record<Bar["outcome"], string>> = {
  done: "",
  failed: "failed, ",
  canceled: "canceled, ",
  running: "now, ",
  planned: "planned, ",
};

interface BarProps {
  readonly bar: Bar;
  readonly total: number;
}

function StepBar({ bar: { state, outcome, from, until }, total }: BarProps) {
  const times = `${duration(from)} to ${duration(until)}`;
  const word = wordOf(state);
  return (
    <li
      class={`bar ${outcome}`}
      style={{ left: percent(from, total), width: percent(until - from, total) }}
      title={`${sentence(state)}, ${times}`}
    >
      <span class={word.length > 6 ? "bar-text long" : "bar-text"}>{word}</span>
      <span class="unseen">{`: ${outcomeTexts[outcome]}${times}`}</span>
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
  return <span class="now" style={{ left: percent(elapsed.value, detail.totalSeconds) }} />;
}

function Axis({ detail, elapsed }: TimelineProps) {
  const { totalSeconds } = detail;
  return (
    <>
      <span class="unseen">Steps over {duration(totalSeconds)}</span>
      <span class="axis" aria-hidden="true">
        {ticksOf(totalSeconds, isPhone.value ? 3 : 8).map((second) => (
          <span key={second} class="tick" style={{ left: percent(second, totalSeconds) }}>
            {second} s
          </span>
        ))}
        <Now detail={detail} elapsed={elapsed} />
      </span>
    </>
  );
}

function ServiceName({ task: { serviceId, name, kind, stage, change } }: { readonly task: DeploymentTask }) {
  const brought = `${sentence(kind)} ${changeText(change)}`;
  return (
    <>
      {name === null ? <span class="hint">deleted</span> : <ServiceLink id={serviceId} name={name} />}
      <NarrowNote title={brought}>{brought}</NarrowNote>
      {hasRoom.desktop() && (
        <span class="hint" title={stage === "" ? kind : `${kind}, stage ${stage}`}>
          {" "}
          {kind}
          {stage !== "" && (
            <>
              , stage <bdi>{stage}</bdi>
            </>
          )}
        </span>
      )}
    </>
  );
}

function columnsOf({ detail, elapsed }: TimelineProps): readonly Column<DeploymentTask>[] {
  const { elapsedSeconds, totalSeconds } = detail;
  return [
    { key: "task", head: "Service", cell: (task) => <ServiceName task={task} /> },
    {
      key: "change",
      head: "Version",
      cell: ({ change }) => <span title={changeText(change)}>{changeText(change)}</span>,
      needs: "desktop",
    },
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
    {
      key: "result",
      head: "State",
      cell: ({ serviceId, name, state }) => (
        <StateBadge state={state} href={name === null ? undefined : addressOf.service(serviceId)} />
      ),
    },
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
