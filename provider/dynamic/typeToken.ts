const prefix = "pulumi-nodejs:dynamic/app-platform:";

/** The type token of a kind in the state: `pulumi-nodejs:dynamic/app-platform:Container`. */
export function typeToken(kind: string): string {
  return `${prefix}${kind}`;
}

/** The kind that a type token in the state names; nothing for a type of another provider. */
export function kindOfType(type: string): string | undefined {
  return type.startsWith(prefix) ? type.slice(prefix.length) : undefined;
}
