/**
 * Access tokens, signed with a key that lives in the data file: JWTs, and API tokens, which never expire. The latter are not
 * in the API document; comparable platforms issue them to machines.
 */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import * as errors from "jose/errors";
import { decodeJwt } from "jose/jwt/decode";
import { SignJWT } from "jose/jwt/sign";
import { jwtVerify } from "jose/jwt/verify";
import { isSameSecret } from "./digest.js";
import { Problem } from "./problem.js";
import { type Role, roles } from "./roles.js";
import { seededIds } from "./seed.js";
import type { Meta } from "./store/meta.js";

export interface Actor {
  readonly subject: string;
  readonly role: Role;
  readonly organizationId: string;
}

const issuer = "app-platform-backend";
const audience = "app-platform-api";
const algorithm = "HS256";
const organizationClaim = "organization_id";
const keyName = "signing-key";

export type SigningKey = Uint8Array;

/** The key that somebody has set. */
export function keyOf(text: string): SigningKey {
  return Buffer.from(text);
}

/** The key in the data file, created with the file; undefined if the file has none. */
export function storedKey(meta: Meta): SigningKey | undefined {
  const key = meta.get(keyName);
  return key === undefined ? undefined : Buffer.from(key, "base64");
}

export function ensureKey(meta: Meta): SigningKey {
  const key = storedKey(meta);
  if (key !== undefined) return key;
  const made = randomBytes(32);
  meta.set(keyName, made.toString("base64"));
  return made;
}

export interface TokenRequest {
  readonly role: Role;
  readonly organizationId: string;
  /** Negative for an expired token. */
  readonly ttlSeconds: number;
  readonly notBeforeSeconds?: number | null;
  readonly issuer?: string | null;
  readonly audience?: string | null;
}

export function signToken(key: SigningKey, request: TokenRequest): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ role: request.role, [organizationClaim]: request.organizationId })
    .setProtectedHeader({ alg: algorithm, typ: "JWT" })
    .setSubject(`${request.role}@app-platform.local`)
    .setIssuer(request.issuer ?? issuer)
    .setAudience(request.audience ?? audience)
    .setIssuedAt(now)
    .setNotBefore(now + (request.notBeforeSeconds ?? 0))
    .setExpirationTime(now + request.ttlSeconds)
    .sign(key);
}

const apiTokenPrefix = "apt_";
const signatureLength = 32;

/** What an API token contains after its prefix: the signature, then role, organization and a nonce as JSON. */
export function signApiToken(key: SigningKey, role: Role, organizationId: string): string {
  const content = Buffer.from(JSON.stringify([role, organizationId, randomBytes(9).toString("base64url")]));
  return apiTokenPrefix + Buffer.concat([apiTokenSignature(key, content), content]).toString("base64url");
}

/** Never equals the signature of a JWT with the same key, since a JWT has no such prefix. */
function apiTokenSignature(key: SigningKey, content: Buffer): Buffer {
  return createHmac("sha256", key).update(apiTokenPrefix).update(content).digest();
}

function readApiToken(key: SigningKey, token: string): Actor | undefined {
  const encoded = token.slice(apiTokenPrefix.length);
  const bytes = Buffer.from(encoded, "base64url");
  const [signature, content] = [bytes.subarray(0, signatureLength), bytes.subarray(signatureLength)];
  // Base64 can encode the same bytes in several ways: only one of them is the token.
  const isWhole = token.startsWith(apiTokenPrefix) && bytes.toString("base64url") === encoded;
  if (!isWhole || signature.length < signatureLength) return undefined;
  if (!timingSafeEqual(signature, apiTokenSignature(key, content))) return undefined;
  const [role, organizationId] = JSON.parse(content.toString()) as [Role, string];
  return { subject: `${role}-token@app-platform.local`, role, organizationId };
}

const challenge = ["Bearer", "Token"].map((scheme) => `${scheme} realm="app-platform"`).join(", ");

function unauthorized(detail: string): Problem {
  return new Problem(401, detail, undefined, { "www-authenticate": challenge });
}

/** How many verified tokens are cached, so that not every request needs a signature check. */
const rememberedTokens = 1000;

interface Verified {
  readonly actor: Actor;
  readonly expires: number;
}

/**
 * Whether the token has the only encoding that this backend produces. Base64 can encode the same bytes in several
 * ways, and JSON can repeat a member: two readers could interpret such a token differently.
 */
function isOwnFormat(token: string): boolean {
  const segments = token.split(".").map((segment) => ({ part: segment, bytes: Buffer.from(segment, "base64url") }));
  const claims = segments[1]?.bytes.toString() ?? "";
  return (
    segments.every(({ part: segment, bytes }) => bytes.toString("base64url") === segment) &&
    JSON.stringify(JSON.parse(claims)) === claims
  );
}

function isDate(seconds: unknown): seconds is number {
  return typeof seconds === "number" && !Number.isNaN(new Date(seconds * 1000).getTime());
}

/**
 * The time at which a token is judged: now, or when it was issued if that is later. Only this backend signs with its key, so in
 * that case the clock has been set back: a token that was valid then is still valid, and one that had expired has expired.
 */
function judgedAt(issued: unknown): Date {
  return new Date(Math.max(Date.now(), isDate(issued) ? issued * 1000 : 0));
}

/** The owner of the organization. */
export const localAdmin: Actor = {
  subject: "admin@app-platform.local",
  role: "admin",
  organizationId: seededIds.organization,
};

/**
 * Returns the actor that the Authorization headers of a request identify, or throws.
 *
 * @param fixed A token that is always valid.
 * @param actorWith Who sends an API token that a request has created.
 */
export function createAuthenticator(
  key: SigningKey,
  fixed?: string,
  actorWith: (token: string) => Actor | undefined = () => undefined,
): (headers: readonly string[]) => Promise<Actor> {
  const remembered = new Map<string, Verified>();

  async function verify(token: string): Promise<Verified> {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      issuer,
      audience,
      requiredClaims: ["exp", "sub", "role", organizationClaim],
      // Not verified yet: without the signature, a token is refused whatever its claims are.
      currentDate: judgedAt(decodeJwt(token).iat),
    });
    const { sub: subject, exp: expires, iat: issued } = payload;
    const role = roles.find((known) => known === payload.role);
    const organizationId = payload[organizationClaim];
    if (role === undefined || typeof organizationId !== "string" || typeof subject !== "string") {
      throw unauthorized("The access token lacks a role, an organization or a subject.");
    }
    if (expires === undefined || !isDate(expires) || (issued !== undefined && !isDate(issued)) || !isOwnFormat(token)) {
      throw unauthorized("The access token isn't valid.");
    }
    return { actor: { subject, role, organizationId }, expires: expires * 1000 };
  }

  return async ([header = "", ...further]) => {
    // Another reader could pick another one of several headers.
    if (further.length > 0) throw unauthorized("The request has more than one Authorization header.");
    const [, scheme, token] = /^(Bearer|Token) +([^\s]+) *$/i.exec(header) ?? [];
    if (scheme === undefined || token === undefined) {
      throw unauthorized("The request has no Authorization header with an access token (Bearer or Token).");
    }
    if (fixed !== undefined && isSameSecret(token, fixed)) return localAdmin;
    if (scheme.toLowerCase() === "token") {
      const actor = readApiToken(key, token) ?? actorWith(token);
      if (actor === undefined) throw unauthorized("The API token isn't valid. A JWT is sent as Bearer.");
      return actor;
    }
    if (token.startsWith(apiTokenPrefix)) throw unauthorized("An API token is sent as Token, not as Bearer.");
    const known = remembered.get(token);
    if (known !== undefined && known.expires > Date.now()) return known.actor;
    try {
      const verified = await verify(token);
      if (remembered.size >= rememberedTokens) remembered.clear();
      remembered.set(token, verified);
      return verified.actor;
    } catch (error) {
      remembered.delete(token);
      if (error instanceof errors.JWTExpired) throw unauthorized("The access token has expired.");
      if (error instanceof errors.JOSEError) throw unauthorized("The access token isn't valid.");
      throw error;
    }
  };
}
