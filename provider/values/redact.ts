import type { Field, ObjectField } from "../schema/field.js";
import { isObject, type Value, type Values } from "../schema/json.js";
import { isSecretMember } from "../schema/secrecy.js";

/** Minimum length of a text to redact: shorter ones occur in any sentence by chance. */
const minimumLength = 6;

/** Ends a message of the platform that was truncated. */
const ellipsis = "…";

/** Redacts the secret values in a text, since a platform's error message may repeat what it rejects. */
export function redactorOf(body: ObjectField, values: Values): (text: string) => string {
  return (text) => redactTexts(secretTexts(body, values, false))(text);
}

/**
 * Redacts these secrets in a text.
 *
 * @param shortest Minimum length of a secret that is redacted.
 */
export function redactTexts(secrets: readonly string[], shortest = minimumLength): (text: string) => string {
  const forms = secrets
    .flatMap(encodings)
    .filter((secret) => secret.length >= shortest)
    .sort((one, other) => other.length - one.length);
  return (text) => forms.reduce(removeSecret, text);
}

/** The forms in which a message may contain a secret: unchanged, in JSON, in a URL, on one line, or one line of it. */
function encodings(secret: string): string[] {
  return [secret, ...secret.split(/[\r\n]+/)]
    .flatMap((each) => [each, JSON.stringify(each).slice(1, -1), encodeURIComponent(each.toWellFormed())])
    .flatMap((each) => [each, each.replace(/\s+/g, " ").trim()]);
}

/** Removes the secret from the text, and its beginning where the text was truncated. */
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
