/**
 * Outputs: the arguments that the program gives, such as `+cpu,ports(@8080(name),@9090),source(image())`, without those that are
 * required (see `dynamic/givenText.ts`). A revision may follow, and then the names of secret values.
 *
 * The engine passes only the outputs to `read`. To return the matching inputs, which `ignoreChanges` and drift detection need,
 * the provider must know which outputs the program manages; and an update must know which of them the program no longer gives.
 * It stores names, and the keys that identify items, so that no other value is stored twice.
 */
export const MANAGED = "__managed";

/** Separates the description of the given arguments, the revision and names of secrets: `name,cpu;9f2c51d07a3be864;description`. */
const separator = ";";

/** The revision in a state's `__managed`; nothing if there is none: the resource is only read. */
export function revisionIn(managed: unknown): string | undefined {
  return typeof managed === "string" ? managed.split(separator)[1] || undefined : undefined;
}

/** `__managed` without the revision. */
export function withoutRevision(managed: string): string {
  return managed.split(separator)[0] as string;
}

/** `__managed` with the revision, if there is one, and the names of the values that are secret only because the program marks them. */
export function withRevision(described: string, revision: string | undefined, secrets: readonly string[] = []): string {
  const parts = [described, revision ?? "", secrets.join(",")];
  while (parts.at(-1) === "") parts.pop();
  return parts.length === 0 ? "" : parts.join(separator);
}

/** Names of the values that are secret because the program marks them, or has marked them. */
export function secretsIn(managed: unknown): readonly string[] {
  return typeof managed === "string" ? (managed.split(separator)[2] ?? "").split(",").filter(Boolean) : [];
}
