import { site } from "../errors/site.js";
import {
  type Field,
  holdsSecret,
  isSecretMember,
  type JsonShape,
  type ObjectField,
  pathTo,
  type StringField,
} from "../schema/field.js";
import { textFormats } from "../schema/formats.js";
import {
  isAbsent,
  isObject,
  sameJson,
  shortened,
  show,
  textsIn,
  UNKNOWN,
  type Value,
  type Values,
} from "../schema/json.js";
import { nearestName, nearestNames, plainName } from "./nearestName.js";

/** What to write for a required argument, as the rest of a sentence; nothing if no example is known. */
export function exampleAdvice(name: string, field: Field): string | undefined {
  const value = completeExampleOf(field);
  const example = exampleOf(field);
  if (value === undefined) return example === undefined ? undefined : `write \`${member(name, example)}\``;
  const id = idAdvice(name, field);
  if (id !== undefined) return id;
  if (field.example?.meaning !== undefined) return `use \`${literal(value)}\` ${field.example.meaning}`;
  return `write a value such as \`${member(name, value)}\``;
}

/** Where to get an ID of. */
function idAdvice(name: string, field: Field): string | undefined {
  if (field.type !== "string" || field.format !== "guid" || !/Id$/.test(name)) return undefined;
  if (name === "environmentId") return "use the ID of an environment: `npx app-platform environments` lists them";
  if (field.idOf === undefined) return undefined;
  const resource = name.replace(/Id$/, "");
  return `use the ID of a resource, such as \`${name}: ${resource}.id\`, or in TypeScript the resource itself: \`${resource}\``;
}

/** What to write instead of an invalid value, as the rest of a sentence; nothing if that isn't obvious. Shows no secrets. */
export function correctionAdvice(name: string, field: Field, value: unknown, isSecret: boolean): string | undefined {
  if (isSecret) return quotingAdvice(field, value);
  const meant = holdsSecret(field) ? undefined : converted(field, value as Value);
  if (meant !== undefined) {
    const quote = quotingAdvice(field, value);
    return `${quote === undefined ? "write" : `${quote}:`} \`${member(name, meant)}\``;
  }
  const id = idAdvice(name, field);
  if (id !== undefined) return id;
  if (field.type === "array" && isObject(value))
    return `put it in a list: \`${name === "" ? "" : `${name}: `}[{ ... }]\``;
  if (Array.isArray(value) || isObject(value) || !["array", "object", "record"].includes(field.type)) return undefined;
  const example = completeExampleOf(field);
  return example === undefined ? undefined : `write a value such as \`${member(name, example)}\``;
}

function quotingAdvice(field: Field, value: unknown): string | undefined {
  const isScalar = typeof value === "number" || typeof value === "boolean";
  return field.type === "string" && isScalar ? "put it in quotes" : undefined;
}

/** Stands for a text that only the user knows. */
const anyText = "...";

function completeExampleOf(field: Field): Value | undefined {
  const example = exampleOf(field);
  return textsIn(example).includes(anyText) ? undefined : example;
}

/** `ports: [{ internalPort: 80 }]`; only the value for an item of a list. */
function member(name: string, value: Value): string {
  return name === "" ? literal(value) : `${name}: ${literal(value)}`;
}

/** The argument that an unknown one means, with its value if that has to be changed: `type: "POSTGRESQL"`. Shows no secrets. */
export function meantArgument(near: string, value: unknown, { members }: ObjectField): string {
  const field = members[near];
  if (field === undefined || isAbsent(value) || (field.secret ?? false) !== false || holdsSecret(field)) return near;
  const meant = converted(field, value as Value);
  return meant === undefined || sameJson(meant, value) ? near : member(near, meant);
}

/**
 * Where an unknown argument belongs that is one or two levels too high or too low, as the rest of a sentence.
 *
 * @param names What it may be called there.
 */
export function moveAdvice(
  name: string,
  field: ObjectField,
  around: readonly { readonly field: Field; readonly path: string }[],
  names: readonly string[] = [name],
): string | undefined {
  const inside = placesInside(field, "", 2);
  for (const own of names) {
    const inner = inside.filter(({ members }) => Object.hasOwn(members, own));
    const depth = Math.min(...inner.map(({ levels }) => levels));
    const nearest = inner.filter(({ levels }) => levels === depth).map(({ path }) => `\`${path}\``);
    if (nearest.length > 0) {
      const places = alternatives(nearest);
      return own === name ? `move \`${name}\` into ${places}` : `use \`${own}\` in ${places}`;
    }
    const outer = around.findLast((each) => each.field.type === "object" && Object.hasOwn(each.field.members, own));
    if (outer === undefined) continue;
    const place = outer.path === "" ? "the resource's arguments" : `\`${outer.path}\``;
    if (own !== name) return `use \`${own}\` in ${place}`;
    return `move \`${name}\` up, ${outer.path === "" ? "to" : "into"} ${place}`;
  }
  return undefined;
}

/** Pulumi's resource options, which newcomers write among the arguments. */
const resourceOptions = [
  ...["aliases", "customTimeouts", "deleteBeforeReplace", "deletedWith", "dependsOn", "ignoreChanges", "parent"],
  ...["protect", "provider", "replaceOnChanges", "retainOnDelete"],
].map(plainName);

/** What to do instead of setting an argument that has no counterpart here; `names` are the resource's arguments. */
export function insteadOf(name: string, names: readonly string[]): string | undefined {
  const plain = plainName(name);
  if (resourceOptions.includes(plain)) return "it's a resource option: move it to the options of the resource";
  if (/^(resources|limits|requests)$/.test(plain) && names.includes("cpu"))
    return "use `cpu` (in millicores) and `memory` (in MB)";
  if (/^(user(name)?|password)$/.test(plain) && names.includes("accessibility"))
    return "omit it: the platform chooses it, and the output `credentials` has it";
  if (/^((custom)?domains?|hostnames?|hosts?)$/.test(plain) && names.includes("ports"))
    return "declare a CustomDomain, whose `on` is this resource";
  return undefined;
}

/** What to do with an argument that has no counterpart; `names` are the arguments in its place. */
export function omitAdvice(name: string, names: readonly string[], kind = "the resource"): string {
  const nearest = nearestNames(name, names, 3);
  const near =
    nearest.length === 0 ? "" : `, or set ${alternatives(nearest.map((each) => `\`${each}\``))} if you mean that`;
  const page = site === undefined ? `the reference page of ${kind}` : `${site}reference/`;
  return `leave it out${near}; ${page} lists all arguments`;
}

function alternatives(words: readonly string[]): string {
  return words.length === 1 ? (words[0] as string) : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

interface Inside {
  readonly path: string;
  readonly members: ObjectField["members"];
  readonly levels: number;
}

function placesInside({ members }: ObjectField, path: string, most: number, levels = 1): readonly Inside[] {
  return Object.entries(members).flatMap(([name, field]) => {
    const here = pathTo(path, name);
    const [object, at] = field.type === "array" ? [field.item, `${here}[0]`] : [field, here];
    if (object.type !== "object") return [];
    const own = { path: at, members: object.members, levels };
    return [own, ...(levels < most ? placesInside(object, at, most, levels + 1) : [])];
  });
}

/** A value that is valid by itself: the definition's example, or the simplest one of its type. */
export function exampleOf(field: Field): Value | undefined {
  if (field.example !== undefined) return field.example.value;
  if (field.default !== undefined && field.default !== null) return field.default;
  switch (field.type) {
    case "enum":
      return field.values[0];
    case "integer":
      return Math.max(field.min ?? 1, 1);
    case "boolean":
      return true;
    case "string":
      return field.format === undefined ? anyText : textFormats[field.format].example;
    case "array": {
      const item = exampleOf(field.item);
      return item === undefined ? undefined : [item];
    }
    case "object":
      return requiredMembers(field);
    case "record": {
      const value = exampleOf(field.value);
      return value === undefined ? undefined : { name: value };
    }
    case "json":
      return field.shape === "object" || field.shape === "members" ? {} : undefined;
    case "service":
      return undefined;
  }
}

/** The required members of an object, with those of the first of its alternatives. */
function requiredMembers({ members, alternatives = [] }: ObjectField): Values {
  const others = new Set(alternatives.slice(1).flat());
  const required = Object.entries(members).filter(
    ([name, { required: isRequired }]) => isRequired && !others.has(name),
  );
  return Object.fromEntries(required.map(([name, member]) => [name, exampleOf(member)]));
}

/** The valid value that an invalid one obviously means. */
function converted(field: Field, value: Value): Value | undefined {
  switch (field.type) {
    case "integer": {
      const number = integerMeant(value, field.unit);
      return number !== undefined && number >= (field.min ?? number) && number <= (field.max ?? number)
        ? number
        : undefined;
    }
    case "boolean":
      return isObject(value) || Array.isArray(value) ? undefined : flags.get(String(value).toLowerCase());
    case "enum":
      return typeof value === "string" ? wordMeant(value, field.values) : undefined;
    case "string":
      return textMeant(field, value);
    case "array": {
      if (Array.isArray(value) || isObject(value)) return undefined;
      const isCommand = typeof value === "string" && field.items === "ordered";
      if (isCommand && field.item.type === "string") return value.trim().split(/\s+/);
      const item = accepts(field.item, value) ? value : converted(field.item, value);
      return item === undefined ? undefined : [item];
    }
    case "object": {
      if (typeof value === "object") return undefined;
      const members = requiredMembers(field);
      if (typeof value === "string" && "imageName" in members && "tag" in members)
        return { ...members, ...imageMeant(value) };
      const name = Object.keys(members).find((each) => accepts(field.members[each] as Field, value));
      return name === undefined ? undefined : { ...members, [name]: value };
    }
    case "record":
      return Array.isArray(value) ? pairsMeant(field.value, value) : undefined;
    default:
      return undefined;
  }
}

const flags = new Map<string, boolean>([
  ...["true", "yes", "on", "1"].map((word) => [word, true] as const),
  ...["false", "no", "off", "0"].map((word) => [word, false] as const),
]);

const megabytes = { m: 1, mi: 1, mb: 1, mib: 1, g: 1024, gi: 1024, gb: 1024, gib: 1024 };

/** Sizes and times as Kubernetes and Docker write them, by unit of the argument. */
const units: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  millicores: { m: 1, core: 1000, cores: 1000, cpu: 1000, vcpu: 1000, vcpus: 1000 },
  MB: megabytes,
  GB: { g: 1, gi: 1, gb: 1, gib: 1, t: 1024, ti: 1024, tb: 1024 },
  MiB: megabytes,
  GiB: { g: 1, gi: 1, gb: 1, gib: 1, t: 1024, ti: 1024, tb: 1024 },
  seconds: { s: 1, sec: 1, seconds: 1, m: 60, min: 60, h: 3600 },
};

function integerMeant(value: Value, unit = ""): number | undefined {
  if (typeof value !== "string" && typeof value !== "number") return undefined;
  const [, digits, suffix = ""] = /^\s*(-?\d+(?:\.\d+)?)\s*([a-z]*)\s*$/i.exec(String(value)) ?? [];
  if (digits === undefined) return undefined;
  // Fractions are of the next larger unit.
  const larger: Readonly<Record<string, number>> = { millicores: 1000, MB: 1024 };
  const factor = suffix === "" ? (digits.includes(".") ? (larger[unit] ?? 1) : 1) : units[unit]?.[suffix.toLowerCase()];
  const number = factor === undefined ? Number.NaN : Number(digits) * factor;
  return Number.isSafeInteger(number) ? number : undefined;
}

const otherWords: Readonly<Record<string, string>> = {
  acr: "AZURE_CR",
  amazon: "AWS",
  gar: "GCP_ARTIFACT_REGISTRY",
  gcr: "GCP_ARTIFACT_REGISTRY",
  ghcr: "GITHUB_CR",
  google: "GCP",
  scaleway: "SCW",
  x86_64: "AMD64",
  aarch64: "ARM64",
  mongo: "MONGODB",
  pg: "POSTGRESQL",
};

function wordMeant(word: string, words: readonly string[]): string | undefined {
  const known = otherWords[word.toLowerCase()];
  return known !== undefined && words.includes(known) ? known : nearestName(word, words);
}

function textMeant(field: StringField, value: Value): string | undefined {
  if (isObject(value)) return field.format === "guid" && typeof value.id === "string" ? value.id : undefined;
  if (Array.isArray(value)) return value.length === 1 ? textMeant(field, value[0] as Value) : undefined;
  const text = String(value);
  const candidates = field.format === undefined ? [text] : [text, ...textsMeant(text.trim())];
  return candidates.find((each) => accepts(field, each));
}

/** What a text of a format may mean: other letter case, a URL with another scheme or none, an image without its tag, an ID of a reference. */
function textsMeant(text: string): readonly string[] {
  const withoutScheme = text.replace(/^https?:\/\//i, "").replace(/\/+$/, "");
  // In a longer text, such as the address of a page, an ID is meant if it's the only one.
  const ids = text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi) ?? [];
  return [
    text,
    text.toLowerCase(),
    text.replace(/^git@([^:]+):/, "ssh://git@$1/"),
    `https://${text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "")}`,
    withoutScheme,
    withoutScheme.replace(/(?::[\w.-]+)?(?:@sha256:\w+)?$/, ""),
    text.split("/").at(-1) ?? "",
    ...(ids.length === 1 ? ids : []),
  ];
}

/** An image without its registry, which another argument has: `acme/api` and `1.2` for `ghcr.io/acme/api:1.2`. */
function imageMeant(text: string): Values {
  const [, imageName = text, tag] = /^(?:[^/]*[.:][^/]*\/)?(.+?)(?::([\w.-]+))?$/.exec(text.trim()) ?? [];
  return { imageName, ...(tag === undefined ? {} : { tag }) };
}

/** Variables as Kubernetes (`name` and `value`) and Docker (`NAME=value`) list them. */
function pairsMeant(field: Field, items: readonly Value[]): Values | undefined {
  const pairs = items.map((item) => {
    if (typeof item === "string") return /^(\w+)=(.*)$/s.exec(item)?.slice(1);
    const name = isObject(item) ? (item.name ?? item.key) : undefined;
    return isObject(item) && typeof name === "string" ? [name, item.value] : undefined;
  });
  if (pairs.length === 0 || pairs.includes(undefined)) return undefined;
  const values = Object.fromEntries(pairs as [string, Value][]);
  return Object.values(values).every((each) => each !== undefined && accepts(field, each)) ? values : undefined;
}

function accepts(field: Field, value: Value): boolean {
  if (field.type === "integer") {
    return typeof value === "number" && value >= (field.min ?? value) && value <= (field.max ?? value);
  }
  if (field.type !== "string" || typeof value !== "string") return field.type === typeof value;
  const isLong = value.length >= (field.minLength ?? 0) && value.length <= (field.maxLength ?? value.length);
  if (!isLong || (field.pattern !== undefined && !new RegExp(field.pattern).test(value))) return false;
  return field.format === undefined || textFormats[field.format].accepts(value);
}

const maximumLength = 160;

/** A value as programs write it, in TypeScript and in YAML. */
function literal(value: Value): string {
  return shortened(written(value), maximumLength);
}

function written(value: Value | undefined): string {
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value ?? null);
  const members = Object.entries(value).map(([name, each]) => `${name}: ${written(each)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

export function describe(field: Field): string {
  switch (field.type) {
    case "string":
      if (field.pattern !== undefined) return `a string that matches /${field.pattern}/`;
      return field.format === undefined ? "a string" : textFormats[field.format].description;
    case "integer":
      return integerBounds(field);
    case "boolean":
      return "true or false";
    case "enum":
      return field.values.length === 1 ? (field.values[0] as string) : `one of ${field.values.join(", ")}`;
    case "object":
    case "record":
      return "an object";
    case "json":
      return [jsonShapes[field.shape], ...(field.words ?? []).map((word) => JSON.stringify(word))].join(", or ");
    case "array":
      return "a list";
    case "service":
      return "a service itself, such as `web` or its output `deployable`, or one with a version";
  }
}

const jsonShapes: Readonly<Record<JsonShape, string>> = {
  object: "an object",
  members: "an object",
  setting: "a string, true or false, or an object",
  advancedSetting: "a string, true or false, an integer, or an object",
  flagOrWord: "true or false",
  any: "any value",
};

function integerBounds({ min, max }: { readonly min?: number; readonly max?: number }): string {
  if (min !== undefined && max !== undefined) return `an integer from ${min} to ${max}`;
  if (min !== undefined) return `an integer of at least ${min}`;
  return max === undefined ? "an integer" : `an integer of at most ${max}`;
}

/** A value in a message about a change, on one line. Secrets are hidden. */
export function showField(field: Field, value: unknown, secret: boolean): string {
  if (secret || field.type !== "object" || !isObject(value)) return show(value, secret);
  return shortened(shown(field, value), maximumLength);
}

function shown(field: Field, value: unknown): string {
  if (value === UNKNOWN) return "not known yet";
  if (Array.isArray(value) && field.type === "array") {
    return `[${value.map((item) => shownMember(field.item, item, {})).join(", ")}]`;
  }
  if (!isObject(value) || (field.type !== "object" && field.type !== "record")) return show(value, false);
  const members = Object.entries(value).flatMap(([name, member]) => {
    const of = field.type === "record" ? field.value : field.members[name];
    return of === undefined || isAbsent(member) ? [] : [`${name}: ${shownMember(of, member, value)}`];
  });
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

function shownMember(field: Field, value: unknown, siblings: Values): string {
  return isSecretMember(field, siblings) ? show(value, true) : shown(field, value);
}
