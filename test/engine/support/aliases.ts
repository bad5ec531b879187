/** URNs, also those that a resource had under other names, types or parents. */

export type AliasSpec =
  | { readonly urn: string }
  | {
      readonly name?: string;
      readonly type?: string;
      readonly project?: string;
      readonly stack?: string;
      /** Nothing for that of the resource; `null` for none. */
      readonly parent?: string | null;
    };

export interface Named {
  readonly type: string;
  readonly name: string;
  readonly parent?: string;
}

export const stackType = "pulumi:pulumi:Stack";

const partsOf = (urn: string) => {
  const [, , types = "", ...name] = urn.split("::");
  return { types, name: name.join("::") };
};

/** `urn:pulumi:dev::shop::acme:index:Shop$pulumi-nodejs:dynamic/app-platform:Container::web` */
export function urnOf({ type, name, parent }: Named, project: string, stack: string): string {
  const { types } = parent === undefined ? { types: "" } : partsOf(parent);
  const qualified = types === "" || types === stackType ? type : `${types}$${type}`;
  return `urn:pulumi:${stack}::${project}::${qualified}::${name}`;
}

interface Context {
  readonly project: string;
  readonly stack: string;
  /** The aliases of resources that are registered. */
  readonly parents: ReadonlyMap<string, readonly string[]>;
}

/** The URNs that a resource may have had, by its own aliases and those of its parent. */
export function aliasUrns(
  goal: Named & { readonly aliases: readonly AliasSpec[] },
  urn: string,
  { project, stack, parents }: Context,
): string[] {
  const { type, name, parent } = goal;
  const inherited = (child: Named): string[] => {
    const own = child.parent;
    if (own === undefined) return [];
    const before = partsOf(own).name;
    return (parents.get(own) ?? []).map((alias) => {
      const isPrefixed = child.name.startsWith(before);
      const renamed = isPrefixed ? partsOf(alias).name + child.name.slice(before.length) : child.name;
      return urnOf({ ...child, name: renamed, parent: alias }, project, stack);
    });
  };
  const direct = goal.aliases.flatMap((alias) => {
    if ("urn" in alias) return [alias.urn];
    const named: Named = {
      type: alias.type ?? type,
      name: alias.name ?? name,
      ...(alias.parent === null ? {} : { parent: alias.parent ?? parent }),
    } as Named;
    return [urnOf(named, alias.project ?? project, alias.stack ?? stack), ...inherited(named)];
  });
  return [...new Set([...direct, ...inherited({ type, name, ...(parent === undefined ? {} : { parent }) })])].filter(
    (each) => each !== urn,
  );
}
