/** Who holds which resource of a platform, as far as this operation has seen: no two may, once one of them adopts. */
export interface Claims {
  /** Notes that `subject` holds the resource; gives the other holder where that is a conflict. */
  claim(id: string, subject: string, isAdoption: boolean): string | undefined;
  /** Notes that a create ends in this resource; whether it is the first one to. */
  take(id: string): boolean;
  /** The subject that adopted the resource in this operation. */
  adopter(id: string): string | undefined;
}

export function newClaims(): Claims {
  const held = new Map<string, { readonly subject: string; readonly isAdoption: boolean }>();
  const taken = new Set<string>();
  return {
    claim(id, subject, isAdoption) {
      const holder = held.get(id);
      if (holder !== undefined) {
        // Two resources of the stack may have the same kind and name; then only what they do tells them apart.
        const isOther = holder.subject !== subject;
        if (isOther ? isAdoption || holder.isAdoption : isAdoption !== holder.isAdoption) return holder.subject;
      }
      if (holder === undefined) held.set(id, { subject, isAdoption });
      return undefined;
    },
    take(id) {
      const isFirst = !taken.has(id);
      taken.add(id);
      return isFirst;
    },
    adopter(id) {
      const holder = held.get(id);
      return holder?.isAdoption ? holder.subject : undefined;
    },
  };
}
