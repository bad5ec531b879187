import type { ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { issueGrant } from "../../../provider/platform/endpoint.js";
import { actionOf, errorDetails, isMissing, retryAfter } from "../../../provider/platform/responseErrors.js";
import { programPath } from "../../../provider/values/wire.js";
import { ids } from "../../kinds/shared/ids.js";
import { type ApiRequest, type Endpoint, endpoint, extended } from "../../support/provider.js";
import { type Answer, connected, definitionOf, failureOf, fakePlatform } from "../support/fake-platform.js";

const platform = fakePlatform();
/** Reached through the network. */
const remote = fakePlatform({ isRemote: true });
const elsewhere = fakePlatform({ isRemote: true });

const call = endpoint(5, "GET /container/{id}");
const line = `GET /container/${ids.container}`;
const members = { id: ids.container };
const request: ApiRequest = { endpoint: call, members, purpose: 'Reading Container "web"' };

const send = (
  environment: Record<string, string> = {},
  more: Partial<Omit<ApiRequest, "endpoint" | "grant">> | ApiRequest = {},
  { url } = platform,
) =>
  connected(url, {
    environment: { APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "1", ...environment },
  }).platform.client.send({ ...request, ...more });

/** A token as long as real ones. */
const header = Buffer.from('{"alg":"RS256"}').toString("base64url");
const token = `${header}.${Buffer.from('{"sub":"ada"}').toString("base64url")}.${"s".repeat(600)}`;

const raw =
  (status: number, headers: Record<string, string>, text = "") =>
  (_: unknown, response: ServerResponse) => {
    response.writeHead(status, headers);
    response.end(text);
    return undefined;
  };

const now = Date.parse("2026-03-01T08:00:00Z");

describe("error responses", () => {
  it.each<[number, string, RegExp]>([
    [400, "AP3006", /rejects the values/],
    [401, "AP3001", /doesn't accept the access token from APP_PLATFORM_TOKEN/],
    [402, "AP3009", /requires a payment/],
    [403, "AP3002", /a token that can read it/],
    [404, "AP3003", /GET \/container\//],
    [405, "AP3009", /doesn't serve this method/],
    [409, "AP3005", /conflicts/],
    [412, "AP3009", /only under a condition/],
    [415, "AP3009", /doesn't accept JSON/],
    [418, "AP3009", /status 418/],
    [421, "AP3009", /isn't responsible for this host/],
    [422, "AP3006", /rejects the values/],
    [423, "AP3009", /is locked/],
    [424, "AP3009", /depends on failed/],
    [425, "AP3009", /refuses it for now/],
    [426, "AP3009", /another protocol/],
    [428, "AP3009", /only under a condition/],
    [429, "AP3007", /slow down/],
    [451, "AP3009", /for legal reasons/],
    [500, "AP3008", /in front of it, failed/],
    [511, "AP3009", /requires a login/],
    [599, "AP3008", /599/],
  ])("report status %i as %s", async (status, code, says) => {
    platform.on(line, (_, response) => {
      // Longer than the operation may take: otherwise a random delay decides whether the last attempt ends in time.
      response.setHeader("retry-after", "1000");
      return [status, { status, error: "X", detail: "the platform's own sentence" }];
    });
    const failure = await failureOf(send());
    expect(failure.code).toBe(code);
    expect(failure.message).toMatch(says);
    expect(failure.message).toContain('Reading Container "web"');
    expect(failure.message).toContain("the platform's own sentence");
    expect(failure.message).toMatch(/What to do/);
  });

  it.each([
    [407, /a proxy requires a user name and a password/],
    [413, /the request is larger than .* accepts/],
    [414, /the path of the request is larger than/],
    [431, /the headers of the request is larger than/],
  ])("fail with AP3009 and don't blame the base URL for a proxy's page with status %i", async (status, says) => {
    platform.on(line, raw(status, { "content-type": "text/html" }, "<html><h1>Refused</h1></html>"));
    const failure = await failureOf(send());
    expect(failure.code).toBe("AP3009");
    expect(failure.message).toMatch(says);
    expect(failure.message).not.toContain("baseUrl");
  });

  it("name a cache in front of the platform as the cause of status 304 (AP3009)", async () => {
    platform.on(line, raw(304, {}));
    expect(await failureOf(send())).toMatchObject({
      code: "AP3009",
      message: expect.stringContaining("a cache in front of the platform"),
    });
  });

  it("fail with AP3003 for status 410 with any page, since nothing but an API responds with it", async () => {
    platform.on(line, raw(410, { "content-type": "text/html" }, "<html>Gone</html>"));
    expect((await failureOf(send())).code).toBe("AP3003");
  });

  it("give no advice to run again with status 501", async () => {
    platform.on(line, raw(501, {}));
    const { message } = await failureOf(send());
    expect(message).toMatch(/doesn't implement this request/);
    expect(message).not.toContain("run `pulumi up` again");
  });

  const running = "if another operation is running";
  it.each<[method: "DELETE" | "PUT", status: number, says: string[]]>([
    ["DELETE", 409, ["if it still contains resources, or something still uses it, delete those first", running]],
    ["PUT", 409, ["if a value that must be unique", running]],
    ["PUT", 403, ["every other write needs editor or admin"]],
  ])("name possible causes of %s with status %i", async (method, status, says) => {
    platform.on(`${method} /container/${ids.container}`, [status, { detail: "its id is 7" }]);
    const remove = extended("DELETE /container/{id}");
    const sent: ApiRequest =
      method === "PUT"
        ? { ...request, endpoint: extended("PUT /container/{id}"), body: {} }
        : { ...request, endpoint: remove, grant: issueGrant(remove, members) };
    const { message } = await failureOf(send({}, sent));
    for (const text of ["the platform says: its id is 7", ...says]) expect(message).toContain(text);
  });

  it("delay no attempt if the Retry-After date of a 429 has passed by the platform's clock", async () => {
    const hour = 3_600_000;
    let attempts = 0;
    platform.on(line, (_, response) => {
      attempts += 1;
      if (attempts > 1) return [200, { id: ids.container }];
      response.setHeader("date", new Date(Date.now() + hour).toUTCString());
      response.setHeader("retry-after", new Date(Date.now() + hour).toUTCString());
      return [429, {}];
    });
    expect(await send({ APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "20" })).toEqual({ id: ids.container });
  });

  it.each<[string, unknown]>([
    ["a string", "no"],
    ["null", null],
    ["an array", [1]],
    ["numbers", { detail: 7, message: {}, error: null, violations: 3 }],
    ["violations of wrong types", { violations: [null, 7, {}, { field: 7 }, { field: "a", message: { deep: 1 } }] }],
  ])("fail with a readable AP3006 for status 400 and %s as body", async (_, json) => {
    platform.on(line, [400, json]);
    const failure = await failureOf(send());
    expect(failure.code).toBe("AP3006");
    expect(failure.message).not.toMatch(/\[object|undefined|\{/);
  });

  it("show `detail` in one line of less than 400 characters", async () => {
    platform.on(line, [400, { detail: `first\n\tsecond ${"x".repeat(9999)}` }]);
    const lines = (await failureOf(send())).message.split("\n");
    expect(lines).toHaveLength(4);
    expect(lines[1]).toMatch(/^ {2}- the platform says: first second x/);
    expect(lines[1]?.length).toBeLessThan(400);
  });
});

describe("responses that are not the API's", () => {
  it.each([200, 400, 401, 403, 404, 405, 409, 418])(
    "fail with AP3103 for an HTML page with status %i",
    async (status) => {
      platform.on(line, raw(status, { "content-type": "text/html; charset=utf-8" }, "<html>Sign in</html>"));
      const failure = await failureOf(send());
      expect(failure).toMatchObject({ code: "AP3103", message: expect.stringContaining("text/html") });
      expect(failure.message).not.toContain("<html>");
    },
  );

  it("fail with AP3103 for an HTML page if a part of a create may have failed (207)", async () => {
    platform.on("POST /hook", raw(207, { "content-type": "text/html" }, "<html>Sign in</html>"));
    const failure = await failureOf(send({}, { ...request, endpoint: extended("POST /hook"), body: {} }));
    expect(failure.code).toBe("AP3103");
  });

  it.each<[what: string, headers: Record<string, string>, text: string, says: string]>([
    ["no content type", {}, "hello", "was content of no known type (200)"],
    ["an invalid content type", { "content-type": "by text/html" }, "hello", "was content of no known type (200)"],
    ["plain text", { "content-type": "text/plain" }, "hello", "was text/plain (200)"],
    ["JSON that is cut off", { "content-type": "application/json" }, "{", "was invalid application/json (200)"],
    ["an empty body", { "content-type": "application/json" }, " ", "was empty (200)"],
  ])("fail with AP3103 and name what they contain: %s", async (_, headers, text, says) => {
    platform.on(line, raw(200, headers, text));
    expect(await failureOf(send())).toMatchObject({ code: "AP3103", message: expect.stringContaining(says) });
  });

  it.each([301, 302, 303, 307, 308])("fail with AP3009 for a redirect (%i), which is not followed", async (status) => {
    remote.on(line, raw(status, { location: `${elsewhere.url}/container/${ids.container}` }));
    elsewhere.on(line, [200, { id: "stolen" }]);
    const failure = await failureOf(send({}, {}, remote));
    expect(failure).toMatchObject({ code: "AP3009", message: expect.stringContaining(String(status)) });
    expect(elsewhere.arrived).toEqual([]);
  });

  it("name no target of a redirect without `Location`", async () => {
    platform.on(line, raw(302, {}));
    const { code, message } = await failureOf(send());
    expect(code).toBe("AP3009");
    expect(message).not.toContain("redirects");
  });

  it.each([
    ["https://ada:hunter2@login.acme.io/sign-in?ticket=hunter2#hunter2", "https://login.acme.io/sign-in,"],
    ["/console/login?next=hunter2", "/console/login,"],
    [`https://login.acme.io/${"x".repeat(999)}`, "xxx…,"],
  ])("name the target of a redirect without secrets: %s", async (location, says) => {
    platform.on(line, raw(302, { location }));
    const { message } = await failureOf(send());
    expect(message).toContain("It redirects to http");
    expect(message).toContain(says);
    expect(message).not.toMatch(/hunter2|ada/);
  });
});

describe("rejected fields", () => {
  it("are reported with the names that programs use", async () => {
    const violations = [
      { field: "ports[1].internal_port", message: "is taken" },
      { field: "brand_new[2].thing", message: "is new" },
      { field: "", message: "the whole body" },
    ];
    platform.on(line, [400, { detail: "The body is wrong.", violations }]);
    const { body } = definitionOf("Container");
    const failure = await failureOf(send({}, { format: (path) => programPath(body, path) }));
    expect(failure.message.split("\n").slice(1, -2)).toEqual([
      "  - the platform says: The body is wrong.",
      "  - ports[1].internalPort: is taken",
      "  - brand_new[2].thing: is new",
      "  - the whole body",
    ]);
  });

  it.each<[violations: { field?: string; message?: string }[], todo: string]>([
    [[{ message: "is taken" }, { field: "name" }], "correct the fields named above"],
    [[{ message: "is taken" }], "the response names no field"],
    [[], "the response names no field"],
  ])("cause the advice to correct them only if the response names one: %j", async (violations, todo) => {
    platform.on(line, [400, { violations }]);
    expect((await failureOf(send())).message).toContain(todo);
  });

  it.each([
    [50, []],
    [51, ["and 1 more"]],
  ])("are reported up to the 50th of %i", (count, rest) => {
    const violations = Array.from({ length: count }, (_, index) => ({ field: `ports[${index}]`, message: "is taken" }));
    const reported = violations.slice(0, 50).map(({ field, message }) => `${field}: ${message}`);
    expect(errorDetails({ violations }, (text) => text)).toEqual([...reported, ...rest]);
  });

  it("are reported without any part of the access token (redacted), like other errors", async () => {
    const echo = `you sent Bearer ${token}`;
    const answers: Answer[] = [
      [400, { detail: echo, violations: [{ field: token, message: `${"x".repeat(150)} ${token}` }] }],
      [401, { message: echo }],
      [403, { error: echo }],
      [403, { error: `Basic ${Buffer.from(`ada:${token}`).toString("base64")}` }],
      raw(404, { "content-type": `text/${token}` }, echo),
      raw(200, { "content-type": "text/plain" }, echo),
      raw(302, { location: `${elsewhere.url}/${token}` }, echo),
    ];
    for (const answer of answers) {
      platform.on(line, answer);
      const failure = await failureOf(send({ APP_PLATFORM_TOKEN: token }));
      const parts = [header, token.slice(20, 50), "ssss", "c3Nzc3Nz"];
      for (const part of parts) expect(failure.message).not.toContain(part);
    }
  });
});

it.each<[string | undefined, number | undefined]>([
  [undefined, undefined],
  ["0", 0],
  [" 17 ", 17],
  ["Sun, 01 Mar 2026 08:00:09 GMT", 9],
  ["Sun, 01 Mar 2026 08:00:09 +0000", 9],
  ["2026-03-01T08:00:09Z", 9],
  ["Sun, 01 Mar 2026 07:00:00 GMT", 0],
  ["soon", undefined],
])("retryAfter reads %o as %o s", (header, seconds) => {
  expect(retryAfter(header, now)).toBe(seconds);
});

it.each([
  ["GET /job", undefined, "read"],
  ["POST /job", undefined, "create"],
  ["POST /job", true, "update"],
  ["PUT /job", undefined, "update"],
  ["PATCH /job", false, "create"],
  ["DELETE /job", undefined, "delete"],
  ["POST /job/stop", undefined, "delete"],
])("actionOf finds the action of %s (isRepeatable: %o): %s", (call, isRepeatable, action) => {
  expect(actionOf({ endpoint: extended(call) as Endpoint, ...(isRepeatable !== undefined && { isRepeatable }) })).toBe(
    action,
  );
});

it.each<[is: boolean, what: string, answer: Answer]>([
  [true, "404 of the API", [404, {}]],
  [true, "410 of the API", [410, {}]],
  [true, "404 with a page", raw(404, { "content-type": "text/html" }, "<html>")],
  [false, "403 with a page", raw(403, { "content-type": "text/html" }, "<html>")],
  [false, "403 of the API", [403, {}]],
])("isMissing returns %s for a %s", async (is, _, answer) => {
  platform.on(line, answer);
  expect(isMissing(await failureOf(send()))).toBe(is);
});
