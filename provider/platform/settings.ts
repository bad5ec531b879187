import { readFileSync } from "node:fs";
import { z } from "zod";
import { ConfigurationError, TokenExpiredError } from "../errors/plan.js";
import { parseUrl } from "../schema/formats.js";
import { isObject, parseJson, show, type Value } from "../schema/json.js";
import { redactTexts } from "../values/redact.js";

/** A value in a message. One that's longer than any setting of words may be a token that was set by mistake, and isn't shown. */
const shown = (input: unknown) =>
  typeof input === "string" && input.length > 24 ? `a string of ${input.length} characters` : show(input, false);

const mustBe = (what: string) => ({
  error: ({ input }: { input?: unknown }) => `must be ${what}; got ${shown(input)}`,
});

export function isLoopback({ hostname }: URL): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
}

/** The URL that a base URL without its scheme means; nothing if the text may be a token that was set by mistake. */
export function addressIn(text: string): URL | undefined {
  const [, location = ""] = /^(?:\w+:)?\/*(\S+)$/.exec(text.trim()) ?? [];
  const url = parseUrl(`https://${location}`);
  if (isJwt(text) || url === undefined || !(url.hostname.includes(".") || isLoopback(url))) return undefined;
  return `${url.username}${url.password}${url.search}${url.hash}` === "" ? url : undefined;
}

const baseUrl = z
  .string()
  .refine((text) => parseUrl(text) !== undefined, {
    abort: true,
    error: ({ input }) => {
      const text = input as string;
      return `must be a URL; got ${addressIn(text) === undefined ? `a string of ${text.length} characters` : show(text, false)}`;
    },
  })
  .transform((text) => new URL(text))
  .refine((url) => url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url)), {
    abort: true,
    error: ({ input }) => {
      const { protocol, host } = input as URL;
      const why = protocol === "http:" ? ", since http would send the token in plain text" : "";
      return `must be an https URL${why} (http is allowed only for a loopback host); got "${protocol}//${host}"`;
    },
  })
  // The message doesn't contain the value: it may be a password or a token.
  .refine(({ username, password, search, hash }) => `${username}${password}${search}${hash}` === "", {
    error: "must consist of scheme, host, port and path only, without user name, password, query or fragment",
  });

/** Host and path of a base URL, without what doesn't distinguish platforms: `api.example.com/v1`. */
export function locationOf({ host, pathname }: URL): string {
  return `${host}${pathname.replace(/\/+$/, "")}`;
}

/** A base URL, or its location as messages show it. */
const location = z.string().transform((text, context) => {
  const url = parseUrl(/^https?:\/\//i.test(text) ? text : `https://${text}`);
  if (url !== undefined) return locationOf(url);
  context.addIssue({ code: "custom", message: 'must be a base URL, such as "https://api.example.com"' });
  return z.NEVER;
});

const tokenSchemes = ["bearer", "token"] as const;

/** The schemes of tokens: a JWT as `Authorization: Bearer`, an API token as `Authorization: Token`. */
export type TokenScheme = (typeof tokenSchemes)[number];

/** An API token: any text that a header can have. Messages don't contain the value. */
const apiToken = z
  .string()
  .trim()
  .min(1, { error: "must not be empty", abort: true })
  .regex(/^[\x21-\x7e]+$/, {
    error: "must contain only visible ASCII characters, without whitespace or line breaks",
    abort: true,
  });

const jwt = apiToken.refine(isJwt, {
  error: 'must be a JWT: check that you copied all of it (if it\'s an API token, set tokenScheme to "token")',
});

export function accessToken(scheme: TokenScheme): typeof apiToken {
  return scheme === "token" ? apiToken : jwt;
}

function choice<const Words extends readonly [string, ...string[]]>(words: Words) {
  const quoted = words.map((word) => `"${word}"`);
  return z.enum(words, mustBe(`${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1)}`));
}

const mostDigits = 6;
const count = z
  .string()
  .regex(new RegExp(`^[1-9]\\d{0,${mostDigits - 1}}$`), mustBe(`an integer from 1 to ${10 ** mostDigits - 1}`))
  .transform(Number);

/** The settings, in the environment (`APP_PLATFORM_BASE_URL`) or the stack configuration (`app-platform:baseUrl`). */
export const settings = z.strictObject({
  baseUrl: baseUrl.optional().meta({
    description: "Base URL of the platform's API: https, or http for a loopback host.",
  }),
  token: apiToken.optional().meta({
    description: "Access token: a JWT or, with `tokenScheme: token`, an API token. Set it with `--secret`.",
    secret: true,
  }),
  tokenFile: z.string().optional().meta({
    description:
      "File that contains the access token; read again when the platform responds with 401. A relative path starts in the folder of `Pulumi.yaml`.",
  }),
  tokenScheme: choice(tokenSchemes).default("bearer").meta({
    description:
      "How the access token is sent: `bearer` for a JWT (`Authorization: Bearer <token>`), `token` for an API token (`Authorization: Token <token>`). The provider sends API tokens as they are, and doesn't validate their format or expiry.",
  }),
  endpoints: choice(["documented", "extended"]).default("documented").meta({
    description:
      "Endpoints that the platform serves: `documented` for those of the API document, `extended` if it serves more.",
  }),
  onDelete: choice(["warn", "fail", "everything"]).default("warn").meta({
    description:
      "How to delete a resource that the platform has no delete endpoint for: `warn` removes it from the state and leaves it on the platform, `fail` refuses to delete it. `everything` works like `warn`, and also lets a delete include contents that the stack doesn't manage, such as the services of an environment.",
  }),
  onExisting: choice(["fail", "adopt"]).default("fail").meta({
    description:
      "How to create a resource whose name is already taken: `fail` reports an error, `adopt` adopts the existing resource and updates it.",
  }),
  movedFrom: location.optional().meta({
    description:
      "Former base URL of the platform, for one run after it has moved: what the state knows from there and isn't found counts as deleted.",
  }),
  onUnsafeCreate: choice(["fail", "warn"]).default("fail").meta({
    description:
      "Whether to create a resource that couldn't be found again after a crash, while Pulumi skips checkpoints: `fail` refuses to, `warn` creates it with a warning.",
  }),
  maxConcurrentRequests: count.default(64).meta({ description: "Maximum number of concurrent requests." }),
  operationTimeoutSeconds: count.default(120).meta({
    description:
      "Maximum duration of one operation on a resource, including all retries and lookups, in seconds. This is how long the provider waits for an unreachable platform. Waiting for a deployment or a deletion to finish has its own limit, and a wait that the platform asks for because of too many requests doesn't count.",
  }),
  requestTimeoutSeconds: count.default(30).meta({ description: "Maximum duration of one request, in seconds." }),
  logFile: z.string().optional().meta({
    description:
      "File that each request is logged to, as one line of JSON without headers, bodies or secrets. If omitted, requests aren't logged. A relative path starts in the folder of `Pulumi.yaml`.",
  }),
});

export type SettingName = keyof typeof settings.shape;

export const settingNames = Object.keys(settings.shape) as SettingName[];

/**
 * The settings by the scheme of their token. Cached, since each operation reads them, and zod compiles a schema when it first parses.
 */
export const settingsByScheme: Readonly<Record<TokenScheme, typeof settings>> = {
  bearer: settings.extend({ token: accessToken("bearer").optional() }),
  token: settings.extend({ token: accessToken("token").optional() }),
};

export type SettingValues = z.output<typeof settings>;

/** Header (0) or claims (1) of a JWT; nothing if that part isn't JSON in base64url. */
export function jwtSegment(token: string, index: 0 | 1): Value | undefined {
  return parseJson(Buffer.from(token.split(".")[index] ?? "", "base64url").toString("utf8")) as Value | undefined;
}

/** Whether a text looks like a JWT: header, claims and signature, with a JSON object as header. */
export function isJwt(text: string): boolean {
  const header = jwtSegment(text, 0);
  const hasSegments = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text);
  return hasSegments && typeof header === "object" && header !== null && !Array.isArray(header);
}

export interface Token {
  /** The current token. Throws if it has expired, or if its file has no valid token. */
  current(): string;
  /** Reads the token's file again after a 401. Returns whether it has another token by now. */
  renew(rejected: string): boolean;
  /** Removes the token from a text that is shown or logged. */
  redact(text: string): string;
}

interface TokenSettings extends Pick<SettingValues, "token" | "tokenFile" | "tokenScheme"> {
  readonly tokenSource: string;
}

export function authorizationOf(scheme: TokenScheme, token: string): string {
  return `${scheme === "token" ? "Token" : "Bearer"} ${token}`;
}

export function tokenOf(
  { token, tokenFile, tokenScheme, tokenSource }: TokenSettings,
  now: () => number = Date.now,
): Token {
  const seen = new Set<string>();
  let redact = (text: string) => text;
  let known: { readonly text: string; readonly expiry: number } | undefined;
  const read = () => {
    const text = tokenFile === undefined ? (token as string) : readTokenFile(tokenFile, tokenScheme, tokenSource);
    if (!seen.has(text)) redact = redactTexts([...seen.add(text)], 1);
    known = { text, expiry: tokenScheme === "token" ? Number.POSITIVE_INFINITY : expiryOf(text) };
    return known;
  };
  return {
    current() {
      let { text, expiry } = known ?? read();
      if (tokenFile !== undefined && expiry <= now()) ({ text, expiry } = read());
      if (expiry <= now()) throw new TokenExpiredError(tokenSource, new Date(expiry), new Date(now()), tokenFile);
      return text;
    },
    renew: (rejected) => tokenFile !== undefined && read().text !== rejected,
    redact: (text) => redact(text),
  };
}

function readTokenFile(file: string, scheme: TokenScheme, source: string): string {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(
      [`${source} must be the path of a readable file; got ${file} (${code}).`],
      "set it to the path of a file that contains the token.",
    );
  }
  const { data, error } = accessToken(scheme).safeParse(text);
  if (data !== undefined) return data;
  throw new ConfigurationError(
    [`${source} names ${file}, whose content ${error.issues[0]?.message}.`],
    "write the token to that file.",
  );
}

/** When a JWT expires, in milliseconds since the epoch; never if it doesn't say. */
function expiryOf(token: string): number {
  const claims = jwtSegment(token, 1);
  return isObject(claims) && typeof claims.exp === "number" ? claims.exp * 1000 : Number.POSITIVE_INFINITY;
}
