import type { EnvironmentSummary } from "../../../src/dashboard/contract.js";
import { EmptyState } from "../parts/empty-state.js";
import { Page } from "../parts/page.js";
import { RelativeTime } from "../parts/relative-time.js";
import { StateBadge, StateCounts } from "../parts/state-badge.js";
import { counted } from "../parts/text.js";
import { environments } from "../platform/overview.js";
import { addressOf, choice } from "../routing/route.js";
import { distinct, SearchField, SelectField, Shown } from "../table/filters.js";
import { PlatformFacts } from "./platform-facts.js";

function Card({ environment }: { readonly environment: EnvironmentSummary }) {
  const { id, name, project, state, services, states, lastDeploymentAt, deploymentId } = environment;
  const address = addressOf.environment(id);
  return (
    <li class="card">
      <div class="title">
        <h2>
          <a href={address}>
            <bdi>{name}</bdi>
          </a>
        </h2>
        {services > 0 && (
          <StateBadge state={state} href={deploymentId === null ? address : addressOf.deployment(deploymentId)} />
        )}
      </div>
      <p>
        Project <bdi>{project}</bdi> · {services === 0 ? "No services yet" : counted(services, "service")}
        {lastDeploymentAt === null ? null : (
          <>
            {" "}
            · last deployed <RelativeTime at={lastDeploymentAt} />
          </>
        )}
      </p>
      <StateCounts
        states={states}
        label={`States of the services of ${name}`}
        hrefOf={(each) => addressOf.servicesOf(id, { state: each })}
      />
      <code class="id">{id}</code>
    </li>
  );
}

interface ListProps {
  readonly all: readonly EnvironmentSummary[];
}

const text = choice("search");
const project = choice("project");
const state = choice("state");

/** The environments, with search and filters by project and state. */
function List({ all }: ListProps) {
  const wanted = text.value.trim().toLowerCase();
  const shown = all.filter(
    (environment) =>
      (state.value === "" || environment.state === state.value) &&
      (project.value === "" || environment.project === project.value) &&
      `${environment.name} ${environment.project} ${environment.id}`.toLowerCase().includes(wanted),
  );
  const projects = distinct(all.map((environment) => environment.project));
  const states = distinct(all.map((environment) => environment.state));
  return (
    <>
      <search class="filters">
        <SearchField label="Search" value={text} />
        <SelectField label="Project" value={project} all="All projects" choices={projects} />
        <SelectField label="State" value={state} all="All states" choices={states} />
        <Shown shown={shown.length} all={all.length} noun="environment" />
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
