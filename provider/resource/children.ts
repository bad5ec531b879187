/**
 * Owned children: records that the platform keeps for a resource and that a program sets in the resource's arguments, such as
 * the variables of a service. A definition declares them and their arguments (`owned`).
 *
 * - The program manages exactly the keys that it sets. The state has those that the platform had at the last write or read. A
 *   key that is in the state but no longer in the arguments is deleted; all others are never touched.
 * - check rejects children that the endpoints don't serve. check and plan send nothing. Comparison, removal, redaction and
 *   encryption are those of any argument: one argument has the values in plain text, another one is secret as a whole, and a third one
 *   says where the platform finds the values.
 * - They're a subresource: after the kind's own verb, one request creates all keys that the platform lacks, and each
 *   other change takes one request. Keys are unique on the platform. So if a create may have arrived or finds its key taken, a
 *   list and an update settle it: nothing is created twice, and an existing key is adopted.
 * - read sends one list for a resource whose state has children, and for a while looks again if some are missing. For a secret,
 *   the list only shows whether it exists, so the last value stays. A child of the other form (secret or not) counts as gone,
 *   and the next update replaces it.
 */

import type { Call, ResourceDefinition, Subresource } from "../definition/kind.js";
import { type Child, childIdentity, type ListedChild, type OwnedChildren } from "../definition/subresources.js";
import { grantSubresource } from "../deletion/rules.js";
import { AppPlatformError, isWorthFinding } from "../errors/appPlatformError.js";
import { ConflictError, CreateNotPossibleError, DuplicateNameError, UnexpectedAnswerError } from "../errors/index.js";
import { keyAt, refusedAsOwnedTwice } from "../ownership/run.js";
import { type Endpoint, type Grant, isServed } from "../platform/endpoint.js";
import { lateSeconds, retryWhileMissing } from "../platform/poll.js";
import { ifNotFound } from "../platform/responseErrors.js";
import { idOf } from "../schema/equality.js";
import { isAbsent, isObject, sameJson, UNKNOWN, type Value, type Values } from "../schema/json.js";
import { pendingWritesIn, withUnreadWrites } from "../values/compare.js";
import { secondsUncertain } from "./existence.js";
import { sendRequest } from "./send.js";

interface NamedChild extends Child {
  /** Whether the platform may have carried out a write of it or not. */
  readonly isPending?: boolean;
}

type Children = ReadonlyMap<string, NamedChild>;
type Listed = ReadonlyMap<string, ListedChild>;

export function childrenSubresource(owned: OwnedChildren): Subresource {
  return {
    args: argumentsOf(owned),
    step: (isNew) => `${isNew ? "creating" : "updating"} its ${owned.noun}s`,
    refuse({ label, platform }) {
      return isServed(owned.api.list, platform.endpoints)
        ? undefined
        : new CreateNotPossibleError(label, `${owned.noun}s`);
    },
    isChanged: ({ state, args, pendingWrites }) =>
      isDifferent(childrenIn(owned, state, pendingWrites), childrenIn(owned, args)),
    async apply(call, { id, now, args, update, keep }) {
      // Before the creation, there was no ID that a separate resource could have named.
      if (update === undefined) ownedTwice(call, id, args);
      const isNew = update === undefined && isAbsent(args.adoptId) && isAbsent(args.cloneFrom);
      // An adopted resource keeps its secrets on the platform.
      const known = update?.own.state ?? (isAbsent(args.adoptId) ? {} : await readOwned(call, id, args));
      const before = childrenIn(owned, known, update?.own.pendingWrites);
      const done = new Map(before);
      const stateNow = () => ({ ...now, ...inArguments(done.values()) });
      const work = { owned, call, id, done, keep: () => keep(stateNow(), pendingIn(done.values())) };
      await flush(work, before, childrenIn(owned, args), isNew ? new Map() : undefined);
      return stateNow();
    },
    async read(call, id, now, known) {
      const found = await readOwned(call, id, known, secondsUncertain(call));
      // Nothing shows the value of a secret.
      const isRead = ({ arg }: NamedChild) =>
        arg !== owned.args.secret && isServed(owned.api.list, call.platform.endpoints);
      const children = childrenIn(owned, found, pendingWritesIn(known)).values();
      const unread = pendingIn([...children].filter((child) => !isRead(child)));
      return withUnreadWrites({ ...now, ...found }, known, (path) => unread.includes(path));
    },
  };
}

/** An error if the program also declares a child as a separate resource. `state` has what the owner has set until now. */
export function ownedTwice(
  { definition, platform, run, label: owner }: Pick<Call, "definition" | "platform" | "run" | "label">,
  id: string,
  args: Values,
  state: Values = {},
): Error | undefined {
  const { owned } = definition;
  if (owned === undefined) return undefined;
  const { connection } = args;
  const desired = childrenIn(owned, args);
  for (const key of childrenIn(owned, state).keys()) {
    if (!desired.has(key)) run.declarations.dropped(keyAt(platform, connection, childIdentity(owned, id, key)), owner);
  }
  const claims = [...desired.keys()].map((key) =>
    refusedAsOwnedTwice(
      { platform, run },
      { key: childIdentity(owned, id, key), owner, label: `${owned.noun} ${key}`, connection },
    ),
  );
  return claims.find((each) => each !== undefined);
}

/** How children differ between state and arguments, in words: `variable LOG_LEVEL changes`. */
export function describeOwnedChanges(definition: ResourceDefinition, state: Values, args: Values): string | undefined {
  const { owned } = definition;
  if (owned === undefined) return undefined;
  const [before, desired] = [childrenIn(owned, state, pendingWritesIn(state)), childrenIn(owned, args)];
  const keys = [...new Set([...before.keys(), ...desired.keys()])].filter(
    (key) => !isSame(before.get(key), desired.get(key)),
  );
  if (keys.length === 0) return undefined;
  if (keys.length === 1) return `${owned.noun} ${keys[0]} changes`;
  return `${owned.noun}s ${keys.slice(0, -1).join(", ")} and ${keys.at(-1)} change`;
}

/**
 * Reads children, and returns them as arguments; looks again for some seconds if some are missing. The values of secrets, which the
 * platform masks, are the last known ones.
 */
export async function readOwned(call: Call, id: string, known: Values, seconds = 0): Promise<Values> {
  const { definition, platform } = call;
  const { owned } = definition;
  if (owned === undefined) return {};
  const children = childrenIn(owned, known);
  if (children.size === 0) return {};
  if (!isServed(owned.api.list, platform.endpoints)) return inArguments(children.values());
  let listed = await listChildren(owned, call, id, false);
  const isWhole = () => [...children.keys()].every((key) => listed.has(key));
  if (!isWhole()) {
    await retryWhileMissing(platform, seconds, async (operation) => {
      listed = await listChildren(owned, { ...call, operation }, id, true);
      return isWhole() || undefined;
    });
  }
  return inArguments(
    [...children.values()].flatMap((child) => {
      const found = listed.get(child.key);
      if (found?.arg !== child.arg) return [];
      const value = found.isSecret ? child.value : found.value;
      return value === undefined ? [] : [{ ...child, value }];
    }),
  );
}

/** The state of a resource that is about to be adopted, with the members of named parts that the program sets. */
export async function withNamedSubresources(call: Call, id: string, state: Values, args: Values): Promise<Values> {
  let now = state;
  for (const { read } of call.definition.subresources ?? []) now = read ? await read(call, id, now, args, {}) : now;
  return now;
}

/** The members of subresources that the platform has of a resource, as arguments. Values of secrets are `UNKNOWN`. */
export async function ownSubresources(call: Call, id: string, values: Values): Promise<Values> {
  const found = [allOwned(call, id), ...(call.definition.subresources ?? []).map(({ own }) => own?.(call, id, values))];
  return Object.assign({}, ...(await Promise.all(found)));
}

/** All children of a resource on the platform, as arguments. Values of secrets are `UNKNOWN`. */
async function allOwned(call: Call, id: string): Promise<Values> {
  const { definition, platform } = call;
  const { owned } = definition;
  if (owned === undefined || !isServed(owned.api.list, platform.endpoints)) return {};
  const listed = [...(await listChildren(owned, call, id, false)).values()];
  return inArguments(
    listed.flatMap(({ arg, key, value }) => (arg === undefined ? [] : [{ arg, key, value: value ?? UNKNOWN }])),
  );
}

function argumentsOf({ args: { open, secret, external } }: Pick<OwnedChildren, "args">): readonly string[] {
  return [open, secret, ...(external === undefined ? [] : [external])];
}

/** @param pendingWrites Paths of children, if the values are those of the state. */
function childrenIn(owned: OwnedChildren, values: Values, pendingWrites: readonly string[] = []): Children {
  const named = (arg: string) => {
    const value = values[arg];
    return Object.entries(isObject(value) ? value : {}).map(([key, each]): NamedChild => {
      const child = { arg, key, value: each as Value };
      return pendingWrites.includes(pathOf(child)) ? { ...child, isPending: true } : child;
    });
  };
  return new Map(argumentsOf(owned).flatMap((arg) => named(arg).map((child) => [child.key, child])));
}

function pathOf({ arg, key }: Pick<NamedChild, "arg" | "key">): string {
  return `${arg}.${key}`;
}

/** The paths of children with a pending write. */
function pendingIn(children: Iterable<NamedChild>): readonly string[] {
  return [...children].filter(({ isPending }) => isPending).map(pathOf);
}

function inArguments(children: Iterable<NamedChild>): Values {
  const values: Record<string, Values> = {};
  for (const { arg, key, value } of children) values[arg] = { ...values[arg], [key]: value };
  return values;
}

function isSame(before: NamedChild | undefined, desired: NamedChild | undefined): boolean {
  return !before?.isPending && before?.arg === desired?.arg && sameJson(before?.value, desired?.value);
}

function isDifferent(before: Children, desired: Children): boolean {
  return before.size !== desired.size || [...desired.values()].some((child) => !isSame(before.get(child.key), child));
}

interface ChildrenWork {
  readonly owned: OwnedChildren;
  readonly call: Call;
  readonly id: string;
  /** The children in the state, with the value of a pending write. */
  readonly done: Map<string, NamedChild>;
  /** Puts them into the state. */
  keep(): void;
}

/** Creates, updates and deletes children until the platform has the desired ones. `listed` is what it has, if known. */
async function flush(work: ChildrenWork, before: Children, desired: Children, listed?: Listed): Promise<void> {
  const { call, id, done, keep, owned } = work;
  keep();
  if (!isDifferent(before, desired)) return;
  const existing = listed ?? (await listChildren(owned, call, id, true));
  for (const child of before.values()) {
    if (desired.has(child.key)) continue;
    await removeChild(work, child, existing.get(child.key));
    done.delete(child.key);
    keep();
  }
  const changed = [...desired.values()].filter((child) => !isSame(before.get(child.key), child));
  const { created, listed: found } = await createAll(
    work,
    changed.filter(({ key, arg }) => !existing.has(key) && arg !== owned.args.external),
  );
  for (const [key, child] of created) done.set(key, child);
  keep();
  for (const child of changed) {
    if (created.has(child.key)) continue;
    const value = await writeChild(work, child, (found ?? existing).get(child.key), found !== undefined);
    done.set(child.key, { ...child, value });
    keep();
  }
}

function touch({ done, keep }: ChildrenWork, children: readonly NamedChild[]): void {
  for (const child of children) done.set(child.key, { ...child, isPending: true });
  keep();
}

/**
 * Creates children in one request. Those that it doesn't create are then created one by one, which also shows why. If the
 * response doesn't say which it created, a list does.
 */
async function createAll(
  work: ChildrenWork,
  children: readonly NamedChild[],
): Promise<{ readonly created: Children; readonly listed?: Listed }> {
  const none: Children = new Map();
  if (children.length < 2) return { created: none };
  const { owned, call, id } = work;
  const endpoint = owned.api.createAll;
  const purpose = `Creating the ${owned.noun}s of ${call.label}`;
  try {
    const response = await sendRequest(call, { endpoint, members: {}, ...owned.createdAll(id, children), purpose });
    const storedValueOf = owned.valuesCreated(response);
    if (storedValueOf !== undefined) {
      const values = children.map((child) => [child, storedValueOf(child)] as const);
      const created = values.flatMap(([child, value]) => (value === undefined ? [] : [{ ...child, value }]));
      return { created: new Map(created.map((child) => [child.key, child])) };
    }
  } catch (error) {
    if (!(error instanceof AppPlatformError)) throw error;
    // A platform that rejects or doesn't serve the call has created none.
    if (!error.mayBeDone) return { created: none };
  }
  touch(work, children);
  return { created: none, listed: await listChildren(owned, call, id, true) };
}

/**
 * Creates or updates a child, and returns the value that the platform now has. If that's uncertain, an earlier request may have created it
 * without any list showing it yet.
 */
async function writeChild(
  work: ChildrenWork,
  child: NamedChild,
  existing: ListedChild | undefined,
  isUncertain = false,
): Promise<Value> {
  const { owned, call, id } = work;
  const { platform, operation } = call;
  if (existing !== undefined) return overwriteChild(work, child, existing);
  // Keys are unique: a repeated create meets a conflict, and the list then shows the child.
  return platform.client.retry(operation, isWorthFinding, async (count) => {
    try {
      const response = await sendForChild(work, child, "Creating", {
        endpoint: owned.api.create,
        members: {},
        body: owned.created(id, child),
      });
      if (isObject(response) && idOf(response.id) !== undefined) return valueIn(work, child, response);
      const todo = `run again; if it happens again, look at the ${owned.noun}s in the platform's console.`;
      throw new UnexpectedAnswerError(`Creating the ${owned.noun} ${child.key}`, "the response has no ID", todo);
    } catch (error) {
      if (!(error instanceof ConflictError) && !isWorthFinding(error)) throw error;
      const find = async (polling: Call) => (await listChildren(owned, polling, id, true)).get(child.key);
      const isLate = error instanceof ConflictError && (isUncertain || count > 1);
      const found =
        (await find(call)) ??
        (isLate
          ? await retryWhileMissing(platform, lateSeconds, (late) => find({ ...call, operation: late }))
          : undefined);
      if (found === undefined) throw error;
      return overwriteChild(work, child, found);
    }
  });
}

/** Updates an existing child. One of another argument, such as a secret in place of a plain value, is replaced. */
async function overwriteChild(work: ChildrenWork, child: NamedChild, existing: ListedChild): Promise<Value> {
  const { owned } = work;
  const body = existing.arg === child.arg ? owned.updated(child, existing) : undefined;
  if (body === undefined) {
    await removeChild(work, child, existing, true);
    return writeChild(work, child, undefined);
  }
  // A child with the same value is adopted as it is.
  if (!existing.isSecret && sameJson(existing.value, child.value)) return child.value;
  const { update } = owned.api;
  const response = await sendForChild(work, child, "Updating", {
    endpoint: update,
    members: { id: existing.id },
    body,
  });
  return valueIn(work, child, response);
}

/** The value in a response; the one that was sent if the response doesn't show any. */
function valueIn({ owned }: ChildrenWork, child: NamedChild, response: Value | undefined): Value {
  const listed = isObject(response) && response.value !== undefined ? owned.listed(response) : undefined;
  return listed?.value ?? child.value;
}

async function removeChild(
  work: ChildrenWork,
  child: NamedChild,
  existing: ListedChild | undefined,
  isReplaced = false,
): Promise<void> {
  if (existing === undefined) return;
  const { owned, call } = work;
  const { kind, api } = owned;
  const members = { id: existing.id };
  const label = `${owned.noun} ${child.key} of ${call.label}`;
  const grant = await grantSubresource(call, api.delete, members, { kind, id: existing.id, label, isReplaced });
  if (grant === undefined && isReplaced) throw new DuplicateNameError(label, `a ${kind} of this stack`, ["on", "key"]);
  if (grant === undefined) {
    call.log.info(`${label} stays: a ${kind} of this stack manages it.`);
    return;
  }
  await sendForChild(work, child, "Deleting", { endpoint: api.delete, grant, members }).catch(ifNotFound(undefined));
}

type ChildRequest =
  | { readonly endpoint: Endpoint; readonly members: Values; readonly body: Values }
  | { readonly endpoint: Endpoint<true>; readonly grant: Grant; readonly members: Values };

/** Sends a call for one child. Violations are reported for the child's key in its argument. */
function sendForChild(
  work: ChildrenWork,
  child: NamedChild,
  doing: string,
  request: ChildRequest,
): Promise<Value | undefined> {
  const { owned, call } = work;
  const purpose = `${doing} the ${owned.noun} ${child.key} of ${call.label}`;
  return sendRequest(call, { ...request, purpose, format: () => pathOf(child) }, () => touch(work, [child]));
}

async function listChildren(owned: OwnedChildren, call: Call, id: string, fresh: boolean): Promise<Listed> {
  const { platform, operation, label } = call;
  const purpose = `Listing the ${owned.noun}s of ${label}`;
  const request = { endpoint: owned.api.list, members: owned.parent(id), purpose };
  const items = await platform.lists.all(request, { fresh, operation });
  return new Map(items.flatMap((item) => owned.listed(item) ?? []).map((child) => [child.key, child]));
}
