/** Names of the outputs that were lost with the response to the create, in the state: no other response contains them. */
export const LOST = "__lost";

/** The option that accepts a resource or its ID. */
export const sourceOption = "cloneFrom";

const dynamicPrefix = "pulumi-nodejs:dynamic/app-platform:";
const nativePrefix = "app-platform:index:";

/** The type token of a kind in the state: `pulumi-nodejs:dynamic/app-platform:Container`. */
export function typeToken(kind: string): string {
  return `${dynamicPrefix}${kind}`;
}

/** A type or function in the schema of the native provider: `app-platform:index:Container`. */
export function schemaToken(name: string): string {
  return `${nativePrefix}${name}`;
}

/** The name in such a token; nothing for another provider. */
export function nameInToken(token: string): string | undefined {
  return token.startsWith(nativePrefix) ? token.slice(nativePrefix.length) : undefined;
}

/** The kind in a type token of the state, of either provider; nothing for another provider. */
export function kindOfType(type: string): string | undefined {
  return type.startsWith(dynamicPrefix) ? type.slice(dynamicPrefix.length) : nameInToken(type);
}

/** The member with the text in a lookup's result: `kubeconfig`. */
export function documentMember(name: string): string {
  return `${name[0]?.toLowerCase()}${name.slice(1)}`;
}

/** The name for all resources of a kind in lookup functions: `Databases`, `HelmRepositories`, `AllCloudCredentials`. */
export function allOf(kind: string): string {
  return kind.endsWith("s") ? `All${kind}` : pluralOf(kind);
}

/** The kind of such a name; if there is none, a name that no kind has. */
export function kindOfAll(all: string): string {
  if (all.startsWith("All")) return all.slice("All".length);
  return all.replace(/(ies|s)$/, (end) => (end === "ies" ? "y" : ""));
}

/** The member with the list in a lookup's result: `databases`. */
export function manyName(kind: string): string {
  return `${kind[0]?.toLowerCase()}${pluralOf(kind).slice(1)}`;
}

/** The plural of a kind: `HelmRepositories`. `CloudCredentials` already is one. */
export function pluralOf(kind: string): string {
  if (kind.endsWith("s")) return kind;
  return kind.endsWith("y") ? `${kind.slice(0, -1)}ies` : `${kind}s`;
}

/** Sets the name to the resource's Pulumi name if the kind has a name and the program doesn't set it. */
export function withDefaultName<T>(
  fields: Readonly<Record<string, { readonly whenOmitted?: { readonly isResourceName?: true } }>>,
  args: Readonly<Record<string, T>>,
  resourceName: string,
): Readonly<Record<string, T | string>> {
  const named: Record<string, T | string> = { ...args };
  for (const [name, field] of Object.entries(fields))
    if (field.whenOmitted?.isResourceName) named[name] ??= resourceName;
  return named;
}
