/** Input by which a program says which of its resources is checked: its URN. The state never contains it. */
export const DECLARED = "__declared";

/** Which names the resources of the program declare in this operation. */
export interface Declarations {
  /**
   * A resource of the program is checked; an operation may check it several times.
   *
   * @param key What identifies it on the platform.
   * @param urn The resource of the program.
   * @returns The URN of another resource of the program with the same key, if there is one.
   */
  declared(key: string, urn: string): string | undefined;
}

export function newDeclarations(): Declarations {
  const urns = new Map<string, string>();
  const keys = new Map<string, string>();
  return {
    declared(key, urn) {
      const held = keys.get(urn);
      if (held !== undefined && held !== key) urns.delete(held);
      const other = urns.get(key);
      if (other !== undefined && other !== urn) return other;
      urns.set(key, urn);
      keys.set(urn, key);
      return undefined;
    },
  };
}
