/** Options that say where a resource is. */
export const placeOptions: readonly string[] = ["connection"];

/** Options that are used only at creation, for example which existing resource a new one is created from. */
export const creationOptions: readonly string[] = ["adoptId", "cloneFrom", "acceptDefaults"];

/** The option that accepts a resource or its ID. */
export const sourceOption = "cloneFrom";

const dynamicPrefix = "pulumi-nodejs:dynamic/app-platform:";
const nativePrefix = "app-platform:index:";

/** The type token of a kind in the state: `pulumi-nodejs:dynamic/app-platform:Container`. */
export function typeToken(kind: string): string {
  return `${dynamicPrefix}${kind}`;
}

/** How the native provider spells a type or a function of its schema: `app-platform:index:Container`. */
export function schemaToken(name: string): string {
  return `${nativePrefix}${name}`;
}

/** The name in such a token; nothing for that of another provider. */
export function nameInToken(token: string): string | undefined {
  return token.startsWith(nativePrefix) ? token.slice(nativePrefix.length) : undefined;
}

/**
 * The kind that a type token in the state names, by whichever door it is managed; nothing for a type of another provider. What a
 * resource holds is the same for both.
 */
export function kindOfType(type: string): string | undefined {
  return type.startsWith(dynamicPrefix) ? type.slice(dynamicPrefix.length) : nameInToken(type);
}

/** The member of a lookup's result that has a text: `kubeconfig`. */
export function documentMember(name: string): string {
  return `${name[0]?.toLowerCase()}${name.slice(1)}`;
}

/** How the function that gets all resources of a kind names them: `Databases`, `HelmRepositories`, `AllCloudCredentials`. */
export function allOf(kind: string): string {
  return kind.endsWith("s") ? `All${kind}` : pluralOf(kind);
}

/** The kind of such a function; if there is none, a name that no kind has. */
export function kindOfAll(all: string): string {
  if (all.startsWith("All")) return all.slice("All".length);
  return all.replace(/(ies|s)$/, (end) => (end === "ies" ? "y" : ""));
}

/** The member of a lookup's result that lists what was found: `databases`. */
export function manyName(kind: string): string {
  return `${kind[0]?.toLowerCase()}${pluralOf(kind).slice(1)}`;
}

/** The plural of a kind: `HelmRepositories`. `CloudCredentials` is a plural already. */
export function pluralOf(kind: string): string {
  if (kind.endsWith("s")) return kind;
  return kind.endsWith("y") ? `${kind.slice(0, -1)}ies` : `${kind}s`;
}
