import { useComputed, useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { ServiceSummary } from "../../../src/dashboard/contract.js";
import { NarrowNote } from "../parts/narrow-note.js";
import { RelativeTime } from "../parts/relative-time.js";
import { StateBadge } from "../parts/state-badge.js";
import { counted, shortVersion } from "../parts/text.js";
import { ServiceLink } from "../services/service-link.js";
import { isOutdated, statusText } from "../services/status-texts.js";
import { type Column, DataTable } from "../table/data-table.js";
import { SearchField, SelectField } from "../table/filters.js";

const columns: readonly Column<ServiceSummary>[] = [
  {
    key: "name",
    head: "Name",
    cell: (service) => (
      <>
        <NarrowNote>
          {service.kind}
          {isOutdated(service) && `, ${statusText(service)}`}
        </NarrowNote>
        <ServiceLink {...service} />
      </>
    ),
    sortedBy: ({ name }) => name.toLowerCase(),
  },
  { key: "kind", head: "Kind", cell: ({ kind }) => kind, sortedBy: ({ kind }) => kind, needs: "desktop" },
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
    cell: ({ state }) => <StateBadge state={state} />,
    sortedBy: ({ state }) => state,
  },
  {
    key: "status",
    head: "Deployment",
    cell: (service) => <span class={isOutdated(service) ? "outdated" : ""}>{statusText(service)}</span>,
    sortedBy: statusText,
    needs: "tablet",
  },
  {
    key: "since",
    head: "Since",
    cell: ({ updatedAt }) => <RelativeTime at={updatedAt} />,
    sortedBy: ({ updatedAt }) => updatedAt,
    needs: "desktop",
  },
];

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}

interface Filter {
  readonly text: string;
  readonly kind: string;
  readonly state: string;
}

function matches({ name, id, version, kind, state }: ServiceSummary, filter: Filter): boolean {
  const text = filter.text.trim().toLowerCase();
  return (
    (filter.kind === "" || kind === filter.kind) &&
    (filter.state === "" || state === filter.state) &&
    (text === "" || `${name} ${version} ${id}`.toLowerCase().includes(text))
  );
}

const byName = (one: ServiceSummary, other: ServiceSummary) => (one.name < other.name ? -1 : 1);

/** The services of an environment, with search and filters. */
export function Services({ services }: { readonly services: readonly ServiceSummary[] }) {
  const text = useSignal("");
  const kind = useSignal("");
  const state = useSignal("");
  const filter = useComputed<Filter>(() => ({ text: text.value, kind: kind.value, state: state.value })).value;
  const rows = useMemo(() => services.filter((service) => matches(service, filter)).sort(byName), [services, filter]);
  const reset = () => {
    text.value = kind.value = state.value = "";
  };
  return (
    <section aria-labelledby="services">
      <h2 id="services">Services</h2>
      <search class="filters">
        <SearchField label="Search" value={text} />
        <SelectField label="Kind" value={kind} all="All kinds" choices={distinct(services.map((each) => each.kind))} />
        <SelectField
          label="State"
          value={state}
          all="All states"
          choices={distinct(services.map((each) => each.state))}
        />
        <p class="shown" role="status">
          {rows.length === services.length
            ? counted(services.length, "service")
            : `${rows.length.toLocaleString("en")} of ${counted(services.length, "service")}`}
        </p>
      </search>
      {rows.length === 0 ? (
        <p class="hint">
          No service matches.{" "}
          <button type="button" onClick={reset}>
            Clear the filters
          </button>
        </p>
      ) : (
        <DataTable caption="Services" columns={columns} rows={rows} keyOf={({ id }) => id} />
      )}
    </section>
  );
}
