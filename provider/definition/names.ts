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

/** The member of a lookup's result that lists what was found: `databases`. */
export function manyName(kind: string): string {
  return `${kind[0]?.toLowerCase()}${kind.slice(1)}s`;
}
