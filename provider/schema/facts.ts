import { hasUnknown, sameJson, type Value } from "./json.js";

/** Items that a member identifies. Updates keep the `id` that the server assigned to an item. */
interface KeyedItems {
  /** The member; of items that are not objects, what they are called in messages. */
  readonly key: string;
  /** Members, of each of which no two items may have the same value. Values are compared as `key` compares them. */
  readonly unique?: readonly string[];
  /** The platform has items of its own: only those that the program gives are compared, and updates keep the others. */
  readonly isPartial?: true;
}

/** The type of a fact. */
const of = <T>() => undefined as T;

interface WhenOmitted {
  /** The default in words if it is not a constant, for example `the environment's value`. */
  readonly says?: string;
  /** The default is the Pulumi name of the resource. */
  readonly isResourceName?: true;
  /** The default by the value of a sibling, if it isn't the same for all. */
  readonly by?: { readonly sibling: string; readonly values: Readonly<Record<string, Value>> };
  /** The default is a setting of the resource's environment, which no endpoint shows. */
  readonly isOfEnvironment?: true;
  /** The platform assigns the value: a program may give only one that it has assigned. */
  readonly isAssigned?: true;
  /** The platform assigns a value: a regular expression for it, as text. */
  readonly mayBe?: string;
  /** Requests contain the default: some platforms require the member wherever its object is given. */
  readonly isSent?: true;
}

interface InResponse {
  /** For members that share a place in responses: the type that says which one it is, by its dotted path of wire names. */
  readonly typed?: { readonly by: string; readonly as: string };
  /** Dotted path of wire names. */
  readonly path?: string;
  /** Member that has the value if its own has none. */
  readonly orElse?: string;
  /** Each item of the array is an object: its member that has the value, as on the wire. */
  readonly item?: string;
  /** Name of the object that wraps the members. */
  readonly wrapper?: string;
  /**
   * The value is the response itself, with what is secret among the arguments redacted in it: without what is at some paths, or only
   * that. A part that a response omits keeps its last known value.
   */
  readonly whole?: { readonly without?: readonly string[]; readonly only?: readonly string[] };
  /** Of free-form JSON: paths of the members whose value does not count. */
  readonly unread?: readonly string[];
  /** Members that only responses have: schemas by name. (Typed loosely, since zod rewrites the types of its metadata.) */
  readonly only?: unknown;
}

/** A file that an argument is on the wire, among others. */
export interface InFile {
  /** Dotted path of wire names to the list of files, which have a `name` and a `content`. */
  readonly list: string;
  readonly name: string;
  readonly write: (value: Value) => string;
  /** Nothing if the content isn't the text of such a value. */
  readonly read: (content: string) => Value | undefined;
}

/**
 * What responses contain in place of a secret value, `REDACTED` if omitted, whose last known value is kept.
 *
 * A `null` beside an argument that may be omitted does not say whether there is a secret. So such a definition is refused unless
 * updates keep what they omit (`updateMode: "partial"`): an update that replaces everything would erase, unseen, what a person
 * has set there, and one that always contained the mask could never remove it. If the argument is required and nullable, the
 * program always says what holds.
 */
interface Masked {
  readonly mask?: string | null;
  /** An update that contains the mask leaves the platform's secret unchanged. */
  readonly isKeptByMask?: true;
}

const facts = {
  // In the SDK and the documentation.
  /** Name of the interface, union type or const object in the SDK, without `Args`. */
  typeName: of<string>(),
  /** Unit of a number, for example `millicores`. */
  unit: of<string>(),

  // What an omitted argument means, and whether it may be given.
  /** The platform's value if the argument is omitted. */
  default: of<Value>(),
  /** What an omitted argument means, if not `default` alone. */
  whenOmitted: of<WhenOmitted>(),
  /**
   * By the values of siblings: whether it is `required` (checked for top-level arguments), `allowed` (otherwise, it is rejected, and
   * updates omit it), or `ignored` by the platform: then it is neither sent nor compared.
   */
  when: of<{ readonly required?: Condition; readonly allowed?: Condition; readonly ignored?: Condition }>(),
  /** Only the extended endpoints take it: a program that gives it on others is refused (AP2008). */
  extendedOnly: of<boolean>(),
  /** It was required once: what states say about the arguments that a program gives reads as if it still were. */
  wasRequired: of<boolean>(),

  // What is secret, and what responses tell.
  /**
   * Secret in inputs and outputs, even if the program passes it in plain text: always, `unless` this sibling is `false`, or `if` this
   * sibling is given and not `false`.
   */
  secret: of<boolean | { readonly unless: string } | { readonly if: string }>(),
  /**
   * Whether responses contain the value: `never`, or only on some platforms (`sometimes`: a response without it, or with `null`, says
   * nothing), in which case its last known value is kept; or a mask. `hintedBy`, for an optional secret: never, but this sibling usually
   * comes with one.
   */
  returned: of<"never" | "sometimes" | Masked | { readonly hintedBy: string }>(),

  // Where and in which form it is sent.
  /** Never sent: it configures the provider. */
  local: of<boolean>(),
  /**
   * The platform keeps it apart from the resource: calls of its own send it. `open` and `secret` name children of the resource (`owned`
   * in its definition), each a record of its own on the platform; the platform masks the values of `secret` ones. Of what is `named`,
   * the platform has more than a program names, or reads that only resources need, so that lookups do not return it.
   */
  apart: of<true | "open" | "secret" | "named">(),
  /** Name on the wire, if not the snake_case form of the name in programs. */
  wire: of<string>(),
  /**
   * The form that it has on the wire, if not a member of its own:
   * - `pairs`, of a record: a list of `[key, value]`.
   * - `inline`, of free-form JSON: its members are those of the request and of the response themselves. It is compared and merged member
   *   by member, and known are the members that the program gives.
   * - `chosenBy`, of one of several objects of which exactly one is given: its members are those of the object that contains it. This
   *   sibling, which isn't sent, has the name of the one that is given, and programs omit it there.
   * - a file of this name in another member, of a top-level argument. Nothing else sees the file.
   */
  onWire: of<"pairs" | "inline" | { readonly chosenBy: string } | InFile>(),
  /** Where responses have the value, if not under its own name. */
  response: of<InResponse>(),

  // What it names, and what a change does.
  /**
   * Name of the resource, unique in its place. If the endpoint set has no update, a new value replaces the resource. What has the name
   * `everywhere` is the same one, in whatever place: a replacement elsewhere must wait until it is deleted.
   */
  identifies: of<true | "everywhere">(),
  /**
   * It is the ID of a resource: of a service, of one of the same kind, or of the kind that has this name. A program may also give the
   * resource: in its place, or, where a name is stated, beside it (`registry` for `registryId`) or as the object that has the ID. The
   * platform does not delete what such an ID names while it is used. If the platform deletes the resource together with that one,
   * `goesWith` is the output that describes it.
   */
  idOf: of<{ readonly kind: string; readonly goesWith?: string }>(),
  /** How it is compared: other strings without surrounding whitespace, and with letter case. */
  compared: of<"ignoring case" | "verbatim">(),
  /**
   * What a new value does, if no update of the endpoint set simply sets it: it replaces the resource, or takes effect with the next
   * deployment of the service. `omit to clear`: an update clears it by omitting it, and its body does not accept the `null` of a create.
   * `delete data`: what an update removes of it is deleted with the data that it holds.
   */
  onUpdate: of<"replace" | "deploy" | "omit to clear" | "delete data">(),

  // Objects, one of whose groups of members is used.
  /** Groups of members, of which exactly one is used. Set by `oneOf`. */
  alternatives: of<readonly (readonly string[])[]>(),
  /** The member by which requests say which of these groups is used, with its value for each of them, in their order. */
  discriminator: of<{ readonly member: string; readonly values: readonly string[] }>(),

  // Arrays.
  /**
   * Of every array: which items of two lists are the same one. Those at the same place, if another order is a change (`ordered`);
   * wherever they are, those of the same `key`; or, where nothing identifies an item, those of the same sort (`matchBy`), such as
   * scalers of one type: equal ones first, then in order.
   */
  items: of<"ordered" | KeyedItems | { readonly matchBy: string }>(),
};

/** What a schema states in `.meta()` besides its `description`: facts that zod cannot express. */
export type Facts = { readonly [Name in keyof typeof facts]?: (typeof facts)[Name] };

declare module "zod" {
  interface GlobalMeta extends Facts {}
}

/** Names of all facts. A schema with any other is rejected, so that misspelled names are noticed. */
export const factNames: ReadonlySet<string> = new Set(["description", ...Object.keys(facts)]);

/** Allowed values of sibling members. */
export type Condition = Readonly<Record<string, readonly (string | number | boolean)[]>>;

/** Whether a condition holds for the siblings; `undefined` if one of them is unknown or omitted. */
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

/** Whether the platform ignores a member among these siblings. */
export function isIgnored(
  { when }: { readonly when?: { readonly ignored?: Condition } },
  siblings: Readonly<Record<string, unknown>>,
): boolean {
  return when?.ignored !== undefined && isMet(when.ignored, siblings) === true;
}
