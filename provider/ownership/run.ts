import { DuplicateNameError, NameTakenOverError } from "../errors/index.js";
import { normalId, normalName } from "../schema/equality.js";
import type { Value, Values } from "../schema/json.js";
import { type Identified, identifyingArgs, identityKey, identityOf, isIdentifiedByParent } from "./identity.js";
import {
  type EarlierOwner,
  type Entry,
  fingerprint,
  type Ledger,
  ledgerOfProcess,
  newOwnership,
  type Owner,
  type Ownership,
  readersOf,
} from "./ownership.js";
import { type Owners, type StackResource, soleOwner } from "./stackOwners.js";

/** What a run knows. All its platforms share this: two connections may lead to the same one, which their addresses don't show. */
export interface Run {
  /** Owners that this run has seen. With skipped checkpoints, the state doesn't have what the run creates. */
  readonly ownership: Ownership;
  /** Owners in the stack's state. */
  readonly owners: Owners;
  /** Names that this run has seen declared. */
  readonly declarations: Declarations;
  /** References to what this run found gone. The state may no longer have it. */
  readonly gone: Set<string>;
  readonly deployments: Deployments;
  /** Whether Pulumi writes the state only at the end, so that a crash loses what was created. */
  readonly skipsCheckpoints: boolean;
}

interface RunOptions {
  /** If omitted, the state has only one owner of each resource. */
  readonly owners?: Owners | undefined;
  /** If omitted, this is the only process of the run. */
  readonly ledger?: Ledger | undefined;
  readonly skipsCheckpoints?: boolean;
}

export function newRun({
  owners = soleOwner,
  ledger = ledgerOfProcess(),
  skipsCheckpoints = false,
}: RunOptions = {}): Run {
  const reader = readersOf(ledger);
  const [ownership, declarations] = [newOwnership(reader()), newDeclarations(reader())];
  return { ownership, owners, declarations, gone: new Set(), deployments: newDeployments(), skipsCheckpoints };
}

/**
 * Which resource of the stack *owns* a resource of the platform, which means that it updates and deletes it. No two may own the same
 * one, whatever connections they use. In the order of a run:
 *
 * - check: the program *declares* a resource and its name. Two with the same name clash, and so do two of which one takes the other's
 *   former name.
 * - plan: a resource of the state is *planned* to stay, to be replaced or to move. `adoptId` *plans an adoption* of a resource without an
 *   owner.
 * - create: a resource that was *created*, *adopted*, or *found* after a lost response now has an owner.
 * - create and update: what was *saved* is remembered with its values, since the state may not have it yet.
 * - delete: a resource isn't deleted if it has a *remaining owner* in this run, or another owner in the stack's state. Each delete
 *   *releases* one of these owners, and the last one deletes.
 */

/** A resource of the program that owns one of the platform, or is about to. */
interface Claimant extends Owner {
  readonly definition: Identified;
  readonly run: Run;
  readonly platform: { readonly address: string };
}

/** A resource of the program, or something that a resource owns by its arguments. */
export interface Declaration {
  readonly urn: string;
  /** Its identity on the platform. */
  readonly key: string;
  /** Its former key; omitted for a new one. */
  readonly before?: string | undefined;
  /** The label of the resource that owns it by its arguments; omitted for a separate resource. */
  readonly owner?: string;
}

type Clash =
  | { readonly type: "same"; readonly other: string }
  /** One takes the other's former key in the same run, and either request may reach the platform first. */
  | { readonly type: "reused"; readonly newOwner: string; readonly previousOwner: string };

/** Entries of the ledger: a resource is declared, or its owner no longer sets it in its arguments. */
const [DECLARES, DROPS] = ["declares", "drops"];

/** The names that resources of the program declare in this run, in all its processes. */
function newDeclarations(ledger: Ledger) {
  /** URNs by key, and keys by URN. */
  const urns = new Map<string, string>();
  const keys = new Map<string, string>();
  /** URNs by their former keys. */
  const previousOwners = new Map<string, string>();
  /** Owners by the keys of what they own. */
  const owners = new Map<string, string>();
  /** Former owners by these keys. */
  const droppers = new Map<string, string>();

  const apply = ({ did, to: key, urn = "", before, by }: Entry) => {
    if (did === DROPS && by !== undefined) droppers.set(key, by);
    if (did !== DECLARES) return;
    const owned = keys.get(urn);
    if (owned !== undefined && owned !== key) urns.delete(owned);
    const other = urns.get(key);
    if (other !== undefined && other !== urn) return;
    urns.set(key, urn);
    keys.set(urn, key);
    if (before !== undefined) previousOwners.set(before, urn);
    if (by !== undefined) owners.set(key, by);
  };
  const catchUp = () => {
    for (const entry of ledger.read()) apply(entry);
  };
  const record = (entry: Entry) => {
    for (const each of ledger.write(entry)) apply(each);
  };
  const clashOf = (urn: string, key: string, before: string | undefined): Clash | undefined => {
    const other = urns.get(key);
    if (other !== undefined && other !== urn) return { type: "same", other };
    const previousOwner = previousOwners.get(key);
    if (previousOwner !== undefined && previousOwner !== urn) return { type: "reused", newOwner: urn, previousOwner };
    const newOwner = before === undefined ? undefined : urns.get(before);
    return newOwner === undefined ? undefined : { type: "reused", newOwner, previousOwner: urn };
  };

  return {
    /** Declares a resource, which an operation may do several times. Returns a clash with those declared so far. */
    declared({ urn, key: name, before: nameBefore, owner }: Declaration): Clash | undefined {
      const key = fingerprint(name);
      const before = nameBefore === undefined || nameBefore === name ? undefined : fingerprint(nameBefore);
      catchUp();
      const isKnown =
        keys.get(urn) === key && urns.get(key) === urn && (before === undefined || previousOwners.get(before) === urn);
      if (!isKnown) {
        const others = { ...(before && { before }), ...(owner && { by: owner }) };
        record({ did: DECLARES, to: key, urn, ...others });
      }
      return clashOf(urn, key, before);
    },
    /** The resource of the program that owns this key by its arguments. */
    ownerOf(name: string): string | undefined {
      catchUp();
      return owners.get(fingerprint(name));
    },
    /** A resource of the program no longer owns this key: its update deletes the child. */
    dropped(name: string, owner: string): void {
      const key = fingerprint(name);
      if (droppers.get(key) !== owner) record({ did: DROPS, to: key, by: owner });
    },
    dropperOf(name: string): string | undefined {
      catchUp();
      return droppers.get(fingerprint(name));
    },
  };
}

type Declarations = ReturnType<typeof newDeclarations>;

interface CheckedResource {
  readonly urn: string | undefined;
  /** Empty for a new resource. */
  readonly oldInputs: Values;
}

/**
 * Rejects a resource if another one of the program declares the same name in the same parent, or if one of the two takes the other's
 * former name in the same run.
 */
export function refusedAsClash(claimant: Claimant, args: Values, { oldInputs, urn }: CheckedResource): Error[] {
  const { definition, run, label } = claimant;
  const key = keyOf(claimant, args);
  if (key === undefined || urn === undefined) return [];
  const clash = run.declarations.declared({ urn, key, before: keyOf(claimant, oldInputs) });
  if (clash === undefined) return [];
  const names = identifyingArgs(definition, args);
  if (clash.type === "same") return [new DuplicateNameError(label, clash.other, names)];
  // A resource that its parent identifies is saved there, even if another one managed it.
  if (isIdentifiedByParent(definition, args)) return [];
  return [new NameTakenOverError(label, clash.newOwner, clash.previousOwner, nameOf(definition, args))];
}

/**
 * Rejects the name of a resource in the state that the program hasn't declared so far: if the program no longer declares it, Pulumi
 * deletes it only after all updates.
 */
export async function refuseNameOfForgotten(
  claimant: Claimant,
  args: Values,
  { oldInputs, urn }: CheckedResource,
): Promise<void> {
  const { definition, run, label } = claimant;
  const key = keyOf(claimant, args);
  if (key === undefined || urn === undefined || isIdentifiedByParent(definition, args)) return;
  if (key === keyOf(claimant, oldInputs)) return;
  const { ownership, owners } = run;
  const isOwner = (other: StackResource) =>
    other.kind === definition.kind && other.urn !== urn && keyOf(claimant, other.values) === key;
  const owned = await owners
    .matching(urn, (other) => isOwner(other) && !ownership.isDeclared(other.urn))
    .catch(() => []);
  const [previousOwner] = owned;
  if (previousOwner !== undefined)
    throw new NameTakenOverError(label, urn, previousOwner.urn, nameOf(definition, args));
}

/**
 * Rejects an owned child that another resource of the program also declares, or that it gives up in the same run without deleting it: a
 * renamed variable would keep the value.
 *
 * @param key The child's identity as a separate resource.
 * @param owner The label of its owner.
 */
export function refusedAsOwnedTwice(
  { platform, run }: Pick<Claimant, "platform" | "run">,
  { key, owner, label, connection }: OwnedClaim,
): Error | undefined {
  const urn = `${label}, named by ${owner},`;
  const clash = run.declarations.declared({ urn, key: keyAt(platform, connection, key), owner });
  if (clash === undefined) return undefined;
  const subject = `${label} of ${owner}`;
  if (clash.type === "same") return new DuplicateNameError(subject, clash.other, ["on", "key"]);
  return new NameTakenOverError(subject, clash.newOwner, clash.previousOwner, "key");
}

interface OwnedClaim {
  readonly key: string;
  readonly owner: string;
  readonly label: string;
  readonly connection: Value | undefined;
}

/** The resource of the program that owns this one by its arguments, or used to. */
export function ownerInProgram(claimant: Pick<Claimant, "definition" | "platform" | "run">, values: Values) {
  const { declarations } = claimant.run;
  const key = keyOf(claimant, values);
  return key === undefined ? {} : { owner: declarations.ownerOf(key), dropper: declarations.dropperOf(key) };
}

const nameOf = (definition: Identified, args: Values) => identifyingArgs(definition, args).at(-1) ?? "name";

function keyOf({ definition, platform }: Pick<Claimant, "definition" | "platform" | "run">, values: Values) {
  const key = identityKey(definition, values);
  return key === undefined ? undefined : keyAt(platform, values.connection, key);
}

/**
 * Names are unique only on one platform. Local ones may have environments with the same ID, so each address and each connection counts as
 * another platform.
 */
export function keyAt({ address }: Claimant["platform"], connection: Value | undefined, key: string): string {
  return JSON.stringify([address, connection ?? null, key]);
}

/** Whether a resource in the state owns this one, through any connection. */
export function ownsSame(definition: Identified, id: string, values: Values = {}) {
  const identities = [identityOf(definition, id, values), identityOf(definition, id)];
  return ({ kind, id: otherId, values: known }: StackResource): boolean =>
    // A secret place can't be compared, so the ID decides.
    kind === definition.kind && identities.includes(identityOf(definition, otherId, known));
}

/**
 * The owners in the state; none if it can't be read. An entry that is replaced manages nothing. Only adoptions depend on this, never
 * deletes.
 */
export async function ownersInState({ definition, run, urn }: Claimant, id: string, args: Values) {
  const owned = await run.owners.matching(urn, ownsSame(definition, id, args)).catch((): StackResource[] => []);
  return owned.filter(({ awaits }) => awaits === undefined);
}

/** The owner of a resource whose name a new one wants. Nothing if neither this run nor the state has an owner. */
export async function earlierOwner(call: Claimant, id: string, args: Values): Promise<EarlierOwner | undefined> {
  const { ownership } = call.run;
  const owner = ownership.earlierOwner(identityOf(call.definition, id, args), call);
  if (owner !== undefined) return owner;
  // With `--replace`, Pulumi doesn't plan the resource.
  const declared = (await ownersInState(call, id, args)).filter(({ urn }) => ownership.isDeclared(urn));
  if (declared.length === 0) return undefined;
  return declared.some(({ urn }) => urn === call.urn) ? "replaced" : "other";
}

interface Begun {
  /** Label of the resource that began it. */
  readonly by: string;
  /** Nothing if the platform hasn't returned it. */
  readonly request: string | undefined;
}

/** Deploys what the run has written for the services that a resource deploys. */
type Flush = () => Promise<void>;

/** The deployments of this run, by environment. IDs are unique across platforms, so connections don't matter. */
export type Deployments = ReturnType<typeof newDeployments>;

export function newDeployments() {
  const begun = new Map<string, readonly Begun[]>();
  const planned = new Map<string, { readonly parent: string; readonly changes: string }>();
  const flushes = new Map<string, Flush>();
  /** Kinds of what was written on, by ID. */
  const written = new Map<string, string>();
  const environments = new Map<string, ReadonlySet<string>>();
  let running: Promise<void> = Promise.resolve();
  let queued: Promise<void> | undefined;
  let hasWarnedOfUnwatched = false;
  /** One after the other, so that each sees what the others have deployed. */
  const enqueue = (work: () => Promise<void>) => {
    running = running.then(work, work);
    return running;
  };
  /** Those in the environment, the latest last. */
  const begunIn = (environmentId: string) => begun.get(normalId(environmentId)) ?? [];
  return {
    in: begunIn,
    begun: (environmentId: string, deployment: Begun) =>
      void begun.set(normalId(environmentId), [...begunIn(environmentId), deployment]),
    /** A resource is planned. `changes` says in words what its update changes for a service or an environment. */
    planned(resourceId: string, changes: string | undefined, parentId = resourceId) {
      if (changes === undefined) planned.delete(normalId(resourceId));
      else planned.set(normalId(resourceId), { parent: normalId(parentId), changes });
    },
    /** What planned updates change for a service or an environment, in words. */
    plannedFor(parentId: string): readonly string[] {
      const ofParent = [...planned.values()].filter(({ parent }) => parent === normalId(parentId));
      return [...new Set(ofParent.map(({ changes }) => changes))];
    },
    /** The services that a resource deploys must be up to date when the run ends: `flush` is called after each write that they see. */
    keepUpToDate: (by: string, flush: Flush) => void flushes.set(by, flush),
    isRegistered: (by: string) => flushes.has(by),
    /** Calls `flush` of a resource, after those that are running. */
    flush: (by: string) => enqueue(async () => flushes.get(by)?.()),
    /**
     * Something that services see was written: services that must be up to date are deployed again.
     *
     * @param parent What it was written on: `environment/3fa85f64-…`; nothing for a service itself.
     */
    async written(parent?: string): Promise<void> {
      const [id = "", kind = ""] = parent?.split("/").reverse() ?? [];
      if (id !== "") written.set(normalId(id), kind);
      if (flushes.size === 0) return;
      queued ??= enqueue(async () => {
        queued = undefined;
        for (const flush of flushes.values()) await flush();
      });
      await queued;
    },
    /** Whether something was written on one of these: a service, its environment, or a project (whose contents aren't known). */
    isWrittenOn: (...ids: readonly string[]) =>
      [...written].some(([id, kind]) => kind === "project" || ids.some((each) => normalId(each) === id)),
    /** Notes the environment of a service, by ID or, before it has one, by kind and name. */
    seenIn(service: string, environmentId: string) {
      const known = environments.get(normalName(service)) ?? [];
      environments.set(normalName(service), new Set([...known, normalId(environmentId)]));
    },
    /** The environments noted for a service. */
    environmentsOf: (service: string): readonly string[] => [...(environments.get(normalName(service)) ?? [])],
    /** True for the first caller, which then warns for all that it isn't known how deployments end. */
    isFirstUnwatched() {
      const isFirst = !hasWarnedOfUnwatched;
      hasWarnedOfUnwatched = true;
      return isFirst;
    },
  };
}
