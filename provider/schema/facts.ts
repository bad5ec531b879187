import type {} from "zod";
import type { Condition } from "./condition.js";
import type { Value } from "./json.js";

/** The type of a fact. */
const of = <T>() => undefined as T;

const facts = {
  /** Name of the interface, union type or const object in the SDK, without `Args`. */
  typeName: of<string>(),
  /** Unit of a number, for example `millicores`. */
  unit: of<string>(),
  /** The platform's value if the argument is omitted. */
  default: of<Value>(),
  /** Requests contain the default if the argument is omitted: some platforms require the member wherever its object is given. */
  sendsDefault: of<boolean>(),
  /** The default in words if it is not a constant, for example `the environment's value`. */
  defaultText: of<string>(),
  /** The default by the value of a sibling, where it is not the same for all. */
  defaultBy: of<{ readonly sibling: string; readonly values: Readonly<Record<string, Value>> }>(),
  /** The default is a setting of the resource's environment, which no endpoint shows. */
  defaultOfEnvironment: of<boolean>(),
  /** Values that the platform assigns if the argument is omitted: a regular expression for the value as text. */
  assignedValues: of<string>(),
  /** The platform deletes the data that it holds when it is removed. */
  holdsData: of<boolean>(),
  /** Secret in inputs and outputs, even if the program passes it in plain text. */
  secret: of<boolean>(),
  /** Secret unless this sibling is `false`. */
  secretWhen: of<string>(),
  /** Secret if this sibling is given and not `false`. */
  secretIf: of<string>(),
  /** Name on the wire, if not the snake_case form of the name in programs. */
  wire: of<string>(),
  /** The clone call takes it too, under this name on the wire. Other arguments a clone has from its source. */
  clonedAs: of<string>(),
  /** Dotted path of wire names where responses have the value, if not under its own name. */
  responsePath: of<string>(),
  /** Member of the response that has the value where its own has none. */
  responseElse: of<string>(),
  /** It is the ID of a resource: of a service, or of one of the same kind. A program may also give the resource. */
  idOf: of<"service" | "same kind">(),
  /** The platform deletes the resource together with the one that it names, which this output describes. */
  goesWith: of<string>(),
  /** The platform has calls of their own for it, which the kind's verbs send: no create and no update contains it. */
  sentApart: of<boolean>(),
  /** Responses have an object for each item of the array: the member that has the value, as on the wire. */
  responseItem: of<string>(),
  /** Never sent: it configures the provider. */
  local: of<boolean>(),
  /**
   * Names children of the resource (`owned` in its definition), each a record of its own on the platform: no request of the resource
   * contains them. `secret` ones have values that the platform masks.
   */
  ownedAs: of<"open" | "secret">(),
  /** No response contains the value; the last known one is kept. */
  writeOnly: of<boolean>(),
  /** Some platforms never return it: a response without it, or with `null`, says nothing, and the last known value is kept. */
  mayBeUntold: of<boolean>(),
  /** An update clears it by omitting it: its body does not accept the `null` that a create accepts. */
  clearedByOmission: of<boolean>(),
  /**
   * What responses contain in place of a secret value; `REDACTED` if omitted. The last known value is kept.
   *
   * `null` beside an argument that may be omitted does not say whether there is a secret. So such a definition is refused unless
   * updates keep what they omit (`updateMode: "partial"`): an update that replaces everything would erase, unseen, what a person
   * has set there, and one that always contained the mask could never remove it. If the argument is required and nullable, the
   * program always says what holds.
   */
  mask: of<string | null>(),
  /** An update that contains the mask in place of the secret value leaves the platform's secret unchanged. */
  keptByMask: of<boolean>(),
  /** Required if the siblings have one of these values, as a rule of the object checks: for the documentation. */
  requiredWhen: of<Condition>(),
  /** May be given only if the siblings have one of these values; otherwise it is rejected, and updates omit it. */
  onlyWhen: of<Condition>(),
  /** The platform ignores it if the siblings have one of these values: it is neither sent nor compared. */
  ignoredWhen: of<Condition>(),
  /** The output is part of the address of the resource, which other resources may contain in their texts. */
  address: of<"host" | "port">(),
  /** Cannot be updated: a new value replaces the resource. */
  replaces: of<boolean>(),
  /** If the endpoint set has no update, a new value takes effect with the next deployment of the service. */
  appliedByDeployment: of<boolean>(),
  /** Name of the resource, unique in its place. If the endpoint set has no update, a new value replaces the resource. */
  identifies: of<boolean>(),
  /** What has the name anywhere is the same one, in whatever place: a replacement elsewhere must wait until it is deleted. */
  uniqueEverywhere: of<boolean>(),
  /** The platform assigns it: a program may give only a value that the platform has assigned. */
  assigned: of<boolean>(),
  /** Defaults to the Pulumi name of the resource. */
  defaultsToResourceName: of<boolean>(),
  /** Compared without letter case. */
  ignoresCase: of<boolean>(),
  /** Compared character by character, unlike other strings, of which surrounding whitespace is ignored. */
  verbatim: of<boolean>(),
  /** Members that only responses have: schemas by name. (Typed loosely, since zod rewrites the types of its metadata.) */
  responseOnly: of<unknown>(),
  /** Name of the object that wraps the members in a response. */
  responseWrapper: of<string>(),
  /** Groups of members, of which exactly one is used. Set by `oneOf`. */
  alternatives: of<readonly (readonly string[])[]>(),
  /** Member that identifies an item of an array: order does not matter, and updates keep the `id` that the server assigned to an item. */
  key: of<string>(),
  /** Members, of each of which no two items of an array may have the same value. Values are compared as `key` compares them. */
  unique: of<readonly string[]>(),
  /** Member by which updates match array items that nothing identifies, such as scalers of one type: in order, equal ones first. */
  matchBy: of<string>(),
  /** The order of the items says something, so that another order is a change. Every other array has a `key` or `matchBy`. */
  ordered: of<boolean>(),
  /** The platform has array items of its own: only those that the program gives are compared, and updates keep the others. */
  partial: of<boolean>(),
  /** The value is a service of this provider: the program passes the resource, the engine passes on a selection. */
  isService: of<boolean>(),
};

/** What a schema states in `.meta()` besides its `description`: facts that zod cannot express. */
export type Facts = { readonly [Name in keyof typeof facts]?: (typeof facts)[Name] };

declare module "zod" {
  interface GlobalMeta extends Facts {}
}

/** Names of all facts. A schema with any other is rejected, so that misspelled names are noticed. */
export const factNames: ReadonlySet<string> = new Set(["description", ...Object.keys(facts)]);
