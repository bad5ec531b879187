import type { EndpointSet, Values } from "../support/provider.js";
import type { PerSet } from "./lifecycleRecord.js";
import type { NotApplicable } from "./notApplicable.js";

type Sets = readonly EndpointSet[];

/** The sets of endpoints that serve each operation. */
export interface Served {
  readonly create: Sets;
  /** By its own path, or in a list. */
  readonly read: Sets;
  readonly update: Sets;
  readonly clone: Sets;
  readonly delete: Sets;
}

/** The request lines of each verb with one set of endpoints. */
export interface Calls {
  readonly create: readonly string[];
  readonly read: readonly string[];
  /** `refused` where only the other set has an update, `replaced` where none has. An update reads first where the set has a read. */
  readonly update: readonly string[] | "refused" | "replaced";
  /** None where the set has no delete. */
  readonly delete: readonly string[];
  /** An argument to update, and its new value. */
  readonly edit: Values;
}

export interface CallsRecord extends PerSet<Calls | NotApplicable> {
  /** The id of the fixture's resource, as Pulumi knows it. */
  readonly id: string;
  /** Members of the response that differ before the create, if the create saves over what exists. */
  readonly before?: Values;
  /** Members of requests that no argument of the same name has, such as where something is created. */
  readonly addedMembers?: { readonly create?: Values };
  /** Members of the fixture's request that these calls do not send. */
  readonly unsent?: { readonly create?: readonly string[]; readonly update?: readonly string[] };
}
