import type {} from "zod";
import type { Condition } from "./condition.js";

/** A JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** What a schema says in `.meta()` besides its `description`: facts that zod has no word for. */
export interface Facts {
  /** Name of the interface, union type or const object in the SDK, without `Args`. */
  readonly typeName?: string;
  /** Unit of a number, for example `millicores`. */
  readonly unit?: string;
  /** The platform's value where the argument is omitted. */
  readonly default?: Json;
  /** Where the default comes from when it is not a constant, for example `the environment's value`. */
  readonly defaultText?: string;
  /** Secret in inputs and outputs, also when the program passes plain text. */
  readonly secret?: boolean;
  /** Secret unless this sibling is `false`. */
  readonly secretWhen?: string;
  /** Name on the wire, where it is not the snake_case form of the name in programs. */
  readonly wire?: string;
  /** Where a response has the value, when not under its own name: a dotted path of wire names. */
  readonly responsePath?: string;
  /** Never sent: it configures the provider. */
  readonly local?: boolean;
  /** No response contains the value; the last known one is kept. */
  readonly writeOnly?: boolean;
  /** What responses contain in place of a secret value; `REDACTED` where omitted. The last known value is kept. */
  readonly mask?: string | null;
  /** May be given only when the siblings have one of these values; otherwise it is refused, and an update omits it. */
  readonly onlyWhen?: Condition;
  /** The platform ignores it when the siblings have one of these values: it is neither sent nor compared. */
  readonly ignoredWhen?: Condition;
  /** Cannot be updated: another value replaces the resource. */
  readonly replaces?: boolean;
  /** Where the endpoint set has no update, a new value takes effect with the next deployment of the service. */
  readonly appliedByDeployment?: boolean;
  /** Name of the resource, unique in its place: where the endpoint set has no update, another value replaces the resource. */
  readonly identifies?: boolean;
  /** The Pulumi name of the resource is its default. */
  readonly defaultsToResourceName?: boolean;
  /** Letter case and surrounding whitespace do not matter. */
  readonly ignoresCase?: boolean;
  /** Members of an object that only responses have: schemas by name. (Typed loosely, since zod rewrites the types of its meta.) */
  readonly responseOnly?: unknown;
  /** Name of the object that wraps the members in a response. */
  readonly responseWrapper?: string;
  /** Groups of members of which exactly one is used. Set by `oneOf`. */
  readonly alternatives?: readonly (readonly string[])[];
  /** Member that identifies an item of a list: order does not matter, and an update keeps the server's `id` of an item. */
  readonly key?: string;
  /** The platform has list items of its own: only those that the program names are compared, and an update keeps the others. */
  readonly partial?: boolean;
  /** The value is a service of this provider: the program passes the resource, the engine carries a selection. */
  readonly isService?: boolean;
}

declare module "zod" {
  interface GlobalMeta extends Facts {}
}

/** Names of all facts: a schema with any other is refused, so that a misspelled one cannot pass unnoticed. */
export const factNames: ReadonlySet<string> = new Set<keyof Facts | "description">([
  "description",
  "typeName",
  "unit",
  "default",
  "defaultText",
  "secret",
  "secretWhen",
  "wire",
  "responsePath",
  "local",
  "writeOnly",
  "mask",
  "onlyWhen",
  "ignoredWhen",
  "replaces",
  "appliedByDeployment",
  "identifies",
  "defaultsToResourceName",
  "ignoresCase",
  "responseOnly",
  "responseWrapper",
  "alternatives",
  "key",
  "partial",
  "isService",
]);
