import { oneLine } from "../../provider/errors/appPlatformError.js";
import type { ResourceDiff } from "./compareResource.js";
import type { StackDiff } from "./stackDiff.js";

/** The number of resources with each status. */
export function countsOf({ resources }: StackDiff): Record<ResourceDiff["status"], number> {
  const counts = { unchanged: 0, changed: 0, gone: 0, unreadable: 0 };
  for (const { status } of resources) counts[status] += 1;
  return counts;
}

/** Whether the platform differs from the state. */
export function isDifferent(diff: StackDiff): boolean {
  const { changed, gone } = countsOf(diff);
  return changed + gone > 0;
}

/** A diff as text: what differs, what couldn't be compared, and a summary. */
export function diffText(diff: StackDiff): string {
  const { resources, notInStack } = diff;
  const differing = resources.flatMap(resourceLines);
  const others = notInStack.map(
    ({ label, id, environmentId }) => `  ${label} (id ${id}) in environment ${environmentId}`,
  );
  const blocks = [differing, others.length === 0 ? [] : ["Not in this stack:", ...others], [summary(diff)]];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map(oneLine).join("\n"))
    .join("\n\n");
}

function resourceLines({ label, id, status, changes, reason, note }: ResourceDiff): string[] {
  if (status === "unchanged") return note === undefined ? [] : [note];
  const named = label.endsWith(id) ? label : `${label} (id ${id})`;
  const fields = changes.map(({ path, state, platform }) => `  ${path}: ${state} → ${platform}`);
  if (status === "gone") return [`${named} no longer exists on the platform`];
  if (status === "unreadable") return [`${named} can't be read: ${reason}`];
  return [`${named} differs (state → platform)`, ...fields];
}

function summary(diff: StackDiff): string {
  const { unchanged, changed, gone, unreadable } = countsOf(diff);
  const total = diff.resources.length;
  const parts = [`${unchanged} unchanged`, `${changed} changed`, `${gone} gone`];
  return `${total} ${total === 1 ? "resource" : "resources"}: ${[...parts, ...(unreadable === 0 ? [] : [`${unreadable} not readable`])].join(", ")}`;
}
