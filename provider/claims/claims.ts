/**
 * Who holds what. A resource of the stack *holds* one of the platform if it would update and delete it; no two may, whatever
 * connection leads there. In the order of a run:
 *
 * - check: the program *declares* a resource and its name. Two with the same name clash, or one takes what the other gives up
 *   (`clashes.ts`).
 * - plan: what the stack holds is *planned* to stay, to be replaced or to move. `adoptId` *plans an adoption* of what nobody holds.
 * - create: what was *created*, *adopted*, or *found* after a lost response is held from now on.
 * - create and update: what is *saved* is known with its values, since the state may not have it yet.
 * - delete: nothing is deleted that has a *remaining holder* in this run, or another holder in the stack's state. Each delete
 *   *releases* one of these holders, and the last one deletes.
 */
import { type Declarations, newDeclarations } from "./declarations.js";
import { type Holders, soleHolder } from "./holders.js";
import { type Holder, type Holdings, newHoldings } from "./holdings.js";
import type { Identified } from "./identity.js";
import { type Ledger, ledgerOfProcess, readersOf } from "./ledger.js";

/**
 * What is known of this. All platforms of a run share it: two connections may lead to the same platform, and no comparison of
 * their addresses tells.
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
