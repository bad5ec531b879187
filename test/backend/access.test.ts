import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Platform, type Role, startPlatform } from "../platform";
import { type Body, bodies, clusterBody } from "./bodies";

let platform: Platform;
const made: Record<string, string> = {};
const otherTokens: Record<string, string> = {};

async function token(body: Body): Promise<string> {
  return (await platform.request("POST", "/_local/tokens", { body })).body.token;
}

beforeAll(async () => {
  platform = await startPlatform();
  for (const kind of ["container", "job", "database", "terraform"] as const) {
    const path = `/environment/${platform.ids.environment}/${kind}`;
    made[kind] = (await platform.request("POST", path, { body: bodies[kind].minimal(platform.ids) })).body.id;
  }
  otherTokens.expired = await token({ role: "admin", ttl: "-1m" });
  otherTokens["of another organization"] = await token({ role: "admin", organizationId: platform.ids.cluster });
});
afterAll(() => platform.stop());

interface Endpoint {
  number: number;
  method: string;
  path: string;
  success: number;
  needs: Role;
  body?: Body;
}

let clones = 0;

/** The 20 rows of the API document's table, each with a request that succeeds any number of times. */
function endpoints(): Endpoint[] {
  const { ids } = platform;
  const environment = `/environment/${ids.environment}`;
  const named = (body: Body): Body => ({ ...body, name: `name ${clones++}` });
  const clone = () => named({ environment_id: ids.otherEnvironment });
  const row = (number: number, method: string, path: string, success: number, needs: Role, body?: Body): Endpoint =>
    body === undefined ? { number, method, path, success, needs } : { number, method, path, success, needs, body };
  return [
    row(1, "POST", `${environment}/application`, 201, "editor", named(bodies.application.full(ids))),
    row(2, "GET", `${environment}/application`, 200, "viewer"),
    row(3, "POST", `${environment}/container`, 201, "editor", named(bodies.container.full(ids))),
    row(4, "GET", `${environment}/container`, 200, "viewer"),
    row(5, "GET", `/container/${made.container}`, 200, "viewer"),
    row(6, "POST", `/container/${made.container}/clone`, 202, "editor", clone()),
    row(7, "POST", `${environment}/job`, 201, "editor", named(bodies.job.full(ids))),
    row(8, "GET", `${environment}/job`, 200, "viewer"),
    row(9, "PUT", `/job/${made.job}`, 200, "editor", bodies.job.full(ids)),
    row(10, "POST", `/job/${made.job}/clone`, 202, "editor", clone()),
    row(11, "POST", `${environment}/database`, 201, "editor", named(bodies.database.full(ids))),
    row(12, "GET", `${environment}/database`, 200, "viewer"),
    row(13, "PUT", `/database/${made.database}`, 200, "admin", { cpu: 100 }),
    row(14, "POST", `/database/${made.database}/clone`, 202, "editor", clone()),
    row(15, "POST", `${environment}/terraform`, 201, "editor", named(bodies.terraform.full(ids))),
    row(16, "POST", `/terraform/${made.terraform}/clone`, 202, "editor", clone()),
    row(17, "POST", `${environment}/service/deploy`, 202, "editor", { databases: [made.database] }),
    row(18, "POST", `${environment}/cancelDeployment`, 409, "editor", { force_cancel: true }),
    row(19, "POST", `/cluster/${ids.cluster}/argoCdConfig`, 200, "admin", {
      argocd_url: "https://argo.example.com",
      argocd_token: "x",
    }),
    row(20, "PUT", `/organization/${ids.organization}/cluster/${ids.cluster}`, 200, "editor", clusterBody(ids)),
  ];
}
const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
const roles: Role[] = ["viewer", "editor", "admin"];

function endpoint(number: number): Endpoint {
  return endpoints()[number - 1] as Endpoint;
}

describe.each(numbers)("endpoint %d", (number) => {
  it.each(roles)("answers the role %s as its rights are", async (role) => {
    const { method, path, success, needs, ...body } = endpoint(number);
    const answer = await platform.request(method, path, { ...body, token: role });
    expect(answer.status).toBe(roles.indexOf(role) >= roles.indexOf(needs) ? success : 403);
  });

  it.each([
    ["none", 401],
    ["expired", 401],
    ["of another organization", 403],
  ])("refuses a token that is %s", async (which, status) => {
    const { method, path, ...body } = endpoint(number);
    const answer = await platform.request(method, path, { ...body, token: otherTokens[which] ?? null });
    expect(answer.status).toBe(status);
    if (status === 401) expect(answer.headers["www-authenticate"]).toContain("Bearer");
  });

  it("knows no hostile id", async () => {
    const { method, path, ...body } = endpoint(number);
    const [, id = ""] = /\/([0-9a-f-]{36})/.exec(path) ?? [];
    const last = path.lastIndexOf(id) === path.indexOf(id) ? id : platform.ids.cluster;
    for (const hostile of hostileIds) {
      const answer = await platform.request(method, path.replace(last, hostile), body);
      expect([hostile, answer.status]).toEqual([hostile, 404]);
      expect(answer.body).toMatchObject({ status: 404, error: "Not Found", detail: expect.any(String) });
    }
  });
});

const hostileIds = [
  "..",
  "%2e%2e%2fetc",
  "a%2Fb",
  "%00",
  "%zz",
  "'%20OR%201=1--",
  "%22",
  "x".repeat(8000),
  "1",
  "null",
  "00000000-0000-4000-8000-000000000000",
  "fea70e00-a3c5-41e7-a263-d45f7193b00d",
  "%F0%9F%92%A9",
];

describe("a forged token", () => {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const parts = () => platform.tokens.admin.split(".") as [string, string, string];
  const claims = () => JSON.parse(Buffer.from(parts()[1], "base64url").toString());
  const sign = (header: unknown, payload: unknown, key: string, hash = "sha256") => {
    const input = `${encode(header)}.${encode(payload)}`;
    return `${input}.${createHmac(hash, key).update(input).digest("base64url")}`;
  };
  const header = { alg: "HS256", typ: "JWT" };

  const forged: [string, () => string | Promise<string>][] = [
    ["without an algorithm", () => `${encode({ alg: "none" })}.${encode(claims())}.`],
    ["without an algorithm, in other letters", () => `${encode({ alg: "nOnE" })}.${encode(claims())}.`],
    ["without a signature", () => `${parts()[0]}.${parts()[1]}.`],
    ["with a signature cut short", () => platform.tokens.admin.slice(0, -4)],
    ["with another signature", () => `${parts()[0]}.${parts()[1]}.${"A".repeat(43)}`],
    ["signed with an empty key", () => sign(header, claims(), "")],
    ["signed with a guessed key", () => sign(header, claims(), "secret")],
    ["signed with another hash", () => sign({ ...header, alg: "HS512" }, claims(), "secret", "sha512")],
    ["that calls itself RS256", () => sign({ ...header, alg: "RS256" }, claims(), "secret")],
    ["that calls itself ES256", () => sign({ ...header, alg: "ES256" }, claims(), "secret")],
    ["with a key of its own", () => sign({ ...header, jwk: { kty: "oct", k: "c2VjcmV0" } }, claims(), "secret")],
    ["with a key address of its own", () => sign({ ...header, jku: `${platform.url}/keys` }, claims(), "secret")],
    ["with a key id that is a path", () => sign({ ...header, kid: "../../dev/null" }, claims(), "")],
    ["whose role was raised", () => `${parts()[0]}.${encode({ ...claims(), role: "admin", sub: "x" })}.${parts()[2]}`],
    ["for another audience", () => token({ role: "admin", audience: "another-api" })],
    ["from another issuer", () => token({ role: "admin", issuer: "another-issuer" })],
    ["that is not good yet", () => token({ role: "admin", notBeforeSeconds: 3600 })],
    ["that has expired", () => token({ role: "admin", ttl: -1 })],
    ["of four parts", () => `${platform.tokens.admin}.x`],
    ["of one part", () => "token"],
    ["that is not base64", () => "a.b.c"],
    ["that is encrypted", () => "a.b.c.d.e"],
  ];

  it.each(forged)("%s is refused", async (_why, forge) => {
    const path = `/environment/${platform.ids.environment}/container`;
    const answer = await platform.request("GET", path, { token: await forge() });
    expect(answer.status).toBe(401);
    expect(answer.body).toMatchObject({ status: 401, error: "Unauthorized" });
  });

  it.each(["Basic YWRtaW46YWRtaW4=", "Bearer", "bearer", "Token x", "Bearer a b"])(
    "an Authorization header %j is refused",
    async (authorization) => {
      const path = `/environment/${platform.ids.environment}/container`;
      const answer = await platform.request("GET", path, { token: null, headers: { authorization } });
      expect(answer.status).toBe(401);
    },
  );
});

it("writes no token and no secret to its log and its journal", async () => {
  const canary = "canary-7f3a";
  const path = `/cluster/${platform.ids.cluster}/argoCdConfig`;
  await platform.request("POST", path, { body: { argocd_url: "https://a.example", argocd_token: canary } });
  await platform.request("POST", path, { body: { argocd_token: canary }, token: canary });
  await platform.request("POST", path, { body: `{"argocd_token": "${canary}"` });
  const journal = JSON.stringify((await platform.request("GET", "/_local/requests")).body);
  const page = await platform.request("GET", "/_local/");
  for (const text of [journal, String(page.body), platform.logs()]) {
    expect(text).not.toContain(canary);
    expect(text).not.toContain(platform.tokens.admin);
  }
});
