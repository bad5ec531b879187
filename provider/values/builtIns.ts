/**
 * How a program names a variable that the platform makes for a resource: `database/3fa85f64-…/password`. The platform gives it its
 * key, so nobody knows that before the resource exists; who uses the name looks the key up.
 */
export function builtInName(kind: string, id: string, name: string): string {
  return `${kind}/${id}/${name}`;
}

/** The resource and the variable that a name of this form means; nothing for any other text. */
export function parseBuiltIn(text: string): { readonly id: string; readonly name: string } | undefined {
  const [, id, name] = /^\w+\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(\w+)$/i.exec(text) ?? [];
  return id === undefined || name === undefined ? undefined : { id, name };
}
