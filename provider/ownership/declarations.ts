import type { Identified } from "./identity.js";
import {
  type Entry,
  fingerprint,
  type Ledger,
  ledgerOfProcess,
  newOwnership,
  type Owner,
  type Ownership,
  readersOf,
} from "./ownership.js";
import { type Owners, soleOwner } from "./stackOwners.js";

/**
 * Which resource of the stack *holds* a resource of the platform, which means that it updates and deletes it. No two may hold the same
 * one, whatever connections they use. In the order of a run:
 *
 * - check: the program *declares* a resource and its name. Two with the same name clash, and so do two of which one takes the other's
 *   former name (`clashes.ts`).
 * - plan: a resource of the state is *planned* to stay, to be replaced or to move. `adoptId` *plans an adoption* of a resource without a
 *   owner.
 * - create: a resource that was *created*, *adopted*, or *found* after a lost response now has an owner.
 * - create and update: what was *saved* is remembered with its values, since the state may not have it yet.
 * - delete: a resource isn't deleted if it has a *remaining owner* in this run, or another owner in the stack's state. Each delete
 *   *releases* one of these owners, and the last one deletes.
 */

/** What a run knows about owners. */
export interface Claims {
  /** Owners that this run has seen. With skipped checkpoints, the state doesn't have what the run creates. */
  readonly ownership: Ownership;
  /** Owners in the stack's state. */
  readonly owners: Owners;
  /** Names that this run has seen declared. */
  readonly declarations: Declarations;
  /** References to what this run found gone. The state may no longer have it. */
  readonly gone: Set<string>;
}

/** A resource of the program that holds one of the platform, or is about to. */
export interface Claimant extends Owner {
  readonly definition: Identified;
  readonly run: Claims;
  readonly platform: { readonly address: string };
}

/**
 * @param owners If omitted, the state has only one owner of each resource.
 * @param ledger If omitted, this is the only process of the run.
 */
export function newClaims(owners: Owners = soleOwner, ledger: Ledger = ledgerOfProcess()): Claims {
  const reader = readersOf(ledger);
  return { ownership: newOwnership(reader()), owners, declarations: newDeclarations(reader()), gone: new Set() };
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

/** Why two resources of a program clash. */
export type Clash =
  | { readonly type: "same"; readonly other: string }
  /** One takes the other's former key in the same run, and either request may reach the platform first. */
  | { readonly type: "reused"; readonly newOwner: string; readonly previousOwner: string };

/** Entries of the ledger: a resource is declared, or its owner no longer sets it in its arguments. */
const [DECLARES, DROPS] = ["declares", "drops"];

/** The names that resources of the program declare in this run, in all its processes. */
export function newDeclarations(ledger: Ledger = ledgerOfProcess()) {
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

export type Declarations = ReturnType<typeof newDeclarations>;
