/** Cells that are the same for several kinds, and the words to write the others down with. */
import type { Cell, Outcome } from "../outcome.js";

type Extra = Pick<Outcome, "now" | "old" | "tells">;

export const cell = (says: string, ...runs: Outcome[]): Cell => ({ says, runs });

const run =
  (run: Outcome["run"]) =>
  (counts: string, requests: readonly string[] = [], extra: Extra = {}): Outcome => ({
    run,
    counts,
    requests,
    ...extra,
  });

export const preview = run("preview");
export const up = run("up");
export const refresh = run("refresh");
export const destroy = run("destroy");

export const written = "written by the program";
export const edited = "edited by the program";
export const byHand = "by hand";

export const quiet = cell("no change, no request", preview("same 1"));
export const refreshed = (...reads: string[]) =>
  cell(`no change (${reads.map((read) => read.replace(/ \d+$/, "")).join(", ")})`, refresh("same 1", reads));
export const unread = cell("nothing read: the last known state stays", refresh("same 1"));

export const made = (call: string) => cell(`made (${plain(call)})`, up("create 1", [call]));

export const editedBy = (call: string) =>
  cell(`edited in place (${plain(call)})`, up("update 1", [call], { now: edited }));
export const editRefused = cell(
  "refused at preview (AP2001), with the ways out",
  preview("AP2001", [], { tells: `description: "${written}" → "${edited}"` }),
);

export const leftBehind = "stays on the platform: the platform's endpoints have no delete for it";

/** Drift that a read shows and an edit takes back. */
export const driftEdited = (read: string, edit: string, value = edited) =>
  cell(
    `shown at refresh; the next up edits it back (${plain(edit)})`,
    refresh("update 1", [read]),
    up("update 1", [edit], { now: value }),
  );
/** Drift that a read shows, where no edit can take it back. */
export const driftRefused = (read: string) =>
  cell(
    "shown at refresh; the next up says that no edit is served (AP2001)",
    refresh("update 1", [read]),
    preview("AP2001", [], { now: byHand, tells: `description: "${byHand}" → "${written}"` }),
  );
export const driftUnseen = (now: string) =>
  cell("not seen: nothing is read", refresh("same 1"), up("same 1", [], { now }));

export const madeAgain = (reads: readonly string[], create: string) =>
  cell(
    `gone at refresh; the next up makes it again (${plain(create)})`,
    refresh("delete 1", reads),
    up("create 1", [create]),
  );
export const goneUnseen = cell("not seen: nothing is read", refresh("same 1"), up("same 1"));

const takesOver = "takes over the existing one with id";
export const adoptedAsIs = (read: string) =>
  cell(
    "taken over where nothing differs; the preview says so; the argument may go",
    preview("create 1, same 1", [read], { tells: `${takesOver}` }),
    up("create 1, same 1", [], { now: written, tells: "and changes nothing." }),
    preview("same 2"),
  );
export const adoptedAndEdited = (read: string, edit: string, value = edited) =>
  cell(
    `taken over and edited (${plain(edit)}); the preview says what changes; the argument may go`,
    preview("create 1, same 1", [read], { tells: `and changes description: "${byHand}" → "${value}"` }),
    up("create 1, same 1", [edit], { now: value, tells: takesOver }),
    preview("same 2"),
  );
export const adoptRefused = cell(
  "refused at preview (AP2006): nothing can be read to compare",
  preview("AP2006", [], { tells: "the platform's endpoints have no read for this kind" }),
);
const noAdoptId = { tells: "adoptId" };
export const notAdopted = (why: string) => cell(`not applicable: ${why}`, preview("AP1203", [], noAdoptId));

export const renamed = (count: number) => cell("no change, no request", up(`same ${count}`));

export const leaves = (count: number) =>
  cell(
    "leaves the state, stays on the platform, with a warning",
    destroy(`delete ${count}`, [], { old: "stays", tells: leftBehind }),
  );
export const deletes = (count: number, call: string) =>
  cell(`deleted (${plain(call)})`, destroy(`delete ${count}`, [call], { old: "gone" }));

/** A request without its status. */
function plain(request: string): string {
  return request.replace(/ \d+$/, "");
}
