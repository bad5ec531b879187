export type ReferenceKind = "registry" | "gitToken" | "annotationsGroup" | "labelsGroup" | "feature";

/** What validation needs to know of the records that a body may refer to. */
export interface References {
  exists(kind: ReferenceKind, id: string): boolean;
  /** The kind of a registry; undefined when there is no such registry. */
  registryKind(id: string): string | undefined;
}
