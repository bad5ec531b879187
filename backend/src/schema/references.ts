import { AsyncLocalStorage } from "node:async_hooks";

export type ReferenceKind = "registry" | "gitToken" | "annotationsGroup" | "labelsGroup" | "feature";

/** What validation needs to know about the records that a body may refer to. */
export interface References {
  exists(kind: ReferenceKind, id: string): boolean;
  /** The kind of a registry; undefined if there is no such registry. */
  registryKind(id: string): string | undefined;
}

/** Schemas are constants, and zod passes no context to its checks; this gives them access to the existing records. */
const current = new AsyncLocalStorage<References>();

export function withReferences<T>(references: References, validation: () => T): T {
  return current.run(references, validation);
}

export function currentReferences(): References {
  const references = current.getStore();
  if (references === undefined) throw new Error("A body that refers to records is validated without references.");
  return references;
}
