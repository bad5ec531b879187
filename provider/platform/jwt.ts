import type { Value } from "../schema/json.js";
import { parseJson } from "../schema/json.js";

/** Header (0) or claims (1) of a JWT; nothing if that part isn't JSON in base64url. */
export function jwtPart(token: string, index: 0 | 1): Value | undefined {
  return parseJson(Buffer.from(token.split(".")[index] ?? "", "base64url").toString("utf8")) as Value | undefined;
}

/** Whether a text has the form of a JWT: header, claims and signature, of which the header is a JSON object. */
export function isJwt(text: string): boolean {
  const header = jwtPart(text, 0);
  const hasParts = /^[\w-]+\.[\w-]+\.[\w-]+$/.test(text);
  return hasParts && typeof header === "object" && header !== null && !Array.isArray(header);
}
