import { useSignal } from "@preact/signals";
import type { EnvironmentSummary } from "../../../src/dashboard/contract.js";
import { EmptyState } from "../parts/empty-state.js";
import { Page } from "../parts/page.js";
import { RelativeTime } from "../parts/relative-time.js";
import { StateBadge } from "../parts/state-badge.js";
import { counted } from "../parts/text.js";
import { environments } from "../platform/overview.js";
import { addressOf } from "../routing/route.js";
import { SearchField, SelectField } from "../table/filters.js";
import { PlatformFacts } from "./platform-facts.js";

type States = readonly (readonly [EnvironmentSummary["state"], number])[];

function Card({ environment }: { readonly environment: EnvironmentSummary }) {
  const { id, name, state, services, states, lastDeploymentAt } = environment;
  return (
    <li class="card">
      <div class="title">
        <h2>
          <a href={addressOf.environment(id)}>
            <bdi>{name}</bdi>
          </a>
        </h2>
        {services > 0 && <StateBadge state={state} />}
      </div>
      <p>
        {services === 0 ? "No services yet" : counted(services, "service")}
        {lastDeploymentAt === null ? null : (
          <>
            {" "}
            · last deployed <RelativeTime at={lastDeploymentAt} />
          </>
        )}
      </p>
      <ul class="states" aria-label={`States of the services of ${name}`}>
        {(Object.entries(states) as unknown as States).map(([each, count]) => (
          <li key={each}>
            <StateBadge state={each} count={count} />
          </li>
        ))}
      </ul>
      <code class="id">{id}</code>
    </li>
  );
}

interface ListProps {
  readonly all: readonly EnvironmentSummary[];
}

/** The environments, with search and a filter by state. */
function List({ all }: ListProps) {
  const text = useSignal("");
  const state = useSignal("");
  const wanted = text.value.trim().toLowerCase();
  const shown = all.filter(
    (environment) =>
      (state.value === "" || environment.state === state.value) &&
      `${environment.name} ${environment.id}`.toLowerCase().includes(wanted),
  );
  const states = [...new Set(all.map((environment) => environment.state))].sort();
  return (
    <>
      <search class="filters">
        <SearchField label="Search" value={text} />
        <SelectField label="State" value={state} all="All states" choices={states} />
        <p class="shown" role="status">
          {shown.length === all.length
            ? counted(all.length, "environment")
            : `${shown.length.toLocaleString("en")} of ${counted(all.length, "environment")}`}
        </p>
      </search>
      {shown.length === 0 && <p class="hint">No matching environments.</p>}
      <ul class="cards">
        {shown.map((environment) => (
          <Card key={environment.id} environment={environment} />
        ))}
      </ul>
    </>
  );
}

export function EnvironmentsPage() {
  const all = environments.value;
  return (
    <Page title="Environments">
      {all?.length === 0 && (
        <EmptyState title="This platform has no environments.">
          <p>Use Reset in the controls to restore the initial content, or create one:</p>
          <pre>curl -X POST {location.origin}/_local/environments</pre>
        </EmptyState>
      )}
      {all !== undefined && all.length > 0 && <List all={all} />}
      <PlatformFacts />
    </Page>
  );
}
