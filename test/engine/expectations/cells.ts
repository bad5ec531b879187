/** Steps whose runs are the same for several kinds, and functions to write the others. */
import type { LifecycleRecord } from "../../kinds/recordParts.js";
import type { SeededIds } from "../../platform/support/platform.js";
import type { Value } from "../../support/provider.js";
import type { Outcome } from "../support/outcome.js";

const run =
  (run: Outcome["run"]) =>
  (counts: string, requests: readonly string[] = [], extra: Pick<Outcome, "now" | "old" | "tells"> = {}): Outcome => ({
    run,
    counts,
    requests,
    ...extra,
  });

export const preview = run("preview");
export const up = run("up");
export const refresh = run("refresh");
export const destroy = run("destroy");

/** Stand for what the kind's record says: the argument that the steps edit, and its values. */
export const [arg, written, edited, byHand] = ["{arg}", "{written}", "{edited}", "{by hand}"];

/** An outcome with what the record of a kind says. */
export function outcomeFor<O extends Partial<Outcome>>(outcome: O, record: LifecycleRecord, ids: SeededIds): O {
  const name = record.edited.arg;
  const before = record.args(ids)[name];
  const after = record.edits(ids).findLast((each) => each[name] !== undefined)?.[name] ?? before;
  const texts = { [arg]: name, [written]: before, [edited]: after, [byHand]: record.edited.byHand };
  const filled = (text: string) =>
    Object.entries(texts).reduce((result, [token, value]) => result.replaceAll(token, String(value)), text);
  const { tells, now } = outcome;
  return {
    ...outcome,
    ...(tells === undefined ? {} : { tells: filled(tells) }),
    ...(typeof now === "string" ? { now: filled(now) } : {}),
  };
}

export const quiet = [preview("same 1")];
export const refreshed = (...reads: string[]) => [refresh("same 1", reads)];
/** No request: the last known state is kept. */
export const unread = refreshed();

export const made = (call: string) => [up("create 1", [call])];

export const editedBy = (call: string) => [up("update 1", [call], { now: edited })];
export const editRefused = [preview("AP2001", [], { tells: `${arg}: "${written}" → "${edited}"` })];

/** A removed argument, of which the platform then has its documented default, or no value. */
export const removedBy = (call: string, now: Value) => [up("update 1", [call], { now })];
export const removalRefused = (text: string) => [preview("AP2001", [], { tells: text })];
/** Every argument is required. */
export const removalRequired = (arg: string) => [preview("AP1203", [], { tells: arg })];

/** An option of the provider: the platform never knew of it. */
export const forgottenOption = [up("update 1")];

export const leftBehind = "stays on the platform: the platform's endpoints can't delete it";

/** Drift that a read shows and an update reverts. */
export const driftEdited = (reads: string | readonly string[], edit: string, value = edited) => [
  refresh("update 1", [reads].flat()),
  up("update 1", [edit], { now: value }),
];
/** Drift that a read shows, for a kind that has no update. */
export const driftRefused = (read: string) => [
  refresh("update 1", [read]),
  preview("AP2001", [], { now: byHand, tells: `${arg}: "${byHand}" → "${written}"` }),
];
export const driftUnseen = (now: string) => [refresh("same 1"), up("same 1", [], { now })];

export const madeAgain = (reads: readonly string[], create: string) => [
  refresh("delete 1", reads),
  up("create 1", [create]),
];
export const goneUnseen = [refresh("same 1"), up("same 1")];

const adopts = "adopts the existing resource with id";
export const adoptedAsIs = (read: string, value = written) => [
  preview("create 1, same 1", [read], { tells: adopts }),
  up("create 1, same 1", [], { now: value, tells: "without changes." }),
  preview("same 2"),
];
export const adoptedAndEdited = (read: string, edit: string, value = edited) => [
  preview("create 1, same 1", [read], { tells: `and changes ${arg}: "${byHand}" → "${value}"` }),
  up("create 1, same 1", [edit], { now: value, tells: adopts }),
  preview("same 2"),
];
/** The platform has no read to compare with. */
export const adoptRefused = [preview("AP2006", [], { tells: "the platform's endpoints can't read this kind" })];
/** A create overwrites what there is. */
export const notAdopted = [preview("AP1203", [], { tells: "adoptId" })];

/** A replacement isn't possible: another organization is another platform's token. */
export const inOrganization: readonly Outcome[] = [];

export const renamed = (count: number) => [up(`same ${count}`)];

export const leaves = (count: number) => [destroy(`delete ${count}`, [], { old: "stays", tells: leftBehind })];
export const deletes = (count: number, call: string) => [destroy(`delete ${count}`, [call], { old: "gone" })];

/** The calls of a kind that a read shows, and an update and a delete change. */
export interface Calls {
  readonly create: string;
  /** How the backend's paths name a single one. */
  readonly path: string;
  /** What a read asks; the path if omitted. */
  readonly reads?: readonly string[];
  /** What a read asks once it is gone. */
  readonly gone: readonly string[];
  /** What the preview of an adoption shows; the edited value if omitted. */
  readonly adopted?: string;
}

/** What the steps do for such a kind. */
export const served = ({ create, path, reads = [`GET ${path} 200`], gone, adopted }: Calls) => {
  const [update, [read = ""]] = [`PUT ${path} 200`, reads];
  return {
    up: made(create),
    "preview without change": quiet,
    refresh: refreshed(...reads),
    update: editedBy(update),
    drift: driftEdited(reads, update),
    "deleted outside": madeAgain(gone, create),
    adopt: adoptedAndEdited(read, update, adopted),
    "rename with alias": renamed(2),
    destroy: deletes(2, `DELETE ${path} 204`),
  };
};
