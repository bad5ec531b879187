import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Platform, startPlatform } from "../support/platform.js";
import { sendRaw } from "../support/raw.js";
import { readStored } from "../support/stored.js";
import { openedWorld } from "./world.js";

const world = openedWorld();
let other: Platform;
/** The platform's own key: with it, what is wrong with a token is only what it says. */
let ownKey: Buffer;

beforeAll(async () => {
  other = await startPlatform();
  ownKey = Buffer.from(readStored(world.data).meta.get("signing-key") ?? "", "base64");
});
afterAll(() => other.stop());

type Json = Record<string, unknown>;

const base64url = (value: unknown) =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
const admin = () => world.platform.tokens.admin.split(".") as [head: string, claims: string, signature: string];
const claims = (): Json => JSON.parse(Buffer.from(admin()[1], "base64url").toString());
const head = { alg: "HS256", typ: "JWT" };

/** A token as anybody can make one; `said` may be text, which is signed as it is. */
function sign(header: Json, said: unknown, key: Buffer | string, hash = "sha256"): string {
  const input = `${base64url(header)}.${base64url(said)}`;
  return `${input}.${createHmac(hash, key).update(input).digest("base64url")}`;
}

/** With the platform's own key: what it says besides the usual. */
const saying = (more: Json) => sign(head, { ...claims(), ...more }, ownKey);
const without = (claim: string) => sign(head, { ...claims(), [claim]: undefined }, ownKey);
const now = () => Math.floor(Date.now() / 1000);
const guessed = "secret";

/** The last character of a signature holds two bits that mean nothing: another one spells the same bytes. */
function reencoded(token: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return token.slice(0, -1) + alphabet[alphabet.indexOf(token.at(-1) ?? "") ^ 1];
}

type Forgeries = readonly (readonly [how: string, forge: () => string])[];

/** What is wrong with them. */
const forgeries: Readonly<Record<string, Forgeries>> = {
  "another algorithm": [
    ["alg none, without a signature", () => `${base64url({ ...head, alg: "none" })}.${base64url(claims())}.`],
    ["no alg, with the signature of a good token", () => `${base64url({})}.${admin()[1]}.${admin()[2]}`],
    ["an HMAC with the platform's key as RS256", () => sign({ ...head, alg: "RS256" }, claims(), ownKey)],
    ["an HMAC with the platform's key as hs256", () => sign({ ...head, alg: "hs256" }, claims(), ownKey)],
    ["signed with the platform's key as HS512", () => sign({ ...head, alg: "HS512" }, claims(), ownKey, "sha512")],
  ],
  "another key": [
    ["signed with a guessed key", () => sign(head, claims(), guessed)],
    ["signed with the text of the key in the data file", () => sign(head, claims(), ownKey.toString("base64"))],
    ["a good token of another platform", () => other.tokens.admin],
    ["with its key in jwk", () => sign({ ...head, jwk: { kty: "oct", k: base64url(guessed) } }, claims(), guessed)],
    ["with a kid that is a path", () => sign({ ...head, kid: "../../../dev/null" }, claims(), "")],
    ["with an unknown crit", () => sign({ ...head, crit: ["exp-policy"], "exp-policy": 1 }, claims(), ownKey)],
    ["with b64 false", () => sign({ ...head, crit: ["b64"], b64: false }, claims(), ownKey)],
  ],
  "wrong claims, correctly signed": [
    ["for another audience", () => saying({ aud: "another-api" })],
    ["without an audience", () => without("aud")],
    ["from another issuer", () => saying({ iss: "another-issuer" })],
    ["without an issuer", () => without("iss")],
    ["valid only in an hour", () => saying({ nbf: now() + 3600 })],
    ["with an iat beyond every date", () => saying({ iat: 1e300 })],
    ["without exp", () => without("exp")],
    ["expired a second ago", () => saying({ exp: now() - 1 })],
    ["with a text as exp", () => saying({ exp: String(now() + 3600) })],
    ["with an exp beyond every date", () => saying({ exp: 1e300 })],
    ["of an unknown role", () => saying({ role: "root" })],
    ["of the role __proto__", () => saying({ role: "__proto__" })],
    ["without a role", () => without("role")],
    ["without an organization", () => without("organization_id")],
    ["without a subject", () => without("sub")],
    ["with two roles", () => sign(head, JSON.stringify(claims()).replace("{", '{"role":"viewer",'), ownKey)],
  ],
  "a valid token, modified": [
    [
      "with the role of a viewer raised to admin",
      () => {
        const [head, said, signature] = world.platform.tokens.viewer.split(".");
        const raised = { ...JSON.parse(Buffer.from(said ?? "", "base64url").toString()), role: "admin" };
        return `${head}.${base64url(raised)}.${signature}`;
      },
    ],
    ["without its signature", () => `${admin()[0]}.${admin()[1]}.`],
    ["with another encoding of its signature", () => reencoded(world.platform.tokens.admin)],
    ["with a fourth part", () => `${world.platform.tokens.admin}.x`],
  ],
  "not a token": [
    ["one part", () => "token"],
    ["encrypted, of five parts", () => "a.b.c.d.e"],
    ["claims that aren't JSON", () => sign(head, "no JSON", ownKey)],
    ["claims that are null", () => sign(head, "null", ownKey)],
    ["a head that isn't JSON", () => `${base64url("no JSON")}.${admin()[1]}.${admin()[2]}`],
    ["far too long", () => `${"x".repeat(6000)}.${"x".repeat(4000)}.x`],
  ],
};

const list = () => `/environment/${world.platform.ids.environment}/container`;

/** Sends it to a read and to a write: neither may be answered, and nothing may change. */
async function expectRefused(headers: Record<string, string>): Promise<void> {
  for (const method of ["GET", "POST"]) {
    const body = method === "GET" ? undefined : {};
    const answer = await world.platform.request(method, list(), { token: null, headers, body });
    expect([answer.status, answer.body.error]).toEqual([401, "Unauthorized"]);
    expect(answer.headers["www-authenticate"]).toContain("Bearer");
  }
  await world.unchanged();
}

describe.each(Object.entries(forgeries))("invalid access token (%s)", (_, each) => {
  it.each(each)("is refused with 401 and changes nothing: %s", async (_how, forge) => {
    await expectRefused({ authorization: `Bearer ${forge()}` });
  });
});

it.each(["Basic YWRtaW46YWRtaW4=", "Bearer", "Token x", "Bearer a b"])(
  "Authorization header %j is refused with 401",
  async (authorization) => {
    await expectRefused({ authorization });
  },
);

it("two Authorization headers are refused with 401, even if the first one is valid", async () => {
  const status = async (...tokens: string[]) => {
    const headers = tokens.map((token) => `Authorization: Bearer ${token}\r\n`).join("");
    const text = `GET ${list()} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n`;
    return (await sendRaw(world.platform.url, [text])).status;
  };
  const { admin } = world.platform.tokens;
  expect(await status(admin)).toBe(200);
  expect(await status(admin, sign(head, claims(), guessed))).toBe(401);
});

it("access token is accepted until it expires, also after a forged copy of it was refused", async () => {
  const { request } = world.platform;
  const statusOf = async (token: string) => (await request("GET", list(), { token })).status;
  let brief = "";
  let statuses: number[] = [];
  // A busy machine may need longer than the token is valid.
  for (let seconds = 2, expires = 0; now() >= expires; seconds *= 2) {
    expires = now() + seconds;
    brief = sign(head, { ...claims(), exp: expires }, ownKey);
    statuses = [await statusOf(brief), await statusOf(reencoded(brief)), await statusOf(brief)];
  }
  expect(statuses).toEqual([200, 401, 200]);
  await expect.poll(() => statusOf(brief)).toBe(401);
});
