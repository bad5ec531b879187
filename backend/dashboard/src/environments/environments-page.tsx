import type { EnvironmentSummary } from "../../../src/dashboard/contract.js";
import { Commands, PulumiCommands } from "../parts/commands.js";
import { EmptyState } from "../parts/empty-state.js";
import { Id } from "../parts/id.js";
import { Page } from "../parts/page.js";
import { RelativeTime } from "../parts/relative-time.js";
import { failuresFirst, isBad, StateBadge, StateCounts } from "../parts/state-badge.js";
import { counted, sentence } from "../parts/text.js";
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
      <Id id={id} of={name} />
    </li>
  );
}

/** Whether it, or a service of it, has failed. */
const isFailing = ({ state, states }: EnvironmentSummary) =>
  isBad(state) || (Object.keys(states) as (keyof typeof states)[]).some(isBad);

/** How many are failing: what an operator looks for first. */
function Summary({ all }: ListProps) {
  const failing = all.filter(isFailing).length;
  if (all.every(({ services }) => services === 0)) return null;
  if (failing === 0) return <p class="summary good">No environment is failing.</p>;
  return <p class="summary bad">{counted(failing, "environment")} failing</p>;
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
  const matching = all.filter(
    (environment) =>
      (state.value === "" || environment.state === state.value) &&
      (project.value === "" || environment.project === project.value) &&
      `${environment.name} ${environment.project} ${environment.id}`.toLowerCase().includes(wanted),
  );
  const shown = failuresFirst(matching, isFailing);
  const projects = distinct(all.map((environment) => environment.project));
  const states = distinct(all.map((environment) => environment.state));
  return (
    <>
      <Summary all={all} />
      <search class="filters">
        <SearchField label="Search" value={text} />
        <SelectField label="Project" value={project} all="All projects" choices={projects} />
        <SelectField label="State" value={state} all="All states" choices={states} textOf={sentence} />
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
          <Commands lines={[`curl -X POST ${location.origin}/_local/environments`]} />
        </EmptyState>
      )}
      {all !== undefined && all.length > 0 && <List all={all} />}
      {all?.every(({ services }) => services === 0) && all.length > 0 && (
        <EmptyState title="Nothing has been created yet.">
          <PulumiCommands />
        </EmptyState>
      )}
      <PlatformFacts />
    </Page>
  );
}
