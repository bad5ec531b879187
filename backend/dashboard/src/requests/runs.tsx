/** The runs of Pulumi that the log has requests of. */
import { computed } from "@preact/signals";
import type { RequestSummary } from "../../../src/dashboard/contract.js";
import { NarrowNote } from "../parts/narrow-note.js";
import { ListedTime } from "../parts/relative-time.js";
import { counted } from "../parts/text.js";
import { requests } from "../platform/request-log.js";
import { addressOf } from "../routing/route.js";
import { type Column, DataTable } from "../table/data-table.js";
import { runOf, senderText, whoSent } from "./texts.js";

interface Run {
  readonly id: string;
  /** Newest first. */
  readonly requests: readonly RequestSummary[];
}

/** More aren't listed: the filter has them all. */
const shown = 5;

const runs = computed<readonly Run[]>(() => {
  const byId = new Map<string, RequestSummary[]>();
  for (const request of requests.value) {
    const id = runOf(request);
    if (id === "") continue;
    const own = byId.get(id) ?? [];
    byId.set(id, own);
    own.push(request);
  }
  return [...byId].map(([id, own]) => ({ id, requests: own }));
});

/** The program's own lookups don't know the command and the stack; the other requests of the run do. */
function titleOf({ requests: own }: Run): string {
  const named = own.find(({ sender }) => sender?.stack != null) ?? own[0];
  return senderText(named?.sender ?? null);
}

const failed = ({ requests: own }: Run) => own.filter(({ status }) => status === null || status >= 400).length;
const writes = ({ requests: own }: Run) => own.filter(({ method }) => method !== "GET").length;

const counts = (run: Run) =>
  [
    counted(run.requests.length, "request"),
    counted(writes(run), "write"),
    ...(failed(run) === 0 ? [] : [`${failed(run)} failed`]),
  ].join(", ");

const started = ({ requests: own }: Run) => own.at(-1)?.at ?? "";

const columns: readonly Column<Run>[] = [
  {
    key: "run",
    head: "Run",
    cell: (run) => (
      <>
        <a href={addressOf.requestsOf(run.id)}>{titleOf(run)}</a>
        <NarrowNote>
          {run.requests[0] && whoSent(run.requests[0])}, <ListedTime at={started(run)} />
        </NarrowNote>
      </>
    ),
  },
  {
    key: "counts",
    head: "Requests",
    cell: (run) => <span class={failed(run) === 0 ? "" : "outdated"}>{counts(run)}</span>,
  },
  {
    key: "by",
    head: "By",
    cell: ({ requests: [request] }) => <bdi>{request && whoSent(request)}</bdi>,
    needs: "desktop",
  },
  { key: "started", head: "Started", cell: (run) => <ListedTime at={started(run)} />, needs: "desktop" },
];

/** Which runs of Pulumi have changed something: the requests of each belong together. */
export function Runs() {
  if (runs.value.length === 0) return null;
  return (
    <section aria-labelledby="runs" class="runs">
      <h2 id="runs">Runs</h2>
      <DataTable
        caption="Runs of Pulumi, newest first"
        columns={columns}
        rows={runs.value.slice(0, shown)}
        keyOf={({ id }) => id}
      />
    </section>
  );
}
