import type { EnvironmentSummary } from "../../../src/dashboard/contract.js";
import { Commands, PulumiCommands } from "../parts/commands.js";
import { EmptyState } from "../parts/empty-state.js";
import { Page } from "../parts/page.js";
import { counted, sentence } from "../parts/text.js";
import { environments } from "../platform/overview.js";
import { choice } from "../routing/route.js";
import { distinct, SearchField, SelectField, Shown } from "../table/filters.js";
import { Cards, isFailing } from "./cards.js";
import { PlatformFacts } from "./platform-facts.js";

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
const state = choice("state");

/** The environments, with search and filter by state. */
function List({ all }: ListProps) {
  const wanted = text.value.trim().toLowerCase();
  const shown = all.filter(
    (environment) =>
      (state.value === "" || environment.state === state.value) &&
      `${environment.name} ${environment.project.name} ${environment.id}`.toLowerCase().includes(wanted),
  );
  const states = distinct(all.map((environment) => environment.state));
  return (
    <>
      <Summary all={all} />
      <search class="filters">
        <SearchField label="Search" value={text} />
        <SelectField label="State" value={state} all="All states" choices={states} textOf={sentence} />
        <Shown shown={shown.length} all={all.length} noun="environment" />
      </search>
      {shown.length === 0 && <p class="hint">No matching environments.</p>}
      <Cards environments={shown} />
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
