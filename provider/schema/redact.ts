import { isObject, type Value, type Values } from "./json.js";
import { isSecretMember } from "./secrecy.js";
import type { Field, ObjectField } from "./view.js";

/**
 * Input that names the arguments which the program itself marks secret, `description,storage`: the engine hands a provider
 * plain values, and what a definition calls no secret would be shown where it is refused or changes.
 */
export const SECRETS = "__secrets";

/** Shortest text that is looked for: one of a few characters is in every sentence by chance. */
const minimumLength = 6;

/** Ends a sentence of the platform that was cut. */
export const ellipsis = "…";

/** Replaces what is secret in the values wherever a text has it: a platform's own sentence may repeat what it refuses. */
export function redactorOf(body: ObjectField, values: Values): (text: string) => string {
  return (text) =>
    secretTexts(body, values, false)
      .flatMap(encodings)
      .filter((secret) => secret.length >= minimumLength)
      .sort((one, other) => other.length - one.length)
      .reduce(removeSecret, text);
}

/** How a sentence may have a secret: as it is, in JSON or a URL, on one line, or one line of it. */
function encodings(secret: string): string[] {
  return [secret, ...secret.split(/[\r\n]+/)]
    .flatMap((each) => [
      each,
      JSON.stringify(each).slice(1, -1),
      encodeURIComponent(each.replace(/\p{Surrogate}/gu, "\ufffd")),
    ])
    .flatMap((each) => [each, each.replace(/\s+/g, " ").trim()]);
}

/** The text without the secret, nor the beginning of it where the text was cut. */
function removeSecret(text: string, secret: string): string {
  const hidden = text.replaceAll(secret, "***");
  for (let cut = hidden.indexOf(ellipsis); cut >= 0; cut = hidden.indexOf(ellipsis, cut + 1)) {
    for (let length = Math.min(secret.length - 1, cut); length >= minimumLength; length--) {
      const start = cut - length;
      if (!hidden.startsWith(secret.slice(0, length), start)) continue;
      return removeSecret(`${hidden.slice(0, start)}***${hidden.slice(cut)}`, secret);
    }
  }
  return hidden;
}

function secretTexts(field: Field, value: Value | undefined, isSecret: boolean): string[] {
  if (typeof value === "string") return isSecret ? [value] : [];
  if (Array.isArray(value)) {
    return value.flatMap((item) => secretTexts(field.type === "array" ? field.item : field, item, isSecret));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    const member = field.type === "object" ? field.members[name] : undefined;
    if (member === undefined) return secretTexts(field, inner, isSecret);
    return secretTexts(member, inner, isSecret || isSecretMember(member, value));
  });
}
