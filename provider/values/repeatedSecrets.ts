import type { ObjectField } from "../schema/field.js";
import { textsIn, type Values } from "../schema/json.js";

/** Minimum length of a secret that counts as repeated inside of a longer text: shorter ones occur in others by chance. */
const minimumLength = 4;

/**
 * Names of the outputs that repeat what is secret among the arguments, such as a URL with a path of the program.
 *
 * @param secrets Names of the secret arguments.
 */
export function repeatedSecrets({ members }: ObjectField, secrets: readonly string[], values: Values): string[] {
  const texts = secrets.flatMap((name) => textsIn(values[name])).filter(({ length }) => length >= minimumLength);
  return repeating(texts, values).filter((name) => !Object.hasOwn(members, name));
}

/** Names of the values that repeat one of these texts. */
export function repeating(texts: readonly string[], values: Values): string[] {
  if (texts.length === 0) return [];
  const repeats = (text: string) =>
    texts.some((each) => text === each || (each.length >= minimumLength && text.includes(each)));
  return Object.keys(values).filter((name) => textsIn(values[name]).some(repeats));
}
