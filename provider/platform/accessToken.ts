import { readFileSync } from "node:fs";
import { ConfigurationError } from "../errors/configurationError.js";
import { TokenExpiredError } from "../errors/tokenExpiredError.js";
import type { Configuration } from "./configuration.js";
import { readToken } from "./settings.js";

/** The access token of one platform. */
export interface Token {
  /** The token in force; refuses one whose time is over, before it is sent. */
  current(): string;
  /** Reads the token's file again after a 401. Whether it holds another token than the one that was refused. */
  renew(refused: string): boolean;
  /** The text without the token, for anything that a person or a log sees. */
  hide(text: string): string;
}

export function tokenOf(
  { token, tokenFile, tokenSource }: Pick<Configuration, "token" | "tokenFile" | "tokenSource">,
  now: () => number = Date.now,
): Token {
  const seen = new Set<string>();
  const read = () => remember(tokenFile === undefined ? (token as string) : readTokenFile(tokenFile, tokenSource));
  const remember = (text: string) => {
    seen.add(text);
    return text;
  };
  let held: string | undefined;
  return {
    current() {
      held ??= read();
      const expiry = expiryOf(held);
      if (expiry !== undefined && expiry <= now() && tokenFile !== undefined) held = read();
      const last = expiryOf(held);
      if (last !== undefined && last <= now()) throw new TokenExpiredError(tokenSource, new Date(last));
      return held;
    },
    renew(refused) {
      if (tokenFile === undefined) return false;
      held = read();
      return held !== refused;
    },
    hide: (text) => [...seen].reduce((hidden, each) => (each === "" ? hidden : hidden.replaceAll(each, "***")), text),
  };
}

function readTokenFile(file: string, source: string): string {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new ConfigurationError(
      source,
      `names a file that cannot be read: ${file} (${(error as NodeJS.ErrnoException).code}).`,
      "give the path of a file that holds the token.",
    );
  }
  try {
    return readToken(text);
  } catch (error) {
    throw new ConfigurationError(
      source,
      `names ${file}, which ${(error as Error).message}.`,
      "write the token into it.",
    );
  }
}

/** When a JWT's time is over, in milliseconds; nothing for a token that does not say. */
function expiryOf(token: string): number | undefined {
  try {
    const { exp } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8")) as {
      exp?: unknown;
    };
    return typeof exp === "number" ? exp * 1000 : undefined;
  } catch {
    return undefined;
  }
}
