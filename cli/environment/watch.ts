import { setTimeout as sleep } from "node:timers/promises";
import { AppPlatformError, oneLine } from "../../provider/errors/appPlatformError.js";
import { control, jsonText, type Screen } from "../screen.js";
import type { EnvironmentView, OtherView, ServiceView } from "./environmentView.js";
import { serviceLabel } from "./services.js";

/** Shows a look at an environment, if it differs from the one before. */
export type Show<View> = (view: View, before: View | undefined) => void;

export interface WatchOptions<View> {
  readonly seconds: number;
  /** Whether to stop after this look. */
  readonly isDone: (view: View) => boolean;
  /** Whether to show looks without a difference: a terminal shows how long ago something was. */
  readonly isAlways: boolean;
  readonly signal: AbortSignal;
}

/**
 * Looks at an environment repeatedly until it's done or interrupted, and returns the last look. After the first look, a failed one ends
 * this only if the next one would fail too.
 */
export async function watch<View>(
  read: () => Promise<View>,
  show: Show<View>,
  { seconds, isDone, isAlways, signal }: WatchOptions<View>,
): Promise<View | undefined> {
  let before: View | undefined;
  while (!signal.aborted) {
    const view = await read().catch((error) => {
      if (signal.aborted) return undefined;
      // The user decides how long to wait for the platform.
      const mayPass = error instanceof AppPlatformError && error.repeat !== "never";
      if (mayPass && before !== undefined) return before;
      throw error;
    });
    if (view === undefined) break;
    if (isAlways || JSON.stringify(view) !== JSON.stringify(before)) show(view, before);
    before = view;
    if (isDone(view)) break;
    await sleep(seconds * 1000, undefined, { signal }).catch(() => undefined);
  }
  return before;
}

const controlSequence = control("\u001b[");

/** Rewrites its last output. Shows at most as many lines as the terminal has: those above couldn't be rewritten. */
export function rewriting(
  screen: Screen,
  linesOf: (view: EnvironmentView, width: number) => string[],
): Show<EnvironmentView> {
  let written = 0;
  return (view) => {
    const { columns = 80, rows = 24 } = screen;
    const all = linesOf(view, Math.max(1, columns - 1));
    const space = Math.max(2, rows - 1);
    const lines =
      all.length <= space ? all : [...all.slice(0, space - 1), `… and ${all.length - space + 1} more lines`];
    screen.write(`${written === 0 ? "" : `${controlSequence}${written}A${controlSequence}0J`}${lines.join("\n")}\n`);
    written = lines.length;
  };
}

/** Writes the first look, and then a line for each change. */
export function printingChanges<View extends EnvironmentView>(
  screen: Screen,
  linesOf: (view: View) => string[],
  now: () => number,
): Show<View> {
  return (view, before) => {
    if (before === undefined) {
      screen.write(`${linesOf(view).join("\n")}\n`);
      return;
    }
    const time = new Date(now()).toISOString();
    for (const line of changeLines(before, view)) screen.write(`${time} ${oneLine(line)}\n`);
  };
}

/** Writes each look as one JSON document on a line. */
export function printingDocuments<View>(screen: Screen): Show<View> {
  return (view) => void screen.write(`${jsonText(view)}\n`);
}

/** The differences, in words. */
export function changeLines(before: EnvironmentView, view: EnvironmentView): string[] {
  const state = (each: EnvironmentView) => each.environment?.state ?? "unknown";
  const own = state(before) === state(view) ? [] : [`Environment: ${state(before)} → ${state(view)}`];
  const changed = view.services.flatMap((service) => {
    const known = before.services.find(({ id }) => id === service.id);
    if (known === undefined) return [`${labelOf(service)} is new: ${service.state ?? "unknown"}`];
    return serviceChanges(known, service);
  });
  const isGone = ({ id }: ServiceView) => !view.services.some((each) => each.id === id);
  const gone = before.services.filter(isGone).map((each) => `${labelOf(each)} is gone`);
  return [...changed, ...gone, ...otherChanges(before.others ?? [], view.others ?? []), ...own];
}

function otherChanges(before: readonly OtherView[], now: readonly OtherView[]): string[] {
  const renamed = now.flatMap((other) => {
    const known = before.find(({ id }) => id === other.id);
    if (known === undefined) return [`${labelOf(other)} is new`];
    return known.name === other.name ? [] : [`${labelOf(other)}: name ${known.name} → ${other.name}`];
  });
  const gone = before.filter(({ id }) => !now.some((each) => each.id === id));
  return [...renamed, ...gone.map((each) => `${labelOf(each)} is gone`)];
}

/** The beginning of the text for each member. */
const names = { state: "", version: "version", deploymentStatus: "deployment", name: "name" } as const;

function serviceChanges(before: ServiceView, service: ServiceView): string[] {
  const changes = (["state", "version", "deploymentStatus", "name"] as const)
    .filter((member) => before[member] !== service[member])
    .map((member) => {
      const change = `${before[member] ?? "unknown"} → ${service[member] ?? "unknown"}`;
      return names[member] === "" ? change : `${names[member]} ${change}`;
    });
  return changes.length === 0 ? [] : [`${labelOf(service)}: ${changes.join(", ")}`];
}

function labelOf({ kind, name, id }: OtherView): string {
  return serviceLabel({ kind, id, name: name ?? undefined });
}
