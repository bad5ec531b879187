import type { ServiceSummary, StageSummary } from "../../../src/dashboard/contract.js";
import { StateCounts } from "../parts/state-badge.js";
import { addressOf } from "../routing/route.js";
import { type Column, DataTable } from "../table/data-table.js";

type States = Partial<Record<ServiceSummary["state"], number>>;

interface Row extends StageSummary {
  /** From 1, in the order in which they are deployed. */
  readonly position: number;
  readonly states: States;
}

/** The services of a stage are rows of the table above. */
const showServices = () => document.getElementById("services")?.scrollIntoView();

const columnsOf = (environmentId: string): readonly Column<Row>[] => [
  {
    key: "name",
    head: "Stage",
    cell: ({ position, name }) => (
      <>
        {position}.{" "}
        <a href={addressOf.servicesOf(environmentId, { stage: name })} onClick={showServices} title={name}>
          <bdi>{name}</bdi>
        </a>
      </>
    ),
  },
  { key: "count", head: "Services", cell: ({ services }) => services.length.toLocaleString("en"), needs: "tablet" },
  {
    key: "states",
    head: "States",
    cell: ({ name, states }) => (
      <StateCounts
        states={states}
        label={`States of the services in ${name}`}
        hrefOf={(state) => addressOf.servicesOf(environmentId, { stage: name, state })}
        onClick={showServices}
      />
    ),
  },
];

interface StagesProps {
  readonly environmentId: string;
  readonly stages: readonly StageSummary[];
  readonly services: readonly ServiceSummary[];
}

/** The stages of an environment: how many services are in each, and in which states. */
export function Stages({ environmentId, stages, services }: StagesProps) {
  const stateOf = new Map(services.map(({ id, state }) => [id, state]));
  const rows = stages.map((stage, index): Row => {
    const states: States = {};
    for (const { id } of stage.services) {
      const state = stateOf.get(id);
      if (state !== undefined) states[state] = (states[state] ?? 0) + 1;
    }
    return { ...stage, position: index + 1, states };
  });
  return (
    <section aria-labelledby="stages">
      <h2 id="stages">Deployment stages</h2>
      <p class="hint">Stages are deployed one after the other, the services of a stage in parallel.</p>
      <DataTable caption="Deployment stages" columns={columnsOf(environmentId)} rows={rows} keyOf={({ id }) => id} />
    </section>
  );
}
