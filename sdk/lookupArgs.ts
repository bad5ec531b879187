/** Arguments of a lookup: where to look and, for a single resource, its name or ID. */
export interface LookupArgs {
  readonly [argument: string]: unknown;
  readonly connection?: string | undefined;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}
