import { createHash } from "node:crypto";
import { sameJson, type Values } from "../schema/json.js";

/** What is planned for what a resource of the stack holds. */
export type PlannedHolding =
  /** It stays; this is what the state knows of it. */
  | { readonly stays: Values }
  /** It is deleted, and then created again. */
  | "replaced"
  /** Another one is created elsewhere, and then it is deleted. */
  | "moves";

/** A resource of the stack. */
export interface Holder {
  /** Kind and name, for messages. */
  readonly label: string;
  /** Nothing where the door doesn't receive it; the label then identifies the resource. */
  readonly urn?: string | undefined;
}

/** What happens to what resources hold, as the ledger has it. */
type Deed =
  | "stays"
  | "replaced"
  | "moves"
  | "adoption planned"
  | "adopted"
  | "not adopted"
  | "created"
  | "found"
  | "saved"
  | "declared"
  | "deleting"
  | "released";

/** How a resource of the stack came by a resource of a platform. */
interface Holding {
  readonly by: Holder;
  /** `created`: created or updated by this run. */
  readonly state: "stays" | "replaced" | "moves" | "adoption planned" | "adopted" | "created";
}

/** What writing an entry returns: the label of a resource that is in its way, or whether it is possible. */
type Result = string | boolean | undefined;

/**
 * Which resource of the stack holds which resource of a platform, as far as this run has seen, whatever connection leads there and
 * whichever process has seen it. No two may have the same one as soon as one of them adopts it. Resources of platforms are identified
 * by their identity, resources of the stack by their URN.
 *
 * Everything that happens is an entry of the ledger, and `apply` is the only place where it changes anything. An entry that would
 * change nothing is not written.
 */
export function newHoldings(ledger: Ledger = ledgerOfProcess()) {
  const holdings = new Map<string, Holding>();
  const declared = new Set<string>();
  const deleting = new Set<string>();
  const released = new Map<string, readonly string[]>();
  /** What the state of this process knows of resources that the stack keeps. */
  const known = new Map<string, Values>();

  const apply = ({ did, to, by: label = "", urn }: Entry): Result => {
    const by = { label, urn };
    const held = holdings.get(to);
    const set = (state: Holding["state"]) => void holdings.set(to, { by, state });
    switch (did as Deed) {
      case "stays":
      case "replaced":
      case "moves":
        if (isAdopting(held)) return did === "moves" ? undefined : held.by.label;
        set(did as "stays");
        return undefined;
      case "adoption planned":
        if (isFree(held)) set("adoption planned");
        else if (!isSame(held?.by, by) || !isAdopting(held)) return held?.by.label;
        return undefined;
      case "adopted":
        if (held?.state === "created" || held?.state === "adopted") return false;
        if (isFree(held) || (isSame(held?.by, by) && isAdopting(held))) set("adopted");
        return true;
      case "not adopted":
        if (held?.state === "adopted" && isSame(held.by, by)) set("adoption planned");
        return undefined;
      case "created":
        if (isAdopting(held)) return held.by.label;
        set("created");
        return undefined;
      case "found":
        if (held !== undefined) return false;
        set("created");
        return true;
      case "saved":
        set(held?.state === "adopted" ? "adopted" : "created");
        return undefined;
      case "declared":
        declared.add(to);
        return undefined;
      case "deleting":
        deleting.add(to);
        return undefined;
      case "released":
        released.set(to, [...(released.get(to) ?? []), urn ?? ""]);
        return undefined;
    }
  };
  const catchUp = () => {
    for (const entry of ledger.read()) apply(entry);
  };
  const record = (did: Deed, to: string, by?: Holder): Result => {
    const entry = { did, to, ...(by && { by: by.label }), ...(by?.urn === undefined ? {} : { urn: by.urn }) };
    let result: Result;
    for (const each of ledger.write(entry)) result = apply(each);
    return result;
  };

  return {
    /** The stack's own resource is planned. Returns the resource that adopts the same one, if one does: a conflict. */
    planned(identity: string, by: Holder, plan: PlannedHolding): string | undefined {
      const state = typeof plan === "string" ? plan : "stays";
      const adopter = record(state, identity, by) as string | undefined;
      if (adopter !== undefined || isAdopting(holdings.get(identity))) return adopter;
      if (typeof plan === "string") known.delete(identity);
      else known.set(identity, plan.stays);
      return undefined;
    },
    /** An adoption is planned. Returns the resource that has the same one, if one does: a conflict. */
    adoptionPlanned: (identity: string, by: Holder) => record("adoption planned", identity, by) as string | undefined,
    /** The resource of the stack that holds it, as far as this run has seen. */
    holderOf(identity: string): string | undefined {
      catchUp();
      return holdings.get(identity)?.by.label;
    },
    /** An adoption begins. Whether no other new resource of the stack has the same one. */
    adopted: (identity: string, by: Holder) => record("adopted", identity, by) as boolean,
    /** An adoption that began has failed: it is as it was planned before. */
    notAdopted: (identity: string, by: Holder): void => void record("not adopted", identity, by),
    /** The resource of the program that is to adopt it and hasn't, if that is another one. */
    plannedAdopter(identity: string, by: Holder): string | undefined {
      catchUp();
      const held = holdings.get(identity);
      return held?.state === "adoption planned" && !isSame(held.by, by) ? held.by.label : undefined;
    },
    /** A create succeeded. Returns the resource that adopts the same one, if one does: a conflict. */
    created: (identity: string, by: Holder) => record("created", identity, by) as string | undefined,
    /** The resource of a create whose response was lost was found. Whether nothing else holds it. */
    found: (identity: string, by: Holder) => record("found", identity, by) as boolean,
    /** A resource was created or updated, and its state is known. */
    saved(identity: string, by: Holder, values: Values): void {
      const held = holdings.get(identity);
      const isKnown = (held?.state === "created" || held?.state === "adopted") && isSame(held.by, by);
      if (!isKnown) record("saved", identity, by);
      known.set(identity, values);
    },
    /** A resource of the stack places another one, such as a service in a stage. Whatever else places it gives way. */
    placed(identity: string, by: Holder): void {
      catchUp();
      if (holdings.get(identity)?.by.label !== by.label) record("created", identity, by);
    },
    /** What the state knows of a resource that the stack keeps. */
    knownOf: (identity: string): Values | undefined => known.get(identity),
    /**
     * Who held a resource whose name a new one finds taken: another resource of the stack, or the new one itself, which it was before
     * it moved to a connection that leads to the same platform; nothing if nobody had it before this run.
     */
    earlierHolder(identity: string, by: Holder): "other" | "itself" | undefined {
      catchUp();
      const held = holdings.get(identity);
      if (held?.state === "moves" && isSame(held.by, by)) return "itself";
      const isFromBefore = held?.state === "stays" || held?.state === "replaced" || held?.state === "moves";
      return isFromBefore ? "other" : undefined;
    },
    /**
     * The resource that still holds what the stack forgets under another name; `values` is what the state knows of what is forgotten. A
     * resource that was only planned to stay may be the forgotten one itself: it is replaced after all.
     */
    remainingHolder(identity: string, forgotten: Holder, values: Values): string | undefined {
      catchUp();
      const held = holdings.get(identity);
      if (held === undefined || held.state === "replaced" || held.state === "moves") return undefined;
      // An alias has another URN.
      const isItself =
        (forgotten.urn !== undefined && held.by.urn === forgotten.urn) || sameJson(known.get(identity), values);
      return held.state === "stays" && isItself ? undefined : held.by.label;
    },
    /** The program declares this resource. */
    declared(urn: string): void {
      if (!declared.has(urn)) record("declared", urn);
    },
    /** Whether the program declares it, as far as this run has seen. */
    isDeclared(urn: string): boolean {
      catchUp();
      return declared.has(urn);
    },
    /** Whether a resource of the stack keeps it, as far as this run has seen. */
    isKept(identity: string): boolean {
      catchUp();
      const held = holdings.get(identity);
      return held !== undefined && held.state !== "replaced" && held.state !== "moves";
    },
    /** The run deletes this resource of the stack, by its URN, or of a platform, by its identity: it goes anyway. */
    deleting: (it: string): void => void record("deleting", it),
    isDeleting(it: string): boolean {
      catchUp();
      return deleting.has(it);
    },
    /**
     * A resource of the stack gives up what it holds. Returns the URNs of those that gave it up before in this run: of several, the
     * last one deletes it.
     */
    released(identity: string, by: Holder): readonly string[] {
      record("released", identity, by);
      return (released.get(identity) ?? []).slice(0, -1);
    },
  };
}

export type Holdings = ReturnType<typeof newHoldings>;

function isAdopting(holding: Holding | undefined): holding is Holding {
  return holding?.state === "adopted" || holding?.state === "adoption planned";
}

/** Whether it may be adopted: nothing holds it, or its holder gives it up. */
function isFree(holding: Holding | undefined): boolean {
  return holding === undefined || holding.state === "moves";
}

function isSame(one: Holder | undefined, other: Holder): boolean {
  return one?.urn === undefined || other.urn === undefined ? one?.label === other.label : one.urn === other.urn;
}

/**
 * What the provider processes of a run have done to what the stack holds. A run has several: one for each door, and one for each
 * explicit provider. Each of them may delete what another one has just adopted.
 *
 * The ledger is a list of entries that only grows. All processes write to it and read the same entries in the same order, so each
 * of them comes to the same conclusions. It has no values of resources, and so no secrets.
 */
export interface Entry {
  /** What happened, in the vocabulary of its reader. */
  readonly did: string;
  /** Kind and ID of what it happened to, or the URN of a resource of the program. */
  readonly to: string;
  /** The resource of the stack that did it, as messages name it. */
  readonly by?: string;
  /** Its URN; nothing where the door doesn't receive it. */
  readonly urn?: string;
  /** What it was until now, for what moves. */
  readonly before?: string;
}

export interface Ledger {
  /** Writes an entry. Returns what came since the last call, and at the end this entry: what came after it is for the next call. */
  write(entry: Entry): readonly Entry[];
  /** What came since the last call. */
  read(): readonly Entry[];
}

/** The ledger of a run of which this process is the only one. */
export function ledgerOfProcess(): Ledger {
  return { write: (entry) => [entry], read: () => [] };
}

/** The same ledger for several readers of a process, each of which reads all of it. */
export function readersOf(ledger: Ledger): () => Ledger {
  const entries: Entry[] = [];
  const add = (added: readonly Entry[]) => {
    for (const entry of added) entries.push(entry);
  };
  return () => {
    let taken = 0;
    const take = () => {
      const next = entries.slice(taken);
      taken = entries.length;
      return next;
    };
    return {
      write(entry) {
        add(ledger.write(entry));
        return take();
      },
      read() {
        add(ledger.read());
        return take();
      },
    };
  };
}

/** Stands for a name in an entry, which must not contain it: it may be secret. */
export function fingerprint(text: string): string {
  return createHash("sha256").update(text).digest("base64url");
}

/** Where a ledger is kept that several processes share. */
export interface SharedText {
  /** Adds a line, in one step. */
  append(line: string): void;
  /** The whole lines that were added since the last call, by whatever process. */
  next(): readonly string[];
}

/** @param writer Tells this process from the others of the run. */
export function sharedLedger({ append, next }: SharedText, writer: string): Ledger {
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
