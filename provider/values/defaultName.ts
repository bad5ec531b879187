/** The arguments with the resource's Pulumi name where the kind has a name and the program gives none. */
export function withDefaultName<T>(
  fields: Readonly<Record<string, { readonly defaultsToResourceName?: boolean }>>,
  args: Readonly<Record<string, T>>,
  resourceName: string,
): Readonly<Record<string, T | string>> {
  const named = Object.keys(fields).filter((name) => fields[name]?.defaultsToResourceName);
  return { ...args, ...Object.fromEntries(named.map((name) => [name, args[name] ?? resourceName])) };
}
