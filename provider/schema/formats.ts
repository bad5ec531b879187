import { z } from "zod";
import { parseUrl } from "./parseUrl.js";

const months = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";
const days = "sun|mon|tue|wed|thu|fri|sat";

/** Bounds and names of the five fields of a cron expression, in order. */
const cronFields: readonly { readonly min: number; readonly max: number; readonly names: readonly string[] }[] = [
  { min: 0, max: 59, names: [] },
  { min: 0, max: 23, names: [] },
  { min: 1, max: 31, names: [] },
  { min: 1, max: 12, names: months.split("|") },
  { min: 0, max: 7, names: days.split("|") },
];

function isCron(text: string): boolean {
  const parts = text.trim().split(/[ \t]+/);
  if (parts.length !== cronFields.length) return false;
  return parts.every((part, index) => {
    const { min, max, names } = cronFields[index] as (typeof cronFields)[number];
    const number = (word: string): number => {
      const named = names.indexOf(word.toLowerCase());
      if (named >= 0) return named + min;
      return /^\d{1,2}$/.test(word) ? Number(word) : Number.NaN;
    };
    return part.split(",").every((entry) => {
      const [, range = "", step] = /^([^/]+)(?:\/(\d{1,2}))?$/.exec(entry) ?? [];
      if (range === "" || (step !== undefined && Number(step) < 1)) return false;
      if (range === "*") return true;
      const ends = range.split("-").map(number);
      if (ends.length > 2 || ends.some((end) => !(end >= min && end <= max))) return false;
      return ends.length === 1 || (ends[0] as number) <= (ends[1] as number);
    });
  });
}

function isTimezone(text: string): boolean {
  if (!/^[A-Za-z]/.test(text)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** Whether a text is a URL as it stands: URL() repairs whitespace, backslashes and missing slashes, a platform may not. */
function isAddress(protocols: readonly string[]): (text: string) => boolean {
  return (text) => {
    if (!/^[a-z]+:\/\/[^\s\\]+$/i.test(text) || !isUri(text)) return false;
    const { protocol, hostname } = new URL(text);
    return protocols.includes(protocol) && hostname !== "";
  };
}

function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[^\s\\\p{Surrogate}]+$/iu.test(text) && parseUrl(text) !== undefined;
}

/** A UUID in any version. */
export const uuid = z.guid();

/** An absolute URI of any scheme. */
export const uri = z.stringFormat("uri", isUri);

/** An http or https URL. */
export const url = z.stringFormat("url", isAddress(["http:", "https:"]));

/** The URL of a git repository. */
export const gitUrl = z.stringFormat("gitUrl", isAddress(["http:", "https:", "ssh:"]));

/** A cron expression of five fields. */
export const cron = z.stringFormat("cron", isCron);

/** An IANA time zone. */
export const timezone = z.stringFormat("timezone", isTimezone);

/** The name of an image, without tag or digest. */
export const imageName = z.stringFormat("imageName", (text) =>
  /^[a-z0-9]+(?:[._-]+[a-z0-9]+)*(?:\/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*$/.test(text),
);

/** What each format accepts, for errors and documentation. */
export const formatTexts = {
  guid: "a UUID, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6",
  uri: "an absolute URI, such as https://example.com/icon.svg",
  url: "an http or https URL",
  gitUrl: "an http, https or ssh URL of a git repository",
  cron: 'a cron expression of five fields (minute, hour, day, month, weekday), such as "0 4 * * *"',
  timezone: "an IANA time zone, such as Etc/UTC or Europe/Paris",
  imageName: 'a name of lowercase segments joined by "/", without a tag or digest, such as library/nginx',
} as const;

/** Name of a format of strings. */
export type Format = keyof typeof formatTexts;

export function isFormat(name: string | undefined): name is Format {
  return name !== undefined && Object.hasOwn(formatTexts, name);
}
