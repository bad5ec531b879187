/**
 * The vocabulary in which a kind says what its arguments and outputs are. A field carries everything that is known of one
 * value: its meaning, unit, default, bounds, and how it travels. Types, validation, diff, wire mapping and documentation
 * all read these same records; none of them knows a field by name.
 */

/** @public The emitted declarations of every definition name it. */
export declare const valueType: unique symbol;
/** @public The emitted declarations of every definition name it. */
export declare const requiredType: unique symbol;

/** A JSON value that travels untouched. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** What every field may say about itself. */
export interface FieldFacts {
  /** One or two sentences for a person who fills it in. */
  readonly description: string;
  /** Unit of a number, for example `millicores`. */
  readonly unit?: string;
  /** What the server takes when the value is left out. */
  readonly default?: Json;
  /** Where the default comes from when it is no plain value, for example `the environment's value`. */
  readonly defaultText?: string;
  /** `null` is a value of its own: it clears what is set. */
  readonly nullable?: boolean;
  /** Secret in inputs and outputs, also when the program passes plain text. */
  readonly secret?: boolean;
  /** Secret only when this sibling is `true`. */
  readonly secretWhen?: string;
  /** Name on the wire, where it is not the snake_case form of the name in programs. */
  readonly wire?: string;
  /** Name on the wire of an answer, where it differs from the request's: a path of members. */
  readonly answeredAt?: string;
  /** Never on the wire: it tells the provider something. */
  readonly local?: boolean;
  /** The server does not give it back; the last known value is kept. */
  readonly writeOnly?: boolean;
  /** May be given only when the siblings have one of these values; otherwise it is refused, and an edit leaves it away. */
  readonly onlyWhen?: Readonly<Record<string, readonly Json[]>>;
  /** Given while a sibling has one of these values, the server ignores it: it is neither sent nor compared. */
  readonly ignoredWhen?: Readonly<Record<string, readonly Json[]>>;
  /** It cannot be edited: another value needs a new resource. */
  readonly replaces?: boolean;
  /** The platform never changes it, and no new resource can be made with another value. */
  readonly fixed?: boolean;
  /** Where the endpoint set has no edit, a new value takes effect with the next deployment of the service. */
  readonly appliedByDeployment?: boolean;
  /** It tells one resource from another: where the endpoint set has no edit, another value is another resource. */
  readonly identifies?: boolean;
  /** It says where the resource is: another value is another resource, which may have the same name. */
  readonly place?: boolean;
  /** It matters only when the resource is made, and is not compared afterwards. */
  readonly createOnly?: boolean;
  /** Programs may pass a resource, of which the id is taken. */
  readonly acceptsResource?: boolean;
  /** The Pulumi name of the resource is its default. */
  readonly defaultsToResourceName?: boolean;
  /** Same value when only letter case or outer blanks differ. */
  readonly ignoresCase?: boolean;
}

/** Carries the type of a field's plain value, for inference only. */
export interface Typed<T, Required extends boolean = true> {
  readonly [valueType]?: T;
  readonly [requiredType]?: Required;
  readonly required: boolean;
}

/** The shape a text must have. */
export type TextFormat = "uuid" | "uri" | "url" | "gitUrl" | "cron" | "timezone" | "imageName";

export interface TextField extends FieldFacts {
  readonly type: "text";
  readonly required: boolean;
  readonly format?: TextFormat;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxBytes?: number;
}

export interface IntegerField extends FieldFacts {
  readonly type: "integer";
  readonly required: boolean;
  readonly min?: number;
  readonly max?: number;
}

export interface BooleanField extends FieldFacts {
  readonly type: "boolean";
  readonly required: boolean;
}

/** One of a few words. */
export interface ChoiceField extends FieldFacts {
  readonly type: "choice";
  readonly required: boolean;
  /** Name of the union type and const object in the SDK. */
  readonly name: string;
  readonly values: readonly string[];
}

/** A rule over several members of one object. It runs only when all of them are known. */
export interface Rule {
  /** Members that it reads; `rule` runs only when none of them is unknown at any depth. */
  readonly reads: readonly string[];
  /** Says what holds, for the documentation. */
  readonly says: string;
  /** Gives the member that is wrong and why, or nothing. Documented defaults are filled in for members a new resource leaves out. */
  readonly check: (values: Readonly<Record<string, Json | undefined>>) => RuleBreach | undefined;
}

export interface RuleBreach {
  /** Path below the object, in program spelling. */
  readonly at: string;
  readonly found: string;
  readonly allowed: string;
}

export interface ObjectField extends FieldFacts {
  readonly type: "object";
  readonly required: boolean;
  /** Name of the interface in the SDK, without `Args`. */
  readonly name: string;
  readonly members: Fields;
  /** Members that only answers have. */
  readonly answered?: Fields;
  /** Exactly one of these sets of members is used. */
  readonly alternatives?: readonly (readonly string[])[];
  readonly rules?: readonly Rule[];
  /** Members of the answer wrapped in one object of this name. */
  readonly answerWrapper?: string;
}

export interface ListField extends FieldFacts {
  readonly type: "list";
  readonly required: boolean;
  readonly item: Field;
  /** Member that identifies an item: order does not matter, and an edit keeps the server's `id` of an item. */
  readonly key?: string;
  /** Members, each of which must be unique within the list. */
  readonly unique?: readonly string[];
  readonly minItems?: number;
  /** The platform has items of its own: only those that the program names are compared, and an edit keeps the others. */
  readonly partial?: boolean;
  readonly rules?: readonly ListRule[];
}

/** A rule over a whole list, run when the list is known. */
export interface ListRule {
  readonly says: string;
  readonly check: (items: readonly Json[]) => RuleBreach | undefined;
}

/** Free keys, values of one field. Keys travel untouched. */
export interface MapField extends FieldFacts {
  readonly type: "map";
  readonly required: boolean;
  readonly value: Field;
}

/** Any JSON; travels untouched. */
export interface JsonField extends FieldFacts {
  readonly type: "json";
  readonly required: boolean;
  /** `object`: a JSON object; `any`: any value. */
  readonly shape: "object" | "any";
}

/** A service of this provider that can be deployed; the program passes the resource, the engine carries a {@link ServiceSelection}. */
export interface ServiceField extends FieldFacts {
  readonly type: "service";
  readonly required: boolean;
}

export type Field =
  | TextField
  | IntegerField
  | BooleanField
  | ChoiceField
  | ObjectField
  | ListField
  | MapField
  | JsonField
  | ServiceField;

export type Fields = Readonly<Record<string, Field>>;

/** The plain value of a field. */
export type ValueOf<F> = F extends Typed<infer T, boolean> ? T : never;

type RequiredKeys<M> = { [K in keyof M]: M[K] extends Typed<unknown, true> ? K : never }[keyof M];

/** The plain values of a record of fields, optional ones optional. */
export type ValuesOf<M> = { [K in RequiredKeys<M>]: ValueOf<M[K]> } & {
  [K in Exclude<keyof M, RequiredKeys<M>>]?: ValueOf<M[K]> | undefined;
};

type Facts = Omit<FieldFacts, "description">;

export function text(
  description: string,
  facts: Facts & Pick<TextField, "format" | "minLength" | "maxLength" | "maxBytes"> = {},
): TextField & Typed<string> {
  return { type: "text", required: true, description, ...facts };
}

/** An identifier in UUID form. */
export function uuid(description: string, facts: Facts = {}): TextField & Typed<string> {
  return text(description, { format: "uuid", ...facts });
}

export function integer(
  description: string,
  facts: Facts & Pick<IntegerField, "min" | "max"> = {},
): IntegerField & Typed<number> {
  return { type: "integer", required: true, description, ...facts };
}

export function boolean(description: string, facts: Facts = {}): BooleanField & Typed<boolean> {
  return { type: "boolean", required: true, description, ...facts };
}

export function choice<const V extends readonly string[]>(
  name: string,
  description: string,
  values: V,
  facts: Facts = {},
): ChoiceField & Typed<V[number]> {
  return { type: "choice", required: true, name, description, values, ...facts };
}

type Alternatives = readonly (readonly string[])[];
type OneAlternative<M, All extends Alternatives, Used extends readonly string[]> = (Used extends readonly [
  infer Only extends keyof M,
]
  ? { [K in Only]: ValueOf<M[K]> }
  : ValuesOf<Pick<M, Extract<Used[number], keyof M>>>) & {
  [K in Exclude<Extract<All[number][number], keyof M>, Used[number]>]?: undefined;
};
type ObjectValue<M, All extends Alternatives> = [All[number]] extends [never]
  ? ValuesOf<M>
  : ValuesOf<Omit<M, All[number][number]>> & { [I in keyof All]: OneAlternative<M, All, All[I]> }[number];

export function object<const M extends Fields, const A extends Alternatives = readonly []>(
  name: string,
  description: string,
  members: M,
  facts: Facts & Pick<ObjectField, "answered" | "rules" | "answerWrapper"> & { readonly alternatives?: A } = {},
): ObjectField & Typed<ObjectValue<M, A>> {
  return { type: "object", required: true, name, description, members, ...facts };
}

export function list<const F extends Field>(
  description: string,
  item: F,
  facts: Facts & Pick<ListField, "key" | "unique" | "minItems" | "partial" | "rules"> = {},
): ListField & Typed<ValueOf<F>[]> {
  return { type: "list", required: true, description, item, ...facts };
}

export function map<const F extends Field>(
  description: string,
  value: F,
  facts: Facts = {},
): MapField & Typed<Record<string, ValueOf<F>>> {
  return { type: "map", required: true, description, value, ...facts };
}

export function json(description: string, facts: Facts = {}): JsonField & Typed<Record<string, unknown>> {
  return { type: "json", required: true, shape: "object", description, ...facts };
}

/** Any value at all. */
export function anything(description: string, facts: Facts = {}): JsonField & Typed<unknown> {
  return { type: "json", required: true, shape: "any", description, ...facts };
}

/** What the engine carries for a service that a program passes as a resource. */
export interface ServiceSelection {
  readonly kind: string;
  readonly id: string;
  readonly name?: string;
  readonly [version: string]: string | undefined;
}

export function service(description: string): ServiceField & Typed<ServiceSelection> {
  return { type: "service", required: true, description };
}

/** The same field, which may be left out. */
export function optional<F extends Field & Typed<unknown>>(
  field: F,
): Omit<F, keyof Typed<0>> & Field & Typed<ValueOf<F>, false> {
  return { ...field, required: false } as never;
}

/** The same field, where `null` clears the value. */
export function nullable<F extends Field & Typed<unknown, boolean>>(
  field: F,
): Omit<F, keyof Typed<0>> & Field & Typed<ValueOf<F> | null, F extends Typed<unknown, true> ? true : false> {
  return { ...field, nullable: true } as never;
}
