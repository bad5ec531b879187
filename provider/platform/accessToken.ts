import { readFileSync } from "node:fs";
import { ConfigurationError, TokenExpiredError } from "../errors/plan.js";
import { isObject } from "../schema/json.js";
import { redactTexts } from "../values/redact.js";
import type { Configuration } from "./configuration.js";
import { accessToken, jwtSegment, type TokenScheme } from "./settings.js";

export interface Token {
  /** The current token. Throws if it has expired, or if its file has no valid token. */
  current(): string;
  /** Reads the token's file again after a 401. Returns whether it has another token by now. */
  renew(rejected: string): boolean;
  /** Removes the token from a text that is shown or logged. */
  redact(text: string): string;
}

type TokenSetting = "token" | "tokenFile" | "tokenScheme" | "tokenSource";

export function authorizationOf(scheme: TokenScheme, token: string): string {
  return `${scheme === "token" ? "Token" : "Bearer"} ${token}`;
}

export function tokenOf(
  { token, tokenFile, tokenScheme, tokenSource }: Pick<Configuration, TokenSetting>,
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
  const { data, error } = accessToken(scheme).safeParse(readText(file, source));
  if (data !== undefined) return data;
  throw new ConfigurationError(
    [`${source} names ${file}, whose content ${error.issues[0]?.message}.`],
    "write the token to that file.",
  );
}

function readText(file: string, source: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(
      [`${source} must be the path of a readable file; got ${file} (${code}).`],
      "set it to the path of a file that contains the token.",
    );
  }
}

/** When a JWT expires, in milliseconds since the epoch; never if it doesn't say. */
function expiryOf(token: string): number {
  const claims = jwtSegment(token, 1);
  return isObject(claims) && typeof claims.exp === "number" ? claims.exp * 1000 : Number.POSITIVE_INFINITY;
}
