import { type Declarations, newDeclarations } from "./declarations.js";
import { type Holders, soleHolder } from "./holders.js";
import { newOwnership, type Ownership } from "./ownership.js";

/**
 * Who holds which resource of a platform. All platforms of a process share it: two connections may lead to the same platform, and no
 * comparison of their addresses tells.
 */
export interface Claims {
  /** Which resources this operation has seen held: the state does not have what it creates while Pulumi skips checkpoints. */
  readonly ownership: Ownership;
  /** Which resources the stack's state has. */
  readonly holders: Holders;
  /** Which names this operation has seen declared. */
  readonly declarations: Declarations;
}

/** @param holders If omitted, the stack has each resource once. */
export function newClaims(holders: Holders = soleHolder): Claims {
  return { ownership: newOwnership(), holders, declarations: newDeclarations() };
}
