/** The strings that the API accepts. A string with a special format says so in its description. */
import { z } from "zod";
import { cronPattern, isCronExpression } from "./cron.js";
import { parseUrl } from "./parse-url.js";
import { currentReferences } from "./references.js";

const loneSurrogate = /\p{Surrogate}/u;
const uuidForm = "[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}";
const uuidPattern = new RegExp(`^${uuidForm}$`);
const uuidOrEmptyPattern = new RegExp(`^(?:${uuidForm})?$`);
const longestName = 128;

export function isWellFormed(text: string): boolean {
  return !loneSurrogate.test(text);
}

function hasScheme(text: string, schemes: readonly string[]): boolean {
  // URL() repairs white space and backslashes; a string that needs repair isn't a URL here.
  const url = /[\s\\]/.test(text) ? undefined : parseUrl(text);
  if (url === undefined) return false;
  return schemes.includes(url.protocol) && url.hostname !== "" && /^[a-z]+:\/\//i.test(text);
}

function isAbsoluteUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[^\s\\]+$/i.test(text) && parseUrl(text) !== undefined;
}

function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const longestDomain = 253;

export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

/** Any string, the empty one included. */
export const freeText = z.string().refine(isWellFormed, "must be well-formed Unicode text");

export const text = freeText.min(1);

/** A string of a form, of which the pattern says as much as patterns can. */
function form(accepts: (text: string) => boolean, message: string, pattern: string, example: string) {
  return text.refine(accepts, message).meta({ description: `It ${message}.`, pattern, examples: [example] });
}

/** A pattern for a word in any case. */
export function inAnyCase(word: string): string {
  return word.replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
}

const urlPattern = (schemes: readonly string[]) =>
  `^(?:${schemes.map((scheme) => inAnyCase(scheme.slice(0, -1))).join("|")})://[^\\s\\\\]+$`;

/** A URL with one of these schemes, such as `https:`. */
export function urlOf(schemes: readonly string[]) {
  const starts = schemes.map((scheme) => `${scheme}//`).join(" or ");
  return url(schemes, `must be a URL that begins with ${starts}`);
}

function url(schemes: readonly string[], message: string) {
  const example = `${schemes[0]}//github.com/acme/shop`;
  return form((specified) => hasScheme(specified, schemes), message, urlPattern(schemes), example);
}

export const httpUrl = url(["http:", "https:"], "must be an http or https URL");
export const gitUrl = url(["http:", "https:", "ssh:"], "must be an http, https or ssh URL");
export const absoluteUri = form(
  isAbsoluteUri,
  "must be an absolute URI",
  "^[A-Za-z][A-Za-z0-9+.\\-]*:[^\\s\\\\]+$",
  "app://icon",
);
export const cronExpression = form(
  isCronExpression,
  "must be a cron expression of five fields",
  cronPattern,
  "0 4 * * *",
);
const label = "[A-Za-z0-9](?:[A-Za-z0-9\\-]{0,61}[A-Za-z0-9])?";
const domainPattern = `^(?:\\*\\.)?(?:${label}\\.)+${label}$`;
export const domainName = form(
  (name) => name.length <= longestDomain && new RegExp(domainPattern).test(name),
  "must be a domain name such as shop.example.com or *.example.com",
  domainPattern,
  "shop.example.com",
).meta({ maxLength: longestDomain });
export const email = form(
  (address) => address.length <= 254 && /^[^\s@]+@[^\s@]+$/.test(address),
  "must be an email address such as dev@example.com",
  "^[^\\s@]+@[^\\s@]+$",
  "dev@example.com",
).meta({ maxLength: 254 });
export const timeZone = form(
  isTimeZone,
  "must be an IANA time zone name",
  "^[A-Za-z][A-Za-z0-9_+/\\-]*$",
  "Europe/Paris",
);

export const timestamp = text
  .refine((date) => !Number.isNaN(Date.parse(date)), "must be an ISO 8601 date-time")
  .meta({ format: "date-time", minLength: undefined });

/** An id in uppercase is the same id. */
export const uuid = z.guid().toLowerCase();

/** A client that has no id to send may send an empty string. */
export const uuidOrEmpty = z
  .stringFormat("guid", uuidOrEmptyPattern)
  .toLowerCase()
  // Not the format, which an empty string does not have.
  .meta({ format: undefined, pattern: uuidOrEmptyPattern.source });

/** The id of a record that must exist. */
export function idOf(kind: string) {
  const exists = (id: string) => !isUuid(id) || currentReferences().exists(kind, id);
  return uuid.refine(exists, "doesn't exist in this organization");
}

/** A name is trimmed first, so a blank name counts as empty. Its length is counted in characters. */
export const resourceName = z
  .string()
  .trim()
  .refine(isWellFormed, "must be well-formed Unicode text")
  .min(1)
  .refine((name) => [...name].length <= longestName, `must be at most ${longestName} characters long`)
  .meta({ pattern: `^\\s*\\S(?:[\\s\\S]{0,${longestName - 2}}\\S)?\\s*$`, examples: ["shop"] });

export function textUpTo(bytes: number) {
  return text
    .refine((content) => Buffer.byteLength(content) <= bytes, `must be at most ${bytes} bytes long`)
    .meta({ maxLength: bytes });
}

/** A string, the empty one included, of at most so many characters. */
export function textOfCharacters(most: number) {
  return freeText
    .refine((content) => [...content].length <= most, `must be at most ${most} characters long`)
    .meta({ maxLength: most });
}
