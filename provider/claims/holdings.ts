import { sameJson, type Values } from "../schema/json.js";

/** What is planned for what a resource of the stack holds. */
export type PlannedHolding =
  /** It stays; this is what the state knows of it. */
  | { readonly stays: Values }
  /** It is deleted, and then created again. */
  | "replaced"
  /** Another one is created elsewhere, and then it is deleted. */
  | "moves";

/** How a resource of the stack came by a resource of a platform. */
interface Holding {
  /** Label of the resource of the stack. */
  readonly by: string;
  /** `created`: created or updated by this operation. */
  readonly state: "stays" | "replaced" | "moves" | "adoption planned" | "adopted" | "created";
  /** What the state knows of it. */
  readonly known?: Values;
}

/**
 * Which resource of the stack holds which resource of a platform, as far as this operation has seen, whatever connection leads there.
 * No two may have the same one as soon as one of them adopts it. Resources of platforms are told by their identity, resources of the
 * stack by label.
 */
export function newHoldings() {
  const holdings = new Map<string, Holding>();
  const urns = new Set<string>();
  const isAdopting = (holding: Holding | undefined): holding is Holding =>
    holding?.state === "adopted" || holding?.state === "adoption planned";
  /** Whether it may be adopted: nobody has it, or who has it leaves it. */
  const isFree = (holding: Holding | undefined) => holding === undefined || holding.state === "moves";
  return {
    /** The stack's own resource is planned. Returns the resource that adopts the same one, if one does: a conflict. */
    planned(identity: string, by: string, plan: PlannedHolding): string | undefined {
      const held = holdings.get(identity);
      if (isAdopting(held)) return plan === "moves" ? undefined : held.by;
      holdings.set(
        identity,
        typeof plan === "string" ? { by, state: plan } : { by, state: "stays", known: plan.stays },
      );
      return undefined;
    },
    /** An adoption is planned. Returns the resource that has the same one, if one does: a conflict. */
    adoptionPlanned(identity: string, by: string): string | undefined {
      const held = holdings.get(identity);
      if (isFree(held)) holdings.set(identity, { by, state: "adoption planned" });
      else if (held?.by !== by || !isAdopting(held)) return held?.by;
      return undefined;
    },
    /** The resource of the stack that holds it, as far as this operation has seen. */
    holderOf: (identity: string): string | undefined => holdings.get(identity)?.by,
    /** An adoption begins. Whether no other new resource of the stack has the same one. */
    adopted(identity: string, by: string): boolean {
      const held = holdings.get(identity);
      if (held?.state === "created" || held?.state === "adopted") return false;
      if (isFree(held) || (held?.by === by && isAdopting(held))) holdings.set(identity, { by, state: "adopted" });
      return true;
    },
    /** A create succeeded. Returns the resource that adopts the same one, if one does: a conflict. */
    created(identity: string, by: string): string | undefined {
      const held = holdings.get(identity);
      if (isAdopting(held)) return held.by;
      holdings.set(identity, { by, state: "created" });
      return undefined;
    },
    /** A create whose response was lost has been found. Whether nobody else has it. */
    found(identity: string, by: string): boolean {
      if (holdings.has(identity)) return false;
      holdings.set(identity, { by, state: "created" });
      return true;
    },
    /** A resource was created or updated, and its state is known. */
    saved(identity: string, by: string, known: Values): void {
      const state = holdings.get(identity)?.state === "adopted" ? "adopted" : "created";
      holdings.set(identity, { by, state, known });
    },
    /** What the state knows of a resource that the stack keeps. */
    knownOf: (identity: string): Values | undefined => holdings.get(identity)?.known,
    /**
     * Who held a resource whose name a new one finds taken: another resource of the stack, or the new one itself, which it was before
     * it moved to a connection that leads to the same platform; nothing if nobody had it before this operation.
     */
    earlierHolder(identity: string, by: string): "other" | "itself" | undefined {
      const held = holdings.get(identity);
      if (held?.state === "moves" && held.by === by) return "itself";
      const isFromBefore = held?.state === "stays" || held?.state === "replaced" || held?.state === "moves";
      return isFromBefore ? "other" : undefined;
    },
    /**
     * The resource that still holds what the stack forgets under another name; `forgotten` is what its state knows. A resource that was
     * only planned to stay, and whose state knows the same, is the forgotten one itself: it is replaced after all.
     */
    remainingHolder(identity: string, forgotten: Values): string | undefined {
      const held = holdings.get(identity);
      if (held?.state === "replaced" || held?.state === "moves") return undefined;
      if (held?.state === "stays" && sameJson(held.known, forgotten)) return undefined;
      return held?.by;
    },
    /** The program declares this resource. */
    declared: (urn: string): void => void urns.add(urn),
    /** Whether the program declares it, as far as this operation has seen. */
    isDeclared: (urn: string): boolean => urns.has(urn),
  };
}

export type Holdings = ReturnType<typeof newHoldings>;
