/**
 * Outputs: the arguments that the program gives, such as `+cpu,ports(@8080(name),@9090),source(image())`, without those that are
 * required (see `dynamic/givenText.ts`). A revision may follow.
 *
 * The engine passes only the outputs to `read`. To return the matching inputs, which `ignoreChanges` and drift detection need,
 * the provider must know which outputs the program manages; and an update must know which of them the program no longer gives.
 * It stores names, and the keys that identify items, so that no other value is stored twice.
 */
export const MANAGED = "__managed";

/** Separates the description of the given arguments from the revision: `name,cpu;9f2c51d07a3be864`. */
const separator = ";";

/** The revision in a state's `__managed`; nothing if there is none: the resource is only read. */
export function revisionIn(managed: unknown): string | undefined {
  return typeof managed === "string" ? managed.split(separator)[1] : undefined;
}

/** `__managed` without the revision. */
export function withoutRevision(managed: string): string {
  return managed.split(separator)[0] as string;
}

/** `__managed` with the revision, if there is one. */
export function withRevision(described: string, revision: string | undefined): string {
  return revision === undefined ? described : `${described}${separator}${revision}`;
}
