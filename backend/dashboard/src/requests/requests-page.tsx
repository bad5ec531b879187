import { Commands, PulumiCommands } from "../parts/commands.js";
import { EmptyState } from "../parts/empty-state.js";
import { Page } from "../parts/page.js";
import { counted } from "../parts/text.js";
import { environments } from "../platform/overview.js";
import { held, pause, paused, requests, resume, total } from "../platform/request-log.js";
import { DataTable } from "../table/data-table.js";
import { SearchField, SelectField } from "../table/filters.js";
import { columns } from "./columns.js";
import { choices, clearFilter, filter, matching } from "./filter.js";
import { Runs } from "./runs.js";

function Filters() {
  const { text, service, status, method, fault } = filter;
  return (
    <search class="filters">
      <SearchField label="Search" value={text} />
      <SelectField label="Method" value={method} all="All methods" choices={choices.method.value} />
      <SelectField label="Status" value={status} all="All statuses" choices={choices.status.value} />
      <SelectField label="Service" value={service} all="All services" choices={choices.service.value} />
      <SelectField label="Fault" value={fault} all="With and without" choices={choices.fault.value} />
    </search>
  );
}

function PauseButton() {
  return (
    <button type="button" aria-pressed={paused.value} onClick={paused.value ? resume : pause}>
      {paused.value ? "Resume" : "Pause"}
    </button>
  );
}

/** Says that only one run is shown, which no field of the filters does. */
function ShownRun() {
  if (filter.run.value === "") return null;
  return (
    <p>
      Only the requests of one run.{" "}
      <button
        type="button"
        onClick={() => {
          filter.run.value = "";
        }}
      >
        Show all
      </button>
    </p>
  );
}

/** How many are shown of how many. It changes too often to be read out. */
function Counts() {
  const shown = matching.value.length;
  const kept = requests.value.length;
  const count = (value: number) => value.toLocaleString("en");
  const all = counted(kept, "request");
  return (
    <p class="shown">
      {shown === kept ? all : `${count(shown)} of ${all}`}
      {total.value > kept ? `, ${count(total.value)} in total` : ""}
      {paused.value && ` · paused, ${count(held.value)} new`}
    </p>
  );
}

function Rows() {
  const rows = matching.value;
  if (requests.value.length === 0) {
    const environmentId = environments.value?.[0]?.id ?? "…";
    return (
      <EmptyState title="No requests yet.">
        <p>API requests appear here as they arrive.</p>
        <PulumiCommands />
        <p>Or send a request yourself:</p>
        <Commands
          lines={[
            `curl ${location.origin}/environment/${environmentId}/container -H "Authorization: Bearer $APP_PLATFORM_TOKEN"`,
          ]}
        />
        <p>
          <a href="./reference/">See the API reference</a>
        </p>
      </EmptyState>
    );
  }
  if (rows.length > 0) {
    return <DataTable caption="Requests, newest first" columns={columns} rows={rows} keyOf={({ id }) => id} />;
  }
  return (
    <p class="hint">
      No request matches.{" "}
      <button type="button" onClick={clearFilter}>
        Clear the filters
      </button>
    </p>
  );
}

export function RequestsPage() {
  return (
    <Page title="Requests" aside={<PauseButton />}>
      <Runs />
      <Filters />
      <ShownRun />
      <Counts />
      <Rows />
    </Page>
  );
}
