import type { ResourceDefinition } from "../provider/definition/kind.js";
import { factNames } from "../provider/schema/facts.js";
import type { Field } from "../provider/schema/field.js";

/** What definitions state, each with the kinds that state it. */
export type Stated = ReadonlyMap<string, ReadonlySet<string>>;

/** Facts whose strings are one of a few words, each of which means something else. Any other value of a fact is only a value. */
const worded = /^(returned|compared|onUpdate|items|identifies|idOf\.kind)$/;

/** Facts whose members are values, not further facts. */
const whole =
  /^(codec|default|example|alternatives|unit|wire|returned\.mask|when\.\w+|whenOmitted\.\w+|secret\.\w+|response\.\w+|items\.\w+)$/;

/** The forms in which facts about fields are stated: the fact or its member and, if its string is a word, the word. */
export function factsStated(definitions: readonly ResourceDefinition[]): Stated {
  return byKind(definitions, ({ args, outputs, shape, body }) => {
    const own = Object.keys(shape).map((name) => args[name] as Field);
    const fields = [...own, ...Object.values(outputs)].flatMap((field) => [field, ...fieldsOf(field)]);
    return [body, ...fields].flatMap(formsIn);
  });
}

function fieldsOf(field: Field): Field[] {
  const members = field.type === "object" ? Object.values({ ...field.members, ...field.responseOnly }) : [];
  const inner = field.type === "array" ? [field.item] : field.type === "record" ? [field.value] : members;
  return inner.flatMap((each) => [each, ...fieldsOf(each)]);
}

function formsIn(field: Field): string[] {
  const facts = Object.entries(field).filter(([name]) => factNames.has(name) && name !== "description");
  return facts.flatMap(([name, value]) => formsOf(name, value));
}

function formsOf(path: string, value: unknown): string[] {
  if (value === undefined || value === false) return [];
  // That another member is required follows from its schema.
  if (path === "secret.isRequired") return [];
  if (typeof value === "string" || value === null)
    return [worded.test(path) ? `${path}: ${wordOf(path, value)}` : path];
  if (typeof value !== "object" || Array.isArray(value) || whole.test(path)) return [path];
  return Object.entries(value).flatMap(([name, each]) => formsOf(`${path}.${name}`, each));
}

/** The name of a kind isn't a word of its own. */
function wordOf(path: string, value: string | null): string {
  return path === "idOf.kind" && /^[A-Z]/.test(value ?? "") ? "a kind" : String(value);
}

/** What follows from other options, or is a definition's substance. */
const noOption =
  /^(kind|description|shape|schemas|args|outputs|derived|body|pathArgs|nameArg|parentIn|existingArg|example|rules)$/;

/** Options with members that are options of their own. */
const grouped = ["api", "owned", "linked", "deployedAs", "verbs"];

/** The options of definitions that aren't omitted or as by default. */
export function optionsStated(definitions: readonly ResourceDefinition[]): Stated {
  return byKind(definitions, (definition) =>
    Object.entries(definition).flatMap(([name, value]) => {
      if (noOption.test(name) || isUsual(value)) return [];
      return grouped.includes(name) ? Object.keys(value).map((each) => `${name}.${each}`) : [name];
    }),
  );
}

function isUsual(value: unknown): boolean {
  if (value === undefined || value === "id" || value === "full") return true;
  return typeof value === "object" && value !== null && Object.values(value).every(isUsual);
}

function byKind(definitions: readonly ResourceDefinition[], statedIn: (of: ResourceDefinition) => string[]): Stated {
  const all = new Map<string, Set<string>>();
  for (const definition of definitions) {
    for (const form of statedIn(definition)) all.set(form, (all.get(form) ?? new Set()).add(definition.kind));
  }
  return all;
}

/** The facts that fewer than three kinds state, and what the core decides by each at several places. */
export const rareFacts: Readonly<Record<string, string>> = {
  "idOf.kind: same kind": "what the SDK accepts in place of an ID, and what is in use",
  "idOf.kind: service": "what the SDK accepts in place of an ID, and what is in use",
  "identifies: everywhere": "which resources clash, and in which order one is replaced",
  "items.isPartial": "which items are the same for comparisons, merges, reads and removals",
  "items.matchBy": "which items are the same for comparisons, merges, reads and removals",
  "onUpdate: delete data": "what plans and removals warn of",
  "onUpdate: deploy": "what plans, updates, adoptions and refreshes leave to a deployment",
  "returned.mask": "which known values reads, merges, adoptions and exports keep",
  "returned: sometimes": "which known values reads, merges, adoptions and exports keep",
  "secret.if": "what the SDK, the state and messages hide",
  "when.ignored": "what is neither sent, compared nor validated",
  "whenOmitted.by": "which default comparisons and removals expect",
};

/** Those that fewer than three kinds state. */
export function rareIn(stated: Stated): string[] {
  return [...stated].flatMap(([form, kinds]) => (kinds.size < 3 ? [form] : [])).sort();
}
