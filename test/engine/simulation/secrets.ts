/** What a state shows in plain text, where a transform of the program has removed every mark that the program made. */
import { isObject, type Value, type Values } from "../../../provider/schema/json.js";
import { records } from "../../kinds/index.js";
import { valueAt } from "./optional.js";
import { type Declared, markedArguments, namingOf } from "./program.js";

/** Key by which Pulumi's protocol tells a secret. */
const signature = "4dabf18193072939515e22adb298388d";

/** The values as the engine passes them to a provider: without their marks. */
export const unmarked = (values: Values): Values => withoutMarks(values, (inner) => inner) as Values;

function withoutMarks(value: Value, secret: (value: Value) => Value): Value {
  if (Array.isArray(value)) return value.map((item) => withoutMarks(item, secret));
  if (!isObject(value)) return value;
  if (signature in value) return secret(value.value ?? null);
  const members = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return Object.fromEntries(members.map(([name, inner]) => [name, withoutMarks(inner as Value, secret)]));
}

/**
 * What a state would show of the secrets among these arguments. What a refresh returns isn't asked: there, the engine itself marks
 * what the state has as a secret.
 */
export function secretsShown(declared: Declared, args: Values, kept: Values): readonly string[] {
  const places = [...secretArguments(declared), ...(declared.marksSecrets ? markedArguments : [])];
  if (places.length === 0) return [];
  const text = JSON.stringify(withoutMarks(kept, () => null));
  return textsAt(places, args).filter((secret) => text.includes(JSON.stringify(secret)));
}

/** The secrets among these arguments that no other resource has in plain text. */
export const ownSecrets = (declared: Declared, args: Values): readonly string[] =>
  textsAt(secretArguments(declared), args);

/** Where another resource decides what is secret, the program would have to mark it. */
const secretArguments = (declared: Declared): readonly string[] =>
  namingOf(declared) === undefined ? records[declared.kind].secrets.map(({ path }) => path) : [];

const textsAt = (places: readonly string[], args: Values) =>
  places.flatMap((place) => textsIn(valueAt(unmarked(args), place)));

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.flatMap(textsIn) : [];
}
