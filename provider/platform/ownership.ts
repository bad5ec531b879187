import { sameJson, type Values } from "../schema/json.js";

/** How a resource of the stack came by a resource of the platform. */
type Holding = {
  /** Label of the resource of the stack. */
  readonly by: string;
  /** What the state knows of it. */
  readonly known?: Values;
} & (
  | { readonly state: "planned"; readonly adopts: boolean }
  /** Created or updated by this operation. */
  | { readonly state: "created" }
  | { readonly state: "adopted" }
);

/**
 * Which resource of the stack has which resource of a platform, as far as this operation has seen. No two may have the same one
 * as soon as one of them adopts it. Resources of the platform are told by their identity, resources of the stack by label.
 */
export interface Ownership {
  /**
   * The stack's own resource is planned to stay, or to be replaced.
   *
   * @param known What the state knows of it; omitted where it is replaced.
   * @returns The resource that adopts the same one, if one does: a conflict.
   */
  planned(identity: string, by: string, known?: Values): string | undefined;
  /** An adoption is planned. Returns the resource that has the same one, if one does: a conflict. */
  adoptionPlanned(identity: string, by: string): string | undefined;
  /** The resource of the stack that has it, as far as this operation has seen. */
  holderOf(identity: string): string | undefined;
  /** An adoption begins. Whether no other new resource of the stack has the same one. */
  adopted(identity: string, by: string): boolean;
  /** A create succeeded. Returns the resource that adopts the same one, if one does: a conflict. */
  created(identity: string, by: string): string | undefined;
  /** A create whose response was lost has been found. Whether nobody else has it. */
  found(identity: string, by: string): boolean;
  /** A resource was created or updated, and its state is known. */
  saved(identity: string, by: string, known: Values): void;
  /** What the state knows of a resource that the stack keeps. */
  knownOf(identity: string): Values | undefined;
  /** Whether a resource of the stack has it from an earlier operation, and is planned to stay. */
  isPlannedToStay(identity: string): boolean;
  /**
   * The resource that keeps what the stack forgets under another name; `forgotten` is what its state knows. A resource that was
   * only planned to stay, and whose state knows the same, is the forgotten one itself: it is replaced after all.
   */
  keeperOf(identity: string, forgotten: Values): string | undefined;
}

export function newOwnership(): Ownership {
  const holdings = new Map<string, Holding>();
  const isAdopting = (holding: Holding | undefined): holding is Holding =>
    holding?.state === "adopted" || (holding?.state === "planned" && holding.adopts);
  return {
    planned(identity, by, known) {
      const held = holdings.get(identity);
      if (isAdopting(held)) return held.by;
      holdings.set(identity, { state: "planned", by, adopts: false, ...(known === undefined ? {} : { known }) });
      return undefined;
    },
    adoptionPlanned(identity, by) {
      const held = holdings.get(identity);
      if (held !== undefined && (held.by !== by || !isAdopting(held))) return held.by;
      if (held === undefined) holdings.set(identity, { state: "planned", by, adopts: true });
      return undefined;
    },
    holderOf: (identity) => holdings.get(identity)?.by,
    adopted(identity, by) {
      const held = holdings.get(identity);
      if (held?.state === "created" || held?.state === "adopted") return false;
      if (held === undefined || (held.by === by && held.adopts)) holdings.set(identity, { state: "adopted", by });
      return true;
    },
    created(identity, by) {
      const held = holdings.get(identity);
      if (isAdopting(held)) return held.by;
      holdings.set(identity, { state: "created", by });
      return undefined;
    },
    found(identity, by) {
      if (holdings.has(identity)) return false;
      holdings.set(identity, { state: "created", by });
      return true;
    },
    saved(identity, by, known) {
      const state = holdings.get(identity)?.state === "adopted" ? "adopted" : "created";
      holdings.set(identity, { state, by, known });
    },
    knownOf: (identity) => holdings.get(identity)?.known,
    isPlannedToStay(identity) {
      const held = holdings.get(identity);
      return held?.state === "planned" && !held.adopts && held.known !== undefined;
    },
    keeperOf(identity, forgotten) {
      const held = holdings.get(identity);
      if (held?.state === "planned" && !held.adopts) {
        if (held.known === undefined || sameJson(held.known, forgotten)) return undefined;
      }
      return held?.by;
    },
  };
}
