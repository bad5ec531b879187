import type { Call, Reading, ResourceDefinition } from "../definition/kind.js";
import { referenceName } from "../definition/references.js";
import { NotFoundError, SeenElsewhereError } from "../errors/index.js";
import { kindOfParent } from "../generated/contents.js";
import type { Moment } from "../ownership/stackOwners.js";
import { isServed, pathMembers } from "../platform/endpoint.js";
import { environmentName } from "../platform/environment.js";
import { lateSeconds, retryWhileMissing } from "../platform/poll.js";
import { idOf, isSameId, normalId } from "../schema/equality.js";
import { isObject, type Values } from "../schema/json.js";
import { isReadable } from "./read.js";

/**
 * The current state of a resource; nothing if it's gone, or if its parent is: the environment of a service, the service of a domain. If
 * that's expected, one look is enough.
 */
export async function readOrGone(
  call: Call,
  id: string,
  state: Values,
  reading: Reading = {},
): Promise<Values | undefined> {
  const { platform, run } = call;
  let seen = await poll(call, id, state, reading);
  if (seen === "absent" && !reading.isExpected) {
    const late = await retryWhileMissing(platform, secondsUncertain(call, state.createdAt), async (operation) => {
      platform.lists.forget();
      const again = await poll({ ...call, operation }, id, state, reading);
      return again === "absent" ? undefined : again;
    });
    seen = late ?? seen;
  }
  if (typeof seen !== "string") return seen;
  run.gone.add(referenceTo(call, parentName(call.definition), id));
  return undefined;
}

/**
 * For how many seconds a resource of the state may be missing from lists because it's new. One without a creation time was created before
 * this process read anything.
 */
export function secondsUncertain({ platform }: Call, createdAt?: unknown): number {
  const { client, clock, since } = platform;
  const created = Date.parse(String(createdAt));
  const age = Number.isNaN(created) ? clock.elapsed() - since : client.now() - created;
  return Math.min(lateSeconds - age / 1000, lateSeconds);
}

/** What one look finds. An `absent` resource may only be missing from this replica. */
async function poll(call: Call, id: string, state: Values, reading: Reading): Promise<Values | "absent" | "gone"> {
  try {
    return (await call.verbs.read(call, id, state, reading)) ?? "absent";
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    for (const arg of call.definition.pathArgs) {
      const [idByParent = "", kind = arg.replace(/Id$/, "")] = String(state[arg]).split("/").reverse();
      const isGone = await isParentGone(call, { kind, id: idByParent }, state);
      if (isGone) return "gone";
      if (isGone === false) continue;
      throw error.advising([
        `check the IDs in the path above, and that the base URL belongs to the platform with the ${kind}`,
        `if the ${kind} with id ${idByParent} was deleted, remove this resource from the state: pulumi state delete '${call.urn ?? "its URN"}'`,
      ]);
    }
    throw error;
  }
}

/** How arguments name a parent: `environment` of `environmentId`, or the kind in a reference. */
function parentName(definition: ResourceDefinition): string {
  return referenceName(definition) ?? definition.kind.toLowerCase();
}

/** With the address, since local platforms share some IDs. */
function referenceTo({ platform }: Call, kind: string, id: string): string {
  return `${platform.address} ${kind}/${normalId(id)}`;
}

/**
 * Whether the place of a resource is gone, by a list that no longer contains it: a 404 may also come from a wrong base URL or a missing
 * permission. Nothing if neither the stack nor the resource says which list that is.
 */
export async function isParentGone(call: Call, { kind, id }: Parent, state: Values): Promise<boolean | undefined> {
  const { gone } = call.run;
  const parent = referenceTo(call, kind, id);
  const isKnown = () => gone.has(parent);
  if (isKnown()) return true;
  const parents = [...(await parentsInStack(call, { kind, id })), ...parentAsReportedBy(call, { kind, id }, state)];
  for (const each of parents) {
    if (
      isKnown() ||
      (await readOrGone(each, id, each.values, { isFresh: true, withoutSubresources: true })) === undefined
    )
      return true;
  }
  // The same refresh may have read the parent meanwhile, and removed it from the state.
  return isKnown() || (parents.length === 0 ? undefined : false);
}

/** The parent in the stack's state, or in the one that the run began with if it has since been removed as gone. */
async function parentsInStack(call: Call, { kind, id }: Parent) {
  const inState = (moment: Moment) =>
    call.run.owners.matching(call.urn, (each) => isSameId(each.id, id), moment).catch(() => []);
  const owned = await inState("now");
  return (owned.length > 0 ? owned : await inState("at the start")).flatMap((each) => {
    const found = call.kindNamed(each.kind);
    return found === undefined || parentName(found.definition) !== kind
      ? []
      : [{ ...call, ...found, label: `${each.kind} ${id}`, values: each.values }];
  });
}

/** A parent whose own parent is an output of the resource, such as the organization of an environment's project. */
function parentAsReportedBy(call: Call, parent: Parent, state: Values) {
  const kind = kindOfParent[parent.kind] ?? "";
  const found = call.kindNamed(kind);
  const list = found?.definition.api.list;
  if (!isServed(list, call.platform.endpoints)) return [];
  const [member = ""] = pathMembers(list);
  const of = state[member.replace(/Id$/, "")];
  const id = isObject(of) ? idOf(of.id) : undefined;
  return id === undefined ? [] : [{ ...call, ...found, label: `${kind} ${parent.id}`, values: { [member]: id } }];
}

interface Parent {
  readonly kind: string;
  readonly id: string;
}

/** A resource of the state, and where it was last seen. */
interface Seen {
  readonly values: Values;
  readonly location?: string | undefined;
}

/**
 * Reads a resource of the state; nothing if it's gone. On another platform, it would seem gone, too: if it was last seen at another
 * location, it must be there, and be the same one. Then the platform has moved.
 */
export async function readOnSamePlatform(
  call: Call,
  { values, location }: Seen,
  read: () => Promise<Values | undefined>,
): Promise<Values | undefined> {
  if (!isElsewhere(call, location)) return read();
  const refused = (isReplaced: boolean) => {
    const { connection } = values;
    const setting = environmentName("movedFrom", typeof connection === "string" ? connection : undefined);
    const { location: now } = call.platform;
    return new SeenElsewhereError(call.label, { before: location, now, setting, isReplaced });
  };
  const found = await read().catch((error) => {
    throw error instanceof NotFoundError ? refused(false) : error;
  });
  if (found === undefined) throw refused(false);
  if (isAnother(values, found)) throw refused(true);
  return found;
}

/** Refuses to change or delete a resource of another platform. Sends nothing unless the location differs from the last one. */
export async function requireSamePlatform(call: Call, id: string, stored: Seen): Promise<void> {
  if (!isElsewhere(call, stored.location) || !isReadable(call)) return;
  const reading = { isFresh: true, isExpected: true, withoutSubresources: true } as const;
  await readOnSamePlatform(call, stored, () => readOrGone(call, id, stored.values, reading));
}

function isElsewhere({ platform }: Call, location: string | undefined): location is string {
  return location !== undefined && location !== platform.location && location !== platform.movedFrom;
}

/** Whether the platform has another resource with the ID: created at another time or, for a trigger, with other deployments. */
function isAnother(before: Values, now: Values): boolean {
  const [one, other] = [Date.parse(String(before.createdAt)), Date.parse(String(now.createdAt))];
  if (!Number.isNaN(one) && !Number.isNaN(other)) return one !== other;
  return before.lastDeploymentId !== undefined && before.lastDeploymentId !== now.lastDeploymentId;
}
