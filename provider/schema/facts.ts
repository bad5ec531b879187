import type {} from "zod";
import type { Condition } from "./condition.js";
import type { Value } from "./json.js";

/** What a schema states in `.meta()` besides its `description`: facts that zod cannot express. */
export interface Facts {
  /** Name of the interface, union type or const object in the SDK, without `Args`. */
  readonly typeName?: string;
  /** Unit of a number, for example `millicores`. */
  readonly unit?: string;
  /** The platform's value if the argument is omitted. */
  readonly default?: Value;
  /** Requests contain the default if the argument is omitted: some platforms require the member wherever its object is given. */
  readonly sendsDefault?: boolean;
  /** The default in words if it is not a constant, for example `the environment's value`. */
  readonly defaultText?: string;
  /** The default by the value of a sibling, where it is not the same for all. */
  readonly defaultBy?: { readonly sibling: string; readonly values: Readonly<Record<string, Value>> };
  /** The default is a setting of the resource's environment, which no endpoint shows. */
  readonly defaultOfEnvironment?: boolean;
  /** Values that the platform assigns if the argument is omitted: a regular expression for the value as text. */
  readonly assignedValues?: string;
  /** The platform deletes the data that it holds when it is removed. */
  readonly holdsData?: boolean;
  /** Secret in inputs and outputs, even if the program passes it in plain text. */
  readonly secret?: boolean;
  /** Secret unless this sibling is `false`. */
  readonly secretWhen?: string;
  /** Name on the wire, if not the snake_case form of the name in programs. */
  readonly wire?: string;
  /** Dotted path of wire names where responses have the value, if not under its own name. */
  readonly responsePath?: string;
  /** Never sent: it configures the provider. */
  readonly local?: boolean;
  /** No response contains the value; the last known one is kept. */
  readonly writeOnly?: boolean;
  /** Some platforms never return it: a response without it, or with `null`, says nothing, and the last known value is kept. */
  readonly mayBeUntold?: boolean;
  /** An update clears it by omitting it: its body does not accept the `null` that a create accepts. */
  readonly clearedByOmission?: boolean;
  /**
   * What responses contain in place of a secret value; `REDACTED` if omitted. The last known value is kept.
   *
   * `null` beside an argument that may be omitted does not say whether there is a secret. So such a definition is refused unless
   * updates keep what they omit (`updateMode: "partial"`): an update that replaces everything would erase, unseen, what a person
   * has set there, and one that always contained the mask could never remove it.
   */
  readonly mask?: string | null;
  /** An update that contains the mask in place of the secret value leaves the platform's secret unchanged. */
  readonly keptByMask?: boolean;
  /** Required if the siblings have one of these values, as a rule of the object checks: for the documentation. */
  readonly requiredWhen?: Condition;
  /** May be given only if the siblings have one of these values; otherwise it is rejected, and updates omit it. */
  readonly onlyWhen?: Condition;
  /** The platform ignores it if the siblings have one of these values: it is neither sent nor compared. */
  readonly ignoredWhen?: Condition;
  /** The output is part of the address of the resource, which other resources may contain in their texts. */
  readonly address?: "host" | "port";
  /** Cannot be updated: a new value replaces the resource. */
  readonly replaces?: boolean;
  /** If the endpoint set has no update, a new value takes effect with the next deployment of the service. */
  readonly appliedByDeployment?: boolean;
  /** Name of the resource, unique in its place. If the endpoint set has no update, a new value replaces the resource. */
  readonly identifies?: boolean;
  /** The platform assigns it: a program may give only a value that the platform has assigned. */
  readonly assigned?: boolean;
  /** Defaults to the Pulumi name of the resource. */
  readonly defaultsToResourceName?: boolean;
  /** Compared without letter case. */
  readonly ignoresCase?: boolean;
  /** Compared character by character, unlike other strings, of which surrounding whitespace is ignored. */
  readonly verbatim?: boolean;
  /** Members that only responses have: schemas by name. (Typed loosely, since zod rewrites the types of its metadata.) */
  readonly responseOnly?: unknown;
  /** Name of the object that wraps the members in a response. */
  readonly responseWrapper?: string;
  /** Groups of members, of which exactly one is used. Set by `oneOf`. */
  readonly alternatives?: readonly (readonly string[])[];
  /** Member that identifies an item of an array: order does not matter, and updates keep the `id` that the server assigned to an item. */
  readonly key?: string;
  /** Members, of each of which no two items of an array may have the same value. Values are compared as `key` compares them. */
  readonly unique?: readonly string[];
  /** Member by which updates match array items that nothing identifies, such as scalers of one type: in order, equal ones first. */
  readonly matchBy?: string;
  /** The platform has array items of its own: only those that the program gives are compared, and updates keep the others. */
  readonly partial?: boolean;
  /** The value is a service of this provider: the program passes the resource, the engine passes on a selection. */
  readonly isService?: boolean;
}

declare module "zod" {
  interface GlobalMeta extends Facts {}
}

/** Names of all facts. A schema with any other is rejected, so that misspelled names are noticed. */
export const factNames: ReadonlySet<string> = new Set<keyof Facts | "description">([
  "description",
  "typeName",
  "unit",
  "default",
  "sendsDefault",
  "defaultText",
  "defaultBy",
  "defaultOfEnvironment",
  "assignedValues",
  "holdsData",
  "secret",
  "secretWhen",
  "wire",
  "responsePath",
  "local",
  "writeOnly",
  "mayBeUntold",
  "clearedByOmission",
  "mask",
  "keptByMask",
  "requiredWhen",
  "onlyWhen",
  "ignoredWhen",
  "address",
  "replaces",
  "appliedByDeployment",
  "identifies",
  "assigned",
  "defaultsToResourceName",
  "ignoresCase",
  "verbatim",
  "responseOnly",
  "responseWrapper",
  "alternatives",
  "key",
  "unique",
  "matchBy",
  "partial",
  "isService",
]);
