import { isCronExpression } from "./cron.js";

/** Texts with an inner form: how each is checked, and how a violation names it. */
interface FormatRule {
  accepts(text: string): boolean;
  readonly message: string;
  /** The format name of JSON Schema, where there is one. */
  readonly jsonSchema?: string;
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

function hasScheme(text: string, schemes: readonly string[]): boolean {
  // URL() repairs white space and back slashes; a text that needs repair is no URL here.
  if (/[\s\\]/.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  return schemes.includes(url.protocol) && url.hostname !== "" && /^[a-z]+:\/\//i.test(text);
}

function isTimezone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

export const formats = {
  uuid: { accepts: isUuid, message: "must be a UUID", jsonSchema: "uuid" },
  url: { accepts: (text) => hasScheme(text, ["http:", "https:"]), message: "must be an http or https URL" },
  gitUrl: {
    accepts: (text) => hasScheme(text, ["http:", "https:", "ssh:"]),
    message: "must be an http, https or ssh URL",
  },
  uri: {
    accepts: (text) => /^[a-z][a-z0-9+.-]*:[^\s\\]+$/i.test(text) && URL.canParse(text),
    message: "must be an absolute URI",
  },
  cron: { accepts: isCronExpression, message: "must be a cron expression of five fields" },
  timezone: { accepts: isTimezone, message: "must be an IANA time zone name" },
  timestamp: {
    accepts: (text) => !Number.isNaN(Date.parse(text)),
    message: "must be an ISO 8601 date-time",
    jsonSchema: "date-time",
  },
} as const satisfies Record<string, FormatRule>;

export type Format = keyof typeof formats;

export function formatRule(format: Format): FormatRule {
  return formats[format];
}
