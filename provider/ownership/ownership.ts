import { createHash } from "node:crypto";
import { sameJson, type Values } from "../schema/json.js";

/** What a plan does with a resource of the state. */
type PlannedOwnership =
  /** It stays, with these values in the state. */
  | { readonly retained: Values }
  /** It's deleted, then created again. */
  | "replaced"
  /** A new one is created elsewhere, then it's deleted. */
  | "moves";

/**
 * The owner of a resource before this run: another resource of the stack, the one that asks, which this run replaces, or that one with
 * another connection to the same platform.
 */
export type EarlierOwner = "other" | "replaced" | "itself";

/** A resource of the stack. */
export interface Owner {
  /** Kind and name, for messages. */
  readonly label: string;
  /** Nothing if the provider doesn't receive it; then the label identifies the resource. */
  readonly urn?: string | undefined;
}

/** How a resource of the stack came to own one of the platform. */
interface Owned {
  readonly by: Owner;
  /** `created`: created or updated by this run. */
  readonly state: "retained" | "replaced" | "moves" | "adoption planned" | "adopted" | "not adopted" | "created";
}

/** Events of which only the last one matters for an owner. */
type OwnershipEvent = Owned["state"] | "found" | "saved";

/** The owner of a resource after an event: it stays as it is if the two conflict. */
function ownerAfter(before: Owned | undefined, did: OwnershipEvent, by: Owner): Owned | undefined {
  switch (did) {
    case "retained":
    case "replaced":
    case "moves":
    case "created":
      return isAdopting(before) ? before : { by, state: did };
    case "adoption planned":
      return isFree(before) ? { by, state: did } : before;
    case "adopted":
      return isFree(before) || isOpenFor(by, before) ? { by, state: did } : before;
    case "not adopted":
      return before?.state === "adopted" && isSame(before.by, by) ? { by, state: did } : before;
    case "found":
      return before ?? { by, state: "created" };
    case "saved":
      return { by, state: before?.state === "adopted" ? "adopted" : "created" };
    default:
      return before;
  }
}

function isAdopting(owned: Owned | undefined): owned is Owned {
  return owned !== undefined && ["adopted", "adoption planned", "not adopted"].includes(owned.state);
}

/** Whether it may be adopted: it has no owner, or its owner gives it up. */
function isFree(owned: Owned | undefined): boolean {
  return owned === undefined || owned.state === "moves";
}

/** Whether this resource is to adopt it, and may begin to. */
function isOpenFor(by: Owner, owned: Owned | undefined): boolean {
  return isAdopting(owned) && owned.state !== "adopted" && isSame(owned.by, by);
}

function isReleased(owned: Owned): boolean {
  return owned.state === "replaced" || owned.state === "moves";
}

function isSame(one: Owner | undefined, other: Owner): boolean {
  return one?.urn === undefined || other.urn === undefined ? one?.label === other.label : one.urn === other.urn;
}

/**
 * Which resource of the stack owns which one of a platform, as seen by all processes of this run, through any connection. As soon as a
 * resource adopts one, no other may own it. Resources of platforms are identified by their identity, resources of the stack by their URN.
 *
 * Everything that happens is an entry of the ledger, and only entries change anything. An entry that would change nothing isn't written.
 */
export function newOwnership(ledger: Ledger = ledgerOfProcess()) {
  const owners = new Map<string, Owned>();
  /** URNs that the state had. */
  const planned = new Set<string>();
  const declared = new Set<string>();
  const deleting = new Set<string>();
  const released = new Map<string, readonly string[]>();
  /** Values of resources that stay in the stack, as this process knows them. */
  const known = new Map<string, Values>();

  /** Returns the owner before. */
  const apply = ({ did, to, by: label = "", urn }: Entry): Owned | undefined => {
    const before = owners.get(to);
    const after = ownerAfter(before, did as OwnershipEvent, { label, urn });
    if (after !== undefined) owners.set(to, after);
    if (urn !== undefined && ["retained", "replaced", "moves"].includes(did)) planned.add(urn);
    if (did === "declared") declared.add(to);
    if (did === "deleting") deleting.add(to);
    if (did === "released") released.set(to, [...(released.get(to) ?? []), urn ?? ""]);
    return before;
  };
  const catchUp = () => {
    for (const entry of ledger.read()) apply(entry);
  };
  /** Returns the owner before this event, which may be of another process. */
  const record = (did: OwnershipEvent | "declared" | "deleting" | "released", to: string, by?: Owner) => {
    const entry = { did, to, ...(by && { by: by.label }), ...(by?.urn === undefined ? {} : { urn: by.urn }) };
    let before: Owned | undefined;
    for (const each of ledger.write(entry)) before = apply(each);
    return before;
  };
  const ownerNow = (identity: string): Owned | undefined => {
    catchUp();
    return owners.get(identity);
  };

  return {
    /** A resource of the state was planned. Returns a conflicting resource that adopts the same one. */
    planned(identity: string, by: Owner, plan: PlannedOwnership): string | undefined {
      const before = record(typeof plan === "string" ? plan : "retained", identity, by);
      if (isAdopting(before)) return plan === "moves" ? undefined : before.by.label;
      if (typeof plan === "string") known.delete(identity);
      else known.set(identity, plan.retained);
      return undefined;
    },
    /** An adoption was planned. Returns a conflicting resource that has the same one. */
    adoptionPlanned(identity: string, by: Owner): string | undefined {
      const before = record("adoption planned", identity, by);
      return isFree(before) || (isAdopting(before) && isSame(before.by, by)) ? undefined : before?.by.label;
    },
    /** The owner that this run has seen. */
    ownerOf: (identity: string): string | undefined => ownerNow(identity)?.by.label,
    /** An adoption begins. Returns whether no other new resource of the stack has the same one. */
    adopted(identity: string, by: Owner): boolean {
      const before = record("adopted", identity, by);
      return before?.state !== "created" && before?.state !== "adopted";
    },
    /** An adoption failed. It may be tried again. */
    notAdopted: (identity: string, by: Owner): void => void record("not adopted", identity, by),
    /** What will adopt it: another resource of the program, or the one that gives it up if that has failed to adopt it. */
    plannedAdopter(identity: string, by: Owner): string | undefined {
      const owned = ownerNow(identity);
      const isOpen = owned?.state === "not adopted" || (owned?.state === "adoption planned" && !isSame(owned.by, by));
      return isOpen ? owned.by.label : undefined;
    },
    /** A create succeeded. Returns a conflicting resource that adopts the same one. */
    created(identity: string, by: Owner): string | undefined {
      const before = record("created", identity, by);
      return isAdopting(before) && !isSame(before.by, by) ? before.by.label : undefined;
    },
    /** The result of a create whose response was lost was found. Returns whether nothing else owns it. */
    found(identity: string, by: Owner): boolean {
      const before = record("found", identity, by);
      // An update may create it anew, under the same identity.
      const isKept = before?.state === "retained" || before?.state === "adopted";
      return before === undefined || (isKept && isSame(before.by, by));
    },
    /** A resource was created or updated, and has these values. */
    saved(identity: string, by: Owner, values: Values): void {
      const owned = owners.get(identity);
      const isKnown = (owned?.state === "created" || owned?.state === "adopted") && isSame(owned.by, by);
      if (!isKnown) record("saved", identity, by);
      known.set(identity, values);
    },
    /** A resource of the stack places another one, such as a service in a stage. It takes precedence over earlier ones. */
    moved(identity: string, by: Owner): void {
      if (ownerNow(identity)?.by.label !== by.label) record("created", identity, by);
    },
    /** The values of a resource that stays in the stack. */
    knownOf: (identity: string): Values | undefined => known.get(identity),
    /** The owner of a resource whose name a new one wants. Nothing if it had no owner before this run. */
    earlierOwner(identity: string, by: Owner): EarlierOwner | undefined {
      const owned = ownerNow(identity);
      if (owned === undefined || (owned.state !== "retained" && !isReleased(owned))) return undefined;
      if (!isSame(owned.by, by)) return "other";
      return owned.state === "moves" ? "itself" : "replaced";
    },
    /**
     * The resource that still owns what the stack removes under another name; `values` are the state's. A resource that was only planned
     * to stay may be the removed one itself, which is replaced after all.
     */
    remainingOwner(identity: string, forgotten: Owner, values: Values): string | undefined {
      const owned = ownerNow(identity);
      if (owned === undefined || isReleased(owned)) return undefined;
      // With an alias, the URN differs.
      const isItself =
        (forgotten.urn !== undefined && owned.by.urn === forgotten.urn) || sameJson(known.get(identity), values);
      return owned.state === "retained" && isItself ? undefined : owned.by.label;
    },
    /** Whether a process of an earlier run created it for this resource of the stack, and was killed. */
    wasCreatedByKilled: (identity: string, { urn }: Owner): boolean =>
      urn !== undefined &&
      ledger
        .killed()
        .some(({ did, to, urn: of }) => (did === "created" || did === "found") && to === identity && of === urn),
    /** Whether this run has planned to replace it. */
    isReplaced(identity: string): boolean {
      const owned = ownerNow(identity);
      return owned !== undefined && isReleased(owned);
    },
    /** Whether a resource of the stack owns it and won't give it up, as far as this run has seen. */
    isRetained(identity: string): boolean {
      const owned = ownerNow(identity);
      return owned !== undefined && !isReleased(owned);
    },
    declared(urn: string): void {
      if (!declared.has(urn)) record("declared", urn);
    },
    /** Whether this run has seen the program declare it. */
    isDeclared(urn: string): boolean {
      catchUp();
      return declared.has(urn);
    },
    /** Whether the state had a resource with this URN when the run planned it, so that a create replaces it. */
    isPlanned(urn: string): boolean {
      catchUp();
      return planned.has(urn);
    },
    /** The run deletes a resource, of the stack by URN or of a platform by identity, whoever owns it. */
    deleting: (it: string): void => void record("deleting", it),
    isDeleting(it: string): boolean {
      catchUp();
      return deleting.has(it);
    },
    /**
     * A resource of the stack releases what it owns. Returns the URNs of those that released it before in this run: the last of several
     * deletes it.
     */
    released(identity: string, by: Owner): readonly string[] {
      record("released", identity, by);
      return (released.get(identity) ?? []).slice(0, -1);
    },
  };
}

export type Ownership = ReturnType<typeof newOwnership>;

/**
 * What the provider processes of a run have done with what the stack owns. There are several processes, one for each frontend and each
 * explicit provider, and each could delete what another one has just adopted.
 *
 * The ledger is an append-only list. All processes read the same entries in the same order, so they reach the same conclusions. It has no
 * values of resources, and so no secrets.
 */
export interface Entry {
  /** What happened, in the vocabulary of its reader. */
  readonly did: string;
  /** Kind and ID of a resource of a platform, or the URN of one of the program. */
  readonly to: string;
  /** The label of the resource of the stack that did it. */
  readonly by?: string;
  /** Its URN; nothing if the provider doesn't receive it. */
  readonly urn?: string;
  /** The former key, for what moves. */
  readonly before?: string;
}

export interface Ledger {
  /** Writes an entry. Returns all entries since the last call up to this one. */
  write(entry: Entry): readonly Entry[];
  /** Returns all entries since the last call. */
  read(): readonly Entry[];
  /** Returns the entries of earlier runs on this machine whose processes were killed. */
  killed(): readonly Entry[];
}

/** The ledger of a run with only this process. */
export function ledgerOfProcess(): Ledger {
  return { write: (entry) => [entry], read: () => [], killed: () => [] };
}

/** The same ledger for several readers in a process, each of which reads all entries. */
export function readersOf(ledger: Ledger): () => Ledger {
  const queues: Entry[][] = [];
  const add = (entries: readonly Entry[]) => {
    for (const queue of queues) for (const entry of entries) queue.push(entry);
  };
  return () => {
    const queue: Entry[] = [];
    queues.push(queue);
    return {
      write(entry) {
        add(ledger.write(entry));
        return queue.splice(0);
      },
      read() {
        add(ledger.read());
        return queue.splice(0);
      },
      killed: ledger.killed,
    };
  };
}

/** Replaces a name in an entry, since names may be secret. */
export function fingerprint(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** A text that several processes share. */
interface SharedText {
  /** Adds a line atomically. */
  append(line: string): void;
  /** Returns the complete lines that any process has added since the last call. */
  next(): readonly string[];
}

/** @param writer Identifies this process in the run. */
export function sharedLedger({ append, next }: SharedText, writer: string): Omit<Ledger, "killed"> {
  let written = 0;
  let ahead: (readonly [line: string, entry: Entry])[] = [];
  const catchUp = () => {
    ahead = [...ahead, ...next().map((line) => [line, (JSON.parse(line) as { entry: Entry }).entry] as const)];
  };
  const take = (count: number) => ahead.splice(0, count).map(([, entry]) => entry);
  return {
    write(entry) {
      written += 1;
      const line = JSON.stringify({ writer, number: written, entry });
      append(line);
      catchUp();
      const own = ahead.findIndex(([each]) => each === line);
      if (own < 0) throw new Error("an entry was written and can't be read");
      return take(own + 1);
    },
    read() {
      catchUp();
      return take(ahead.length);
    },
  };
}
