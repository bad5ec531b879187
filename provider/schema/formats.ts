import { exposedServices, servicesWithVariables } from "../generated/references.js";

/** A format of strings. */
export interface TextFormat {
  /** What it accepts, for errors and documentation. */
  readonly description: string;
  /** A text that it accepts, for messages. */
  readonly example: string;
  readonly accepts: (text: string) => boolean;
  /** The same form for all equal strings. */
  readonly normalForm: (text: string) => string;
  /** Whether it's free text, which may contain a credential. IDs and fixed words can't. */
  readonly isFree: boolean;
  /** Texts that editors suggest, though others are accepted. */
  readonly words?: readonly string[];
  /** For a reference: the kinds that it may refer to, by their names in paths. */
  readonly refersTo?: readonly string[];
}

const months = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";
const days = "sun|mon|tue|wed|thu|fri|sat";

/** Bounds and names of the five fields of a cron expression. */
const cronFields: readonly { readonly min: number; readonly max: number; readonly names: readonly string[] }[] = [
  { min: 0, max: 59, names: [] },
  { min: 0, max: 23, names: [] },
  { min: 1, max: 31, names: [] },
  { min: 1, max: 12, names: months.split("|") },
  { min: 0, max: 7, names: days.split("|") },
];

function isCron(text: string): boolean {
  const fields = text.trim().split(/[ \t]+/);
  if (fields.length !== cronFields.length) return false;
  return fields.every((field, index) => {
    const { min, max, names } = cronFields[index] as (typeof cronFields)[number];
    const number = (word: string): number => {
      const named = names.indexOf(word.toLowerCase());
      if (named >= 0) return named + min;
      return /^\d{1,2}$/.test(word) ? Number(word) : Number.NaN;
    };
    return field.split(",").every((entry) => {
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

/** A URL as it is: `URL()` repairs whitespace, backslashes and missing slashes, but a platform may not. */
function addressWith(protocols: readonly string[], description: string, example: string): TextFormat {
  return {
    ...{ description, example, normalForm: normalUrl, isFree: true },
    accepts(text) {
      if (!/^[a-z]+:\/\/[^\s\\]+$/i.test(text) || !isUri(text)) return false;
      const { protocol, hostname } = new URL(text);
      return protocols.includes(protocol) && hostname !== "";
    },
  };
}

function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[^\s\\\p{Surrogate}]+$/iu.test(text) && parseUrl(text) !== undefined;
}

function isGuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

/** A name of at least two labels; the first one may be a wildcard. */
function isDomain(text: string): boolean {
  const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
  return text.length <= 253 && new RegExp(`^(?:\\*\\.)?(?:${label}\\.)+${label}$`, "i").test(text);
}

/** A reference by kind and ID: `container/3fa85f64-5717-4562-b3fc-2c963f66afa6`. */
function referenceTo(refersTo: readonly string[], example: string): TextFormat {
  const kinds = `${refersTo.slice(0, -1).join(", ")} or ${refersTo.at(-1)}`;
  return {
    description: `a reference: ${kinds}, a slash and a UUID, such as ${example}/3fa85f64-5717-4562-b3fc-2c963f66afa6`,
    example: `${example}/3fa85f64-5717-4562-b3fc-2c963f66afa6`,
    accepts(text) {
      const [kind = "", id = "", ...others] = text.split("/");
      return refersTo.includes(kind) && isGuid(id) && others.length === 0;
    },
    normalForm: (text) => text.toLowerCase(),
    isFree: false,
    refersTo,
  };
}

/** An ID, or kind and ID of a resource with the name of a variable that the platform has created for it. */
function isVariable(text: string): boolean {
  const [kind = "", id = "", name = "", ...others] = text.split("/");
  return isGuid(text) || (/^\w+$/.test(kind) && isGuid(id) && /^\w+$/.test(name) && others.length === 0);
}

/** Lowercase scheme and host, no default port, no slash at the end. */
function normalUrl(text: string): string {
  const url = parseUrl(text);
  if (url === undefined) return text;
  const { href, search, hash } = url;
  return search === "" && hash === "" ? href.replace(/\/+$/, "") : href;
}

/** The name that all spellings and links of a time zone lead to. */
function normalTimezone(text: string): string {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return text;
  }
}

/** The features of clusters that platforms have by name. */
export const featureNames = [
  "STATIC_IP",
  "VPC_SUBNET",
  "EXISTING_VPC",
  "KARPENTER",
  "NAT_GATEWAY",
  "GKE_KMS_KEY",
] as const;

/** The formats of strings. `test/support/formats.ts` has texts for each. */
export const textFormats = {
  guid: {
    description: "a UUID, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6",
    example: "3fa85f64-5717-4562-b3fc-2c963f66afa6",
    accepts: isGuid,
    normalForm: (text) => text.toLowerCase(),
    isFree: false,
  },
  uri: {
    description: "an absolute URI, such as https://example.com/icon.svg",
    example: "https://example.com/icon.svg",
    accepts: isUri,
    normalForm: normalUrl,
    isFree: true,
  },
  url: addressWith(["http:", "https:"], "an http or https URL", "https://example.com"),
  httpsUrl: addressWith(["https:"], "an https URL", "https://example.com"),
  chartUrl: addressWith(["https:", "oci:"], "an https or oci URL", "https://charts.example.com"),
  gitUrl: addressWith(
    ["http:", "https:", "ssh:"],
    "an http, https or ssh URL of a git repository",
    "https://github.com/example/shop.git",
  ),
  cron: {
    description: 'a cron expression of five fields (minute, hour, day, month, weekday), such as "0 4 * * *"',
    example: "0 4 * * *",
    accepts: isCron,
    normalForm: (text) =>
      text
        .toLowerCase()
        .trim()
        .replace(/[ \t]+/g, " "),
    isFree: false,
  },
  timezone: {
    description: "an IANA time zone, such as Etc/UTC or Europe/Paris",
    example: "Europe/Paris",
    accepts: isTimezone,
    normalForm: normalTimezone,
    isFree: false,
  },
  imageName: {
    description: 'a name of lowercase segments joined by "/", without a tag or digest, such as library/nginx',
    example: "library/nginx",
    accepts: (text) => /^[a-z0-9]+(?:[._-]+[a-z0-9]+)*(?:\/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*$/.test(text),
    normalForm: (text) => text,
    isFree: true,
  },
  domain: {
    description: "a domain name, such as shop.example.com or *.example.com",
    example: "shop.example.com",
    accepts: isDomain,
    normalForm: (text) => text.toLowerCase(),
    isFree: true,
  },
  email: {
    description: "an email address, such as dev@example.com",
    example: "dev@example.com",
    accepts: (text) => text.length <= 254 && /^[^\s@\p{Surrogate}]+@[^\s@\p{Surrogate}]+$/u.test(text),
    normalForm: (text) => text.toLowerCase(),
    isFree: true,
  },
  apiPath: {
    description:
      "a path that begins with a slash, such as /organization/{organizationId}/webhook: no host, no query, no slash at the end, no `.` or `..`, and parameters in place of encoded characters",
    example: "/organization/{organizationId}/webhook",
    // Without anything that a server could read as another path.
    accepts: (text) => /^(?:\/(?!\.{1,2}(?:\/|$))(?:\{[A-Za-z]\w*\}|[\w.~!$&'()*+,=:@-]+))+$/.test(text),
    normalForm: (text) => text,
    isFree: true,
  },
  featureName: {
    description: "the name of a feature, such as STATIC_IP, or a UUID",
    example: "STATIC_IP",
    accepts: (text) => /^[\w-]+$/.test(text),
    normalForm: (text) => text.toLowerCase(),
    isFree: false,
    words: featureNames,
  },
  exposedService: referenceTo(exposedServices, "container"),
  variableReference: {
    description:
      "a UUID, or a reference to a variable of a database, such as database/3fa85f64-5717-4562-b3fc-2c963f66afa6/password",
    example: "database/3fa85f64-5717-4562-b3fc-2c963f66afa6/password",
    accepts: isVariable,
    normalForm: (text) => text.toLowerCase(),
    isFree: false,
  },
  variableScope: referenceTo(["project", "environment", ...servicesWithVariables], "container"),
} as const satisfies Readonly<Record<string, TextFormat>>;

export type Format = keyof typeof textFormats;

/**
 * The URL of a text, relative to `base`; nothing if it isn't one. Doesn't use `URL.canParse`: once V8 has optimized its caller, Node 20
 * returns `false` for texts with characters such as `ü`.
 */
export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
