import { type Holders, soleHolder } from "./holders.js";
import {
  type Entry,
  fingerprint,
  type Holder,
  type Holdings,
  type Ledger,
  ledgerOfProcess,
  newHoldings,
  readersOf,
} from "./holdings.js";
import type { Identified } from "./identity.js";

/**
 * Which resource of the stack *holds* which one of the platform, and so updates and deletes it. No two may hold the same one, whatever
 * connections they use. In the order of a run:
 *
 * - check: the program *declares* a resource and its name. Two with the same name clash, or one takes what the other gives up
 *   (`clashes.ts`).
 * - plan: what the stack holds is *planned* to stay, to be replaced or to move. `adoptId` *plans an adoption* of a resource without a
 *   holder.
 * - create: what was *created*, *adopted*, or *found* after a lost response is held from now on.
 * - create and update: what is *saved* is known with its values, since the state may not have it yet.
 * - delete: nothing is deleted that has a *remaining holder* in this run, or another holder in the stack's state. Each delete
 *   *releases* one of these holders, and the last one deletes.
 */

/**
 * What a run knows about this. All its platforms share it: two connections may lead to the same platform, which their addresses don't show.
 */
export interface Claims {
  /** Which resources this operation has seen held: the state does not have what it creates while Pulumi skips checkpoints. */
  readonly holdings: Holdings;
  /** Which resources the stack's state has. */
  readonly holders: Holders;
  /** Which names this operation has seen declared. */
  readonly declarations: Declarations;
  /** What this operation has found gone on a platform, by reference. The state may not have it any more. */
  readonly gone: Set<string>;
}

/** A resource of the program that holds one of the platform, or is about to. */
export interface Claimant extends Holder {
  readonly definition: Identified;
  readonly platform: Claims & {
    /** The base URL of the platform. */
    readonly address: string;
  };
}

/**
 * @param holders If omitted, the stack has each resource once.
 * @param ledger If omitted, no other process takes part in the run.
 */
export function newClaims(holders: Holders = soleHolder, ledger: Ledger = ledgerOfProcess()): Claims {
  const reader = readersOf(ledger);
  return { holdings: newHoldings(reader()), holders, declarations: newDeclarations(reader()), gone: new Set() };
}

/** A resource of the program that is checked, or what a resource names in its arguments as its own. */
export interface Declaration {
  readonly urn: string;
  /** What identifies it on the platform. */
  readonly key: string;
  /** What identified it there until now; omitted for a new one. */
  readonly before?: string | undefined;
  /** The resource that names it in its arguments, as messages name it; omitted for a resource of its own. */
  readonly owner?: string;
}

/** Why two resources of a program clash. */
export type Clash =
  /** Both have the same key. */
  | { readonly sort: "same"; readonly other: string }
  /** One reuses the key of the other in the same run, and either request may reach the platform first. */
  | { readonly sort: "taken over"; readonly taker: string; readonly giver: string };

/** How the ledger calls a declaration, and a resource that no longer names something in its arguments. */
const [DECLARES, DROPS] = ["declares", "drops"];

/** Which names the resources of the program declare in this operation, in whatever process of the run. */
export function newDeclarations(ledger: Ledger = ledgerOfProcess()) {
  /** URNs by key, and keys by URN. */
  const urns = new Map<string, string>();
  const keys = new Map<string, string>();
  /** URNs by the key that they give up. */
  const givers = new Map<string, string>();
  /** The resources that name something in their arguments, by its key. */
  const owners = new Map<string, string>();
  /** The resources that no longer do. */
  const droppers = new Map<string, string>();

  const apply = ({ did, to: key, urn = "", before, by }: Entry) => {
    if (did === DROPS && by !== undefined) droppers.set(key, by);
    if (did !== DECLARES) return;
    const held = keys.get(urn);
    if (held !== undefined && held !== key) urns.delete(held);
    const other = urns.get(key);
    if (other !== undefined && other !== urn) return;
    urns.set(key, urn);
    keys.set(urn, key);
    if (before !== undefined) givers.set(before, urn);
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
    if (other !== undefined && other !== urn) return { sort: "same", other };
    const giver = givers.get(key);
    if (giver !== undefined && giver !== urn) return { sort: "taken over", taker: urn, giver };
    const taker = before === undefined ? undefined : urns.get(before);
    return taker === undefined ? undefined : { sort: "taken over", taker, giver: urn };
  };

  return {
    /** A resource of the program is checked; an operation may check it several times. Returns what clashes with others so far. */
    declared({ urn, key: name, before: nameBefore, owner }: Declaration): Clash | undefined {
      const key = fingerprint(name);
      const before = nameBefore === undefined || nameBefore === name ? undefined : fingerprint(nameBefore);
      catchUp();
      const isKnown =
        keys.get(urn) === key && urns.get(key) === urn && (before === undefined || givers.get(before) === urn);
      if (!isKnown) {
        const others = { ...(before && { before }), ...(owner && { by: owner }) };
        record({ did: DECLARES, to: key, urn, ...others });
      }
      return clashOf(urn, key, before);
    },
    /** The resource of the program that names what has this key in its arguments, as its own. */
    ownerOf(name: string): string | undefined {
      catchUp();
      return owners.get(fingerprint(name));
    },
    /** A resource of the program no longer names in its arguments what has this key: its update deletes that. */
    dropped(name: string, owner: string): void {
      const key = fingerprint(name);
      if (droppers.get(key) !== owner) record({ did: DROPS, to: key, by: owner });
    },
    /** The resource of the program that no longer names what has this key. */
    dropperOf(name: string): string | undefined {
      catchUp();
      return droppers.get(fingerprint(name));
    },
  };
}

export type Declarations = ReturnType<typeof newDeclarations>;
