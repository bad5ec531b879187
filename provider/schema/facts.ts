import { hasUnknown, sameJson, type Value } from "./json.js";

/** Items that a member identifies; one that is set twice counts once. Updates keep the platform's `id` of an item. */
export interface KeyedItems {
  /** The member; for items that aren't objects, the word for them in messages. */
  readonly key: string;
  /** Members whose values must be unique among the items, compared like `key`. */
  readonly unique?: readonly string[];
  /** The platform adds items of its own: only the program's items are compared, and updates keep the others. */
  readonly isPartial?: true;
}

export interface SecretIf {
  readonly if: string;
  readonly isRequired?: true;
}

/** The type of a fact. */
const of = <T>() => undefined as T;

interface WhenOmitted {
  /** The default in words, if it isn't a constant: `the environment's value`. */
  readonly description?: string;
  /** The default is the resource's Pulumi name. */
  readonly isResourceName?: true;
  /** Defaults by the value of a sibling. */
  readonly by?: { readonly sibling: string; readonly values: Readonly<Record<string, Value>> };
  /** The platform assigns the value: a program may only set the assigned one. */
  readonly isAssigned?: true;
  /** The platform assigns a value that matches this regular expression. */
  readonly mayBe?: string;
  /** Requests contain the default, or `null` if only the platform knows it, since some platforms require the member in its object. */
  readonly isSent?: true;
}

interface InResponse {
  /** Path of wire names. */
  readonly path?: string;
  /** Member with the value, if its own has none. */
  readonly orElse?: string;
  /** Members that only responses have, as schemas by name. (Typed loosely, since zod rewrites the types of its metadata.) */
  readonly only?: unknown;
}

/**
 * The form of a value on the wire, if it isn't the usual one. Both functions convert JSON with wire names. (zod's own codecs would run
 * during validation, also on unknown values.)
 */
export interface Codec {
  /** What a request contains instead of the usual form; nothing if it omits the value. */
  encode?(usual: Value): Value | undefined;
  /** The usual form of what a response contains. */
  decode?(response: Value, reading: Decoding): Value;
}

/** What is known when a response is decoded. */
export interface Decoding {
  /** The last known value, as programs write it. */
  readonly known: Value | undefined;
  readonly omitted: Omitted;
  /** Redacts the secrets of the known value in JSON that may repeat them. */
  redact(json: Value): Value;
}

/**
 * What a member that a response omits means. A read returns everything, so it's `absent`. A response to a write may omit what was sent,
 * so it's `kept`.
 */
export type Omitted = "absent" | "kept";

/**
 * What responses contain instead of a secret (`REDACTED` if omitted); its last known value is kept.
 *
 * If an optional argument is masked by `null`, a response doesn't show whether there is a secret. Such a definition is rejected unless
 * updates keep what they omit (`updateMode: "partial"`): a full update would erase a secret that was set in the console or, if it always
 * contained the mask, could never remove one. With a required, nullable argument, the program always says which.
 */
interface Masked {
  readonly mask: {
    readonly text?: string | null;
    /** An update that contains the mask keeps the platform's secret. */
    readonly isPreserved?: true;
  };
}

/**
 * Something is a fact if three kinds state it, or if code of a kind can't say it, since the core decides by it at several places: these
 * few, with the reason of each, are listed in `tools/definitionFigures.ts`. Anything else that one or two kinds need is a `codec`, a rule or
 * a verb.
 */
const facts = {
  // In the SDK and the documentation.
  /** Name in the SDK of the interface (without `Args`), union type or const object. */
  typeName: of<string>(),
  /** A valid value, for messages that say what to write, and what it means if it looks like nothing: `for no probes`. */
  example: of<{ readonly value: Value; readonly meaning?: string }>(),
  /** Unit of a number: `millicores`. */
  unit: of<string>(),

  // What an omitted argument means, and whether it may be set.
  /** The platform's value if the argument is omitted. */
  default: of<Value>(),
  /** What omitting the argument means, if `default` doesn't say it all. */
  whenOmitted: of<WhenOmitted>(),
  /**
   * Conditions on siblings under which it's `allowed` (otherwise rejected, and omitted by updates), or `ignored` by the platform (neither
   * sent nor compared).
   */
  when: of<{ readonly allowed?: Condition; readonly ignored?: Condition }>(),
  /** Only the extended endpoints accept it. With others, setting it is rejected (AP2008). */
  extendedOnly: of<boolean>(),

  // What is secret, and what responses return.
  /**
   * Secret in inputs and outputs, even if the program passes plain text: always, or `if` this flag beside it is set and not `false`. If the
   * flag is required (`isRequired`, which `membersOf` sets), it's secret unless that is `false`. With another sibling, such as a user name,
   * it's always secret, and usually set if the sibling is. An output with `false` isn't, even if it repeats a name in a secret argument.
   */
  secret: of<boolean | SecretIf>(),
  /**
   * Whether responses contain the value. `never`, `sometimes` (only on some platforms, so omitting it or `null` says nothing) and masked
   * values keep their last known one. An output that is `never` returned is in the response to the create alone: it's optional, since
   * imported and adopted resources have none, and lookups omit it.
   */
  returned: of<"never" | "sometimes" | Masked>(),
  /**
   * For an output: the arguments that it follows. None if it's fixed at creation, so every response contains it. Previews of an update know
   * the value if none of these arguments changes. Without this fact, any update may change it.
   */
  changesWith: of<readonly string[]>(),

  // Where and in which form it is sent.
  /** Never sent: an option of the provider. */
  local: of<boolean>(),
  /** Name on the wire, if it isn't the name in snake_case. */
  wire: of<string>(),
  codec: of<Codec>(),
  /** Where responses have the value, if not under its own name. */
  response: of<InResponse>(),

  // What it names, and what a change does.
  /**
   * Name of the resource, unique in its parent. Without an update in the endpoint set, a new value replaces the resource. With
   * `everywhere`, it's unique on the platform: a replacement in another parent must wait until the old one is deleted.
   */
  identifies: of<true | "everywhere">(),
  /**
   * The ID of a resource: of a service, of one of the same kind, or of the kind with this name. A program may pass the resource instead:
   * in its parent, as another argument (`registry` for `registryId`), or as the object with the ID. The platform doesn't delete a resource
   * whose ID is in use here.
   */
  idOf: of<{ readonly kind: string }>(),
  /** How it's compared. By default, without surrounding whitespace, and with letter case. */
  compared: of<"ignoring case" | "verbatim">(),
  /**
   * What a new value does if no update simply sets it: it replaces the resource, or takes effect with the next deployment. `delete
   * data`: an update that removes some of it deletes data.
   */
  onUpdate: of<"replace" | "deploy" | "delete data">(),

  // Objects, one of whose groups of members is used.
  /** Groups of members of which exactly one is used. Set by `oneOf`. */
  alternatives: of<readonly (readonly string[])[]>(),

  // Arrays.
  /**
   * For each array: which items of two lists are the same. `ordered`: those with the same index. With a `key`: those with the same key.
   * With `matchBy`, if nothing identifies an item: those of the same sort, such as scalers of one type, equal ones first, then in order.
   */
  items: of<"ordered" | KeyedItems | { readonly matchBy: string }>(),
};

/** What a schema states in `.meta()` besides its `description`: facts that zod can't express. */
export type Facts = { readonly [Name in keyof typeof facts]?: (typeof facts)[Name] };

declare module "zod" {
  interface GlobalMeta extends Facts {}
}

/** Names of all facts. Other names are rejected, so that misspellings are noticed. */
export const factNames: ReadonlySet<string> = new Set(["description", ...Object.keys(facts)]);

/** Allowed values of sibling members. */
export type Condition = Readonly<Record<string, readonly (string | number | boolean)[]>>;

/** Whether the siblings meet a condition; `undefined` if one of them is unknown or omitted. */
export function isMet(condition: Condition, siblings: Readonly<Record<string, unknown>>): boolean | undefined {
  let result: boolean | undefined = true;
  for (const [name, allowed] of Object.entries(condition)) {
    const value = siblings[name];
    if (value === undefined || hasUnknown(value)) result = undefined;
    else if (!allowed.some((each) => sameJson(each, value))) return false;
  }
  return result;
}

/** The condition in words: `mode is MANAGED`. */
export function conditionText(condition: Condition): string {
  return Object.entries(condition)
    .map(([name, allowed]) => `${name} is ${allowed.map(String).join(" or ")}`)
    .join(" and ");
}

export function isIgnored(
  { when }: { readonly when?: { readonly ignored?: Condition } },
  siblings: Readonly<Record<string, unknown>>,
): boolean {
  return when?.ignored !== undefined && isMet(when.ignored, siblings) === true;
}
