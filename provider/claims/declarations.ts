/** A resource of the program that is checked. */
export interface Declaration {
  readonly urn: string;
  /** What identifies it on the platform. */
  readonly key: string;
  /** What identified it there until now; omitted for a new one. */
  readonly before?: string | undefined;
}

/** What two resources of a program have or do together that cannot be. */
export type Clash =
  /** Both have the same key. */
  | { readonly sort: "same"; readonly other: string }
  /** One takes the key that the other gives up in the same run: which one the platform sees first is left to chance. */
  | { readonly sort: "taken over"; readonly taker: string; readonly giver: string };

/** Which names the resources of the program declare in this operation. */
export function newDeclarations() {
  /** URNs by key, and keys by URN. */
  const urns = new Map<string, string>();
  const keys = new Map<string, string>();
  /** URNs by the key that they give up. */
  const givers = new Map<string, string>();
  return {
    /** A resource of the program is checked; an operation may check it several times. Returns what clashes with others so far. */
    declared({ urn, key, before }: Declaration): Clash | undefined {
      const held = keys.get(urn);
      if (held !== undefined && held !== key) urns.delete(held);
      const other = urns.get(key);
      if (other !== undefined && other !== urn) return { sort: "same", other };
      urns.set(key, urn);
      keys.set(urn, key);
      if (before !== undefined && before !== key) givers.set(before, urn);
      const giver = givers.get(key);
      if (giver !== undefined && giver !== urn) return { sort: "taken over", taker: urn, giver };
      const taker = before === undefined || before === key ? undefined : urns.get(before);
      return taker === undefined ? undefined : { sort: "taken over", taker, giver: urn };
    },
  };
}

export type Declarations = ReturnType<typeof newDeclarations>;
