/**
 * What registering a resource needs to know of its kind: names, and what is secret. It is generated from the definition as plain
 * data, so that a program loads neither the definitions nor what validates and sends: only the plugin needs them.
 */
export interface Outline {
  readonly kind: string;
  readonly args: Readonly<Record<string, ArgumentOutline>>;
  /** Names of the outputs that aren't arguments. */
  readonly outputs: readonly string[];
  /** Arguments that say where the resource is. */
  readonly pathArgs: readonly string[];
  readonly nameArg?: string;
  /** How references to a resource of the kind begin: `container` in `container/3fa85f64-…`. */
  readonly referenceName?: string;
  /** Variables that the platform makes for each resource. */
  readonly builtIns?: { readonly output: string; readonly names: readonly string[] };
  /** Versions that a deployment of the service can name, with the path of the output that supplies each. */
  readonly versions?: Readonly<Record<string, string>>;
  /** Whether services see it, and must be deployed again after a change. */
  readonly isSeenByServices?: true;
}

export function namesOf({ args, outputs }: Outline): string[] {
  return [...Object.keys(args), ...outputs];
}

/** How a program's value is converted for the engine. What isn't stated is passed unchanged. */
export interface ValueOutline {
  /** Always, or `if` this sibling is set and not `false`; if the sibling is required, unless it's `false`. */
  readonly secret?: true | { readonly if: string; readonly isRequired?: true };
  /** The program passes a service; the engine, a selection of it. */
  readonly isService?: true;
  /** The program may pass a resource; the engine, a reference to it. */
  readonly isReference?: true;
  /** The program may pass a resource of this kind: in an argument of its own next to the ID, or as the item that has the ID. */
  readonly idOf?: string;
  /** Of an array whose items aren't passed unchanged. */
  readonly item?: ValueOutline;
  /** The members of an object that aren't passed unchanged. */
  readonly members?: Readonly<Record<string, ValueOutline>>;
}

/** What registering a resource needs to know of one argument. */
export interface ArgumentOutline extends ValueOutline {
  /** Never sent: it configures the provider. */
  readonly local?: true;
  readonly whenOmitted?: { readonly isResourceName: true };
  /** The argument that has the entries of this one whose values are secret. */
  readonly secretsIn?: string;
  /** Free text, and so a secret, may be anywhere inside. */
  readonly holdsText?: true;
  /** A clone merges it with what its source has. */
  readonly isMerged?: true;
}
