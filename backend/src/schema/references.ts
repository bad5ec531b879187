/** What validation needs to know about the records that a body may refer to. */
export interface References {
  /** @param kind `cluster`, `feature`, or a kind of record of an organization. */
  exists(kind: string, id: string): boolean;
  /** The kind of a registry; undefined if there is no such registry. */
  registryKind(id: string): string | undefined;
}

/**
 * Schemas are constants, and zod passes no context to its checks; this gives them access to the existing records. Not an
 * AsyncLocalStorage: a validation never waits, and a process that has one pays for it with every promise.
 */
let current: References | undefined;

export function withReferences<T>(references: References, validation: () => T): T {
  const outer = current;
  current = references;
  try {
    return validation();
  } finally {
    current = outer;
  }
}

export function currentReferences(): References {
  if (current === undefined) throw new Error("A body that refers to records is validated without references.");
  return current;
}
