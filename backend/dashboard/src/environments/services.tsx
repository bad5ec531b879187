import { useMemo } from "preact/hooks";
import type { ServiceSummary, StageSummary } from "../../../src/dashboard/contract.js";
import { NarrowNote } from "../parts/narrow-note.js";
import { ListedTime } from "../parts/relative-time.js";
import { failuresFirst, isBad, StateBadge, stateOrder } from "../parts/state-badge.js";
import { sentence, shortVersion } from "../parts/text.js";
import { addressOf, choice } from "../routing/route.js";
import { ServiceLink } from "../services/service-link.js";
import { isOutdated, statusText } from "../services/status-texts.js";
import { type Column, DataTable } from "../table/data-table.js";
import { distinct, SearchField, SelectField, Shown } from "../table/filters.js";
import { hasRoom } from "../table/narrow.js";

/** A service, and the name of its stage if there are several. */
type Row = ServiceSummary & { readonly stage: string; readonly isSkipped: boolean };

/** What the columns say for which there is no room. */
function noteOf(service: Row): string {
  if (hasRoom.tablet()) return sentence(service.kind);
  const status = isOutdated(service) ? `, ${statusText(service).toLowerCase()}` : "";
  return `${sentence(service.kind)} ${shortVersion(service.version)}`.trim() + status;
}

const columns: readonly Column<Row>[] = [
  {
    key: "name",
    head: "Name",
    cell: (service) => (
      <>
        <ServiceLink {...service} />
        <NarrowNote title={noteOf(service)}>{noteOf(service)}</NarrowNote>
      </>
    ),
    sortedBy: ({ name }) => name.toLowerCase(),
  },
  { key: "kind", head: "Kind", cell: ({ kind }) => sentence(kind), sortedBy: ({ kind }) => kind, needs: "desktop" },
  {
    key: "version",
    head: "Version",
    cell: ({ version }) => <span title={version}>{shortVersion(version)}</span>,
    sortedBy: ({ version }) => version,
    needs: "tablet",
  },
  {
    key: "state",
    head: "State",
    cell: ({ id, state, deploymentId }) => (
      <StateBadge
        state={state}
        href={deploymentId === null ? addressOf.service(id) : addressOf.deployment(deploymentId)}
      />
    ),
    sortedBy: ({ state }) => stateOrder(state),
  },
  {
    key: "status",
    head: "Deployment",
    cell: (service) => <span class={isOutdated(service) ? "outdated" : ""}>{statusText(service)}</span>,
    sortedBy: statusText,
    needs: "tablet",
  },
  {
    key: "updated",
    head: "Updated",
    cell: ({ updatedAt }) => <ListedTime at={updatedAt} />,
    sortedBy: ({ updatedAt }) => updatedAt,
    needs: "desktop",
  },
];

const stageColumn: Column<Row> = {
  key: "stage",
  head: "Stage",
  cell: ({ stage, isSkipped }) => (
    <>
      <bdi title={stage}>{stage}</bdi>
      {isSkipped && (
        <span class="hint" title="Deployments of the whole environment leave it out.">
          , skipped
        </span>
      )}
    </>
  ),
  sortedBy: ({ stage }) => stage.toLowerCase(),
  needs: "laptop",
};

const columnsWithStage = [...columns.slice(0, -1), stageColumn, ...columns.slice(-1)];

const filters = { search: choice("search"), kind: choice("kind"), state: choice("state"), stage: choice("stage") };
const order = choice("sort");

type Filter = Readonly<Record<keyof typeof filters, string>>;

function matches({ name, id, version, kind, state, stage }: Row, filter: Filter): boolean {
  const text = filter.search.trim().toLowerCase();
  return (
    (filter.kind === "" || kind === filter.kind) &&
    (filter.state === "" || state === filter.state) &&
    (filter.stage === "" || stage === filter.stage) &&
    (text === "" || `${name} ${version} ${id}`.toLowerCase().includes(text))
  );
}

const byName = (one: Row, other: Row) => (one.name < other.name ? -1 : 1);

function withStages(services: readonly ServiceSummary[], stages: readonly StageSummary[]): Row[] {
  const placeOf = new Map(
    stages.flatMap(({ name: stage, services: own }) =>
      own.map(({ id, isSkipped }) => [id, { stage, isSkipped }] as const),
    ),
  );
  return services.map((service) => ({ ...service, ...(placeOf.get(service.id) ?? { stage: "", isSkipped: false }) }));
}

function clearFilters(): void {
  for (const filter of Object.values(filters)) filter.value = "";
}

interface ServicesProps {
  readonly services: readonly ServiceSummary[];
  /** Empty if there is only one: it orders nothing. */
  readonly stages: readonly StageSummary[];
}

/** The services of an environment, with search and filters. */
export function Services({ services, stages }: ServicesProps) {
  const [search, kind, state, stage] = [
    filters.search.value,
    filters.kind.value,
    filters.state.value,
    filters.stage.value,
  ];
  const rows = useMemo(
    () =>
      failuresFirst(
        withStages(services, stages)
          .filter((service) => matches(service, { search, kind, state, stage }))
          .sort(byName),
        (service) => isBad(service.state),
      ),
    [services, stages, search, kind, state, stage],
  );
  return (
    <section aria-labelledby="services">
      <h2 id="services">Services</h2>
      <search class="filters">
        <SearchField label="Search" value={filters.search} />
        <SelectField
          label="Kind"
          value={filters.kind}
          all="All kinds"
          choices={distinct(services.map((each) => each.kind))}
          textOf={sentence}
        />
        <SelectField
          label="State"
          value={filters.state}
          all="All states"
          choices={distinct(services.map((each) => each.state))}
          textOf={sentence}
        />
        {(stages.length > 0 || stage !== "") && (
          <SelectField label="Stage" value={filters.stage} all="All stages" choices={stages.map(({ name }) => name)} />
        )}
        <Shown shown={rows.length} all={services.length} noun="service" />
      </search>
      {rows.length === 0 ? (
        <p class="hint">
          No service matches.{" "}
          <button type="button" onClick={clearFilters}>
            Clear the filters
          </button>
        </p>
      ) : (
        <DataTable
          caption="Services"
          columns={stages.length > 0 ? columnsWithStage : columns}
          rows={rows}
          keyOf={({ id }) => id}
          order={order}
        />
      )}
    </section>
  );
}
