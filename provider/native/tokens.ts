/** How the schema spells a type of this provider: `app-platform:index:Container`. */
export function schemaToken(name: string): string {
  return `${prefix}${name}`;
}

const prefix = "app-platform:index:";

/** The name in a token; nothing for that of another provider. */
export function nameInToken(token: string): string | undefined {
  return token.startsWith(prefix) ? token.slice(prefix.length) : undefined;
}
