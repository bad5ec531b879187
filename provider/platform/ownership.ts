import { sameJson, type Values } from "../schema/json.js";

/** Who holds which resource of a platform, as far as this operation has seen: no two may, once one of them adopts. */
export interface Claims {
  /** Notes that `subject` holds the resource; gives the other holder where that is a conflict. */
  claim(id: string, subject: string, isAdoption: boolean): string | undefined;
  /** Notes that a create ends in this resource; whether it is the first one to. */
  take(id: string): boolean;
  /** Notes that `subject` goes on having the resource, unless it is replaced after all; `known` is what the state knows of it. */
  keep(identity: string, subject: string, known: Values): void;
  /** Notes that `subject` has the resource from now on: it was made or edited, and is not to be replaced. */
  hold(identity: string, subject: string, known: Values): void;
  /** What the state knows of a resource that the stack goes on having. */
  knownOf(id: string): Values | undefined;
  /**
   * The subject that has the resource though the stack forgets one of the same identity, of which its state knows `forgotten`.
   * Where that is what `keep` alone was told of, it is the very one, and to be replaced.
   */
  keeper(identity: string, forgotten: Values): string | undefined;
}

export function newClaims(): Claims {
  const held = new Map<string, { readonly subject: string; readonly isAdoption: boolean }>();
  const taken = new Set<string>();
  const kept = new Map<string, { readonly subject: string; readonly known?: Values; readonly isReplaceable?: true }>();
  return {
    claim(id, subject, isAdoption) {
      const holder = held.get(id);
      if (holder !== undefined) {
        // Two resources of the stack may have the same kind and name; then only what they do tells them apart.
        const isOther = holder.subject !== subject;
        if (isOther ? isAdoption || holder.isAdoption : isAdoption !== holder.isAdoption) return holder.subject;
      }
      if (holder === undefined) held.set(id, { subject, isAdoption });
      if (isAdoption) kept.set(id, { subject });
      return undefined;
    },
    take(id) {
      const isFirst = !taken.has(id);
      taken.add(id);
      return isFirst;
    },
    keep: (identity, subject, known) => void kept.set(identity, { subject, known, isReplaceable: true }),
    hold: (identity, subject, known) => void kept.set(identity, { subject, known }),
    knownOf: (id) => kept.get(id)?.known,
    keeper(identity, forgotten) {
      const { subject, known, isReplaceable } = kept.get(identity) ?? {};
      return isReplaceable && sameJson(known, forgotten) ? undefined : subject;
    },
  };
}
