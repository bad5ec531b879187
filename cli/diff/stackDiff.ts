import type { ManagedResource } from "../../provider/engine/stackState.js";
import { oneLine, withId } from "../../provider/errors/appPlatformError.js";
import { NotFoundError } from "../../provider/errors/index.js";
import { definitions } from "../../provider/kinds/index.js";
import { newOwners } from "../../provider/ownership/stackOwners.js";
import type { Platform } from "../../provider/platform/platform.js";
import { normalId } from "../../provider/schema/equality.js";
import { serviceLabel, servicesOf } from "../environment/services.js";
import { type Comparable, comparable, compareResource, type ResourceDiff } from "./compareResource.js";

/** A service in an environment of the stack that isn't in the stack. */
interface OtherService {
  readonly kind: string;
  readonly id: string;
  readonly label: string;
  readonly environmentId: string;
}

/** The platforms, compared with a stack's state. */
interface StackDiff {
  readonly resources: readonly ResourceDiff[];
  readonly notInStack: readonly OtherService[];
}

export type PlatformFor = (connection: string | undefined) => Promise<Platform>;

/** Reads all resources at once, so that those of an environment share their lists. */
export async function diffStack(resources: readonly ManagedResource[], platformFor: PlatformFor): Promise<StackDiff> {
  const defined = resources.map((resource) => ({
    resource,
    definition: definitions.find(({ kind }) => kind === resource.kind),
  }));
  const known = defined.flatMap(({ resource, definition }) =>
    definition === undefined ? [] : [comparable(resource, definition)],
  );
  const unknown = defined.flatMap(({ resource, definition }) =>
    definition === undefined ? [unknownKind(resource)] : [],
  );
  // All settings are read first, since only reads that start together share lists.
  const platforms = await platformsOf(known, platformFor);
  const owners = newOwners(async () => resources.map(({ outputs, ...each }) => ({ ...each, values: outputs })));
  const located = known.map((each) => ({ each, platform: platforms.get(connectionOf(each)) as Platform }));
  const [diffs, others] = await Promise.all([
    Promise.all(located.map(({ each, platform }) => compareResource(platform, owners, each))),
    otherServices(located),
  ]);
  return { resources: sorted([...diffs, ...unknown]), notInStack: sorted(others) };
}

/** A resource of a newer version of the package. */
function unknownKind({ urn, kind, id }: ManagedResource): ResourceDiff {
  const reason = "this version of the package doesn't know the kind";
  return { urn, kind, id, label: `${kind} with id ${id}`, status: "unreadable", changes: [], reason, notCompared: [] };
}

/** By kind and name: the order in a state depends on which response came first. */
function sorted<T extends { readonly label: string; readonly id: string }>(items: readonly T[]): T[] {
  const keyOf = ({ label, id }: T) => `${label} ${id}`;
  return [...items].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

function connectionOf({ stored }: Comparable): string | undefined {
  const { connection } = stored.values;
  return typeof connection === "string" ? connection : undefined;
}

async function platformsOf(known: readonly Comparable[], platformFor: PlatformFor) {
  const connections = [...new Set(known.map(connectionOf))];
  const opened = await Promise.all(connections.map(async (each) => [each, await platformFor(each)] as const));
  return new Map(opened);
}

/** Services in the stack's environments that aren't in its state. */
async function otherServices(located: readonly { each: Comparable; platform: Platform }[]): Promise<OtherService[]> {
  const own = new Set(located.map(({ each }) => normalId(each.resource.id)));
  const groups = new Map<string, { platform: Platform; environmentId: string }>();
  for (const { each, platform } of located) {
    const { environmentId } = each.stored.values;
    if (typeof environmentId !== "string") continue;
    groups.set(`${connectionOf(each) ?? ""} ${normalId(environmentId)}`, { platform, environmentId });
  }
  const found = await Promise.all([...groups.values()].map(servicesAt));
  return found.flat().filter(({ id }) => !own.has(normalId(id)));
}

async function servicesAt({ platform, environmentId }: { platform: Platform; environmentId: string }) {
  const services = await servicesOf(platform, environmentId).catch((error) => {
    // The environment is gone, with all its services.
    if (error instanceof NotFoundError) return [];
    throw error;
  });
  return services.map(({ definition: { kind }, id, name }) => ({
    kind,
    id,
    label: serviceLabel({ kind, name, id }),
    environmentId,
  }));
}

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
    ({ label, id, environmentId }) => `  ${withId(label, id)} in environment ${environmentId}`,
  );
  const blocks = [differing, others.length === 0 ? [] : ["Not in this stack:", ...others], [summary(diff)]];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map(oneLine).join("\n"))
    .join("\n\n");
}

function resourceLines({ label, id, status, changes, reason, note }: ResourceDiff): string[] {
  if (status === "unchanged") return note === undefined ? [] : [note];
  const named = label.endsWith(id) ? label : withId(label, id);
  const fields = changes.map(({ path, state, platform }) => `  ${path}: ${state} → ${platform}`);
  if (status === "gone") return [`${named} no longer exists on the platform`];
  if (status === "unreadable") return [`${named} can't be read: ${reason}`];
  return [`${named} differs (state → platform)`, ...fields];
}

function summary(diff: StackDiff): string {
  const { unchanged, changed, gone, unreadable } = countsOf(diff);
  const total = diff.resources.length;
  const deploying = diff.resources.filter(({ note }) => note !== undefined).length;
  const next = deploying === 0 ? "" : ` (${deploying} ${deploying === 1 ? "deploys" : "deploy"} at the next pulumi up)`;
  const counts = [`${unchanged} unchanged${next}`, `${changed} changed`, `${gone} gone`];
  return `${total} ${total === 1 ? "resource" : "resources"}: ${[...counts, ...(unreadable === 0 ? [] : [`${unreadable} not readable`])].join(", ")}`;
}
