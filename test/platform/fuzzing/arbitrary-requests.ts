/** Requests at random, made from the schemas of the document. */
import fc from "fast-check";
import type { Document, Operation, Schema } from "./document.js";

/**
 * An id that is not known before the request is sent: `@container:3` is the fourth container that there is. So a random
 * program means the same each time it is run, though the platform gives other ids.
 */
export const reference = /^@(\w+):(\d+)$/;

/** How a body was come by; the matrix counts them apart. */
export const ways = ["from the schema", "good, then altered"] as const;

export interface ArbitraryRequest {
  readonly operation: Operation;
  readonly made: (typeof ways)[number];
  /** Path members, by name. */
  readonly members: Readonly<Record<string, string>>;
  readonly query: string;
  readonly body: unknown;
}

const someOf = (kind: string) => fc.nat({ max: 5 }).map((index) => `@${kind}:${index}`);
/** Mostly one that exists, sometimes one that does not. */
const idOf = (kind: string) =>
  fc.oneof(
    { weight: 12, arbitrary: someOf(kind) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 1, arbitrary: someOf("any") },
  );

/** What an id stands for, by the name of its member and of the member around it. */
function kindOf(key: string, around: string): string {
  if (key === "id" || key === "") return around.replace(/_groups$/, "Group").replace(/s$/, "");
  if (key === "git_token_id") return "gitToken";
  return key.replace(/_?id$/i, "");
}

/** Texts with an inner form, by what the document says about it. */
const forms: readonly (readonly [RegExp, readonly string[]])[] = [
  [/cron expression/, ["*/5 * * * *", "0 4 * jan MON-FRI"]],
  [/time zone/, ["Europe/Paris", "Etc/UTC"]],
  [/https?, https or ssh URL/, ["https://github.com/acme/shop.git", "ssh://git@example.com/acme/shop"]],
  [/http or https URL/, ["https://argocd.example.com", "http://example.com/x"]],
  [/absolute URI/, ["app://icon", "https://example.com/icon.svg"]],
  [/URL that begins with https/, ["https://registry.example.com"]],
  [/Name of the feature/, ["STATIC_IP", "VPC_SUBNET", "fea70e00-a3c5-41e7-a263-d45f7193b00d"]],
  [/domain name/, ["shop.example.com", "*.example.com"]],
];

/** Few names, so that they are taken now and then. */
const names = fc.oneof(
  fc.constantFrom("web", "WEB", "db", "job"),
  fc.uuid(),
  fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" }),
);

function texts(schema: Schema, key: string, around: string): fc.Arbitrary<unknown> {
  if (schema.format === "uuid") return idOf(kindOf(key, around));
  if (schema.format === "date-time") return fc.constant("2026-01-02T03:04:05Z");
  const form = forms.find(([says]) => says.test(schema.description ?? ""));
  if (form !== undefined) return fc.constantFrom(...form[1]);
  if (key === "name") return names;
  if (key === "image_name") return fc.constantFrom("nginx", "library/nginx", "acme/team/web");
  const { minLength = 0, maxLength = 20 } = schema;
  const free = fc.string({ minLength, maxLength: Math.min(maxLength, 20), unit: "grapheme" });
  return fc.oneof(
    free,
    fc.constantFrom("1.27", "build-error", "x").filter((text) => text.length >= minLength),
  );
}

/** Values that the schema allows. */
export function valuesOf(document: Document, schema: Schema, key = "", around = ""): fc.Arbitrary<unknown> {
  const found = document.resolve(schema);
  const inner = (each: Schema, name = key, of = around) => valuesOf(document, each, name, of);
  if (found.anyOf !== undefined && found.type === undefined) return fc.oneof(...found.anyOf.map((each) => inner(each)));
  if (found.enum !== undefined) return fc.constantFrom(...found.enum);
  if (Array.isArray(found.type)) return fc.oneof(...found.type.map((type) => inner({ ...found, type })));
  switch (found.type) {
    case "null":
      return fc.constant(null);
    case "boolean":
      return fc.boolean();
    case "integer": {
      const { minimum: min = 0, maximum: max = 100 } = found;
      return fc.oneof(fc.integer({ min, max }), fc.integer({ min, max: Math.min(max, Math.max(min, 10)) }));
    }
    case "number":
      return fc.double({ min: found.minimum ?? 0, max: found.maximum ?? 100, noNaN: true });
    case "string":
      return texts(found, key, around);
    case "array":
      if (found.prefixItems !== undefined) return fc.tuple(...found.prefixItems.map((each) => inner(each, "", key)));
      return fc.array(inner(found.items ?? {}, "", key), { minLength: found.minItems ?? 0, maxLength: 3 });
    case "object":
      return objects(document, found, key);
    default:
      return fc.jsonValue({ maxDepth: 3 });
  }
}

/** What a rule requires of the members of an object. */
interface Demand {
  readonly required: readonly string[];
  readonly omitted: readonly string[];
  /** The values that members may have. */
  readonly values: Readonly<Record<string, readonly unknown[]>>;
}

const joined = (one: Demand, other: Demand): Demand => ({
  required: [...one.required, ...other.required],
  omitted: [...one.omitted, ...other.omitted],
  values: { ...one.values, ...other.values },
});

/** The ways in which an object can be as a rule says; what a rule says of the insides of members is left to chance. */
function demandsOf({ required = [], properties = {}, anyOf, oneOf, allOf = [] }: Schema): Demand[] {
  const members = Object.entries(properties);
  const values = members.flatMap(([key, { const: only, enum: of = only === undefined ? undefined : [only] }]) =>
    of === undefined ? [] : [[key, of] as const],
  );
  const own: Demand = {
    required,
    omitted: members.flatMap(([key, { type }]) => (type === "null" ? [key] : [])),
    values: Object.fromEntries(values),
  };
  // Of exclusive alternatives, the others are omitted.
  const exclusive = oneOf?.map(({ required: one = [] }) => ({
    required: one,
    omitted: oneOf.flatMap(({ required: other = [] }) => other).filter((key) => !one.includes(key)),
    values: {},
  }));
  const choices = [anyOf?.flatMap(demandsOf), exclusive, ...allOf.map(demandsOf)].filter((each) => each !== undefined);
  return choices.reduce<Demand[]>((all, some) => all.flatMap((one) => some.map((each) => joined(one, each))), [own]);
}

function objects(document: Document, schema: Schema, around: string): fc.Arbitrary<unknown> {
  const { properties, additionalProperties, required = [], anyOf = [], oneOf = [], allOf = [] } = schema;
  if (properties === undefined) {
    return fc.dictionary(fc.string({ maxLength: 8 }), valuesOf(document, additionalProperties ?? {}), { maxKeys: 3 });
  }
  const members = Object.entries(properties).map(
    ([key, each]) => [key, valuesOf(document, each, key, around)] as const,
  );
  const some = (demand: Demand) => {
    const record = members.map(([key, values]): [string, fc.Arbitrary<unknown>] => {
      const { [key]: of } = demand.values;
      if (of !== undefined) return [key, fc.constantFrom(...of)];
      if (demand.omitted.includes(key)) return [key, fc.constant(null)];
      return [key, demand.required.includes(key) ? values.filter((value) => value !== null) : values];
    });
    const isThere = (key: string) => key in properties && !demand.omitted.includes(key);
    const requiredKeys = [...new Set([...required, ...demand.required])].filter(isThere);
    return fc.record(Object.fromEntries(record), { requiredKeys });
  };
  const demands = demandsOf({ allOf, ...(anyOf.length > 0 && { anyOf }), ...(oneOf.length > 0 && { oneOf }) });
  return fc.oneof(...demands.map(some));
}

interface Alteration {
  readonly place: number;
  readonly how: "replace" | "remove" | "add" | "repeat";
  readonly value: unknown;
}

const odd = fc.constantFrom<unknown>(
  null,
  "",
  " ",
  0,
  -1,
  1e300,
  2 ** 53,
  0.5,
  [],
  {},
  [[]],
  "\u0000",
  "null",
  "x".repeat(10_000),
);
const alterations = fc.array(
  fc.record<Alteration>({
    place: fc.nat(),
    how: fc.constantFrom("replace", "remove", "add", "repeat"),
    value: fc.oneof(odd, fc.jsonValue({ maxDepth: 2 })),
  }),
  { maxLength: 3 },
);

/** Every object and list of a body, from the outside in. */
function holders(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(holders)];
}

function altered(body: unknown, { place, how, value }: Alteration): unknown {
  const copy = structuredClone(body);
  const spots = holders(copy).flatMap((holder) => Object.keys(holder).map((key) => ({ holder, key })));
  const spot = spots[place % Math.max(1, spots.length)];
  if (spot === undefined) return value;
  const { holder, key } = spot;
  if (how === "replace") holder[key] = value;
  else if (how === "add") holder[`${key}${place % 3 === 0 ? "_" : "__proto__"}`] = value;
  else if (how === "repeat" && Array.isArray(holder[key])) holder[key] = [...holder[key], ...holder[key]];
  else delete holder[key];
  return copy;
}

/** Requests of one operation; `good` is a body that it takes, if it takes any. */
export function requestsOf(document: Document, operation: Operation, good: unknown): fc.Arbitrary<ArbitraryRequest> {
  const { body, path, query } = operation;
  const members = Object.fromEntries(
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, idOf(name.replace(/Id$/, ""))]),
  );
  const shared = {
    operation: fc.constant(operation),
    members: fc.record(members),
    query: fc.constantFrom(
      "",
      ...query.flatMap((name) => [`?${name}=true`, `?${name}=false`, `?${name}=x`, `?${name}=`]),
    ),
  };
  const schema = body === undefined ? fc.constant(undefined) : valuesOf(document, body);
  const fromSchema = fc.record<ArbitraryRequest>({ ...shared, made: fc.constant(ways[0]), body: schema });
  if (body === undefined) return fromSchema;
  const starts = good === undefined ? schema : fc.oneof(fc.constant(good), schema);
  return fc.oneof(
    fromSchema,
    fc.record<ArbitraryRequest>({
      ...shared,
      made: fc.constant(ways[1]),
      body: fc.tuple(starts, alterations).map(([start, steps]) => steps.reduce(altered, start)),
    }),
  );
}
