import { once } from "node:events";
import { Agent, request as httpRequest } from "node:http";
import { describe, expect, it } from "vitest";
import { storedResponse, storedSize } from "../../backend/src/dashboard/requests/kept-body.js";
import { createRequestLog } from "../../backend/src/dashboard/requests/request-log.js";
import { type Body, bodies } from "./support/bodies.js";
import { loggedRequest } from "./support/in-process.js";
import { opened } from "./support/opened.js";

const { platform, local, read, inEnvironment } = opened();

const log = (query = "") => read(`/_local/requests/log${query}`);
const newest = async () => read(`/_local/requests/${(await log()).results[0].id}`);
const containers = () => inEnvironment("container");
const create = (members: Body = {}) =>
  platform.request("POST", containers(), { body: { ...bodies.container.minimal(platform.ids), ...members } });

describe("request log", () => {
  it("has each request with its operation, service, actor and status", async () => {
    const { body: service } = await create();
    await create({ cpu: 0, memory: "1" });
    await platform.request("GET", containers(), { token: null });
    await platform.request("GET", "/nowhere?x=1");
    await platform.request("DELETE", `/container/${service.id}`);
    const { results, total } = await log();
    expect(results[0].id).toBe(total);
    const who = "admin (admin@app-platform.local)";
    const row = { method: "POST", path: containers(), operation: "createContainer", who };
    expect(results).toMatchObject([
      { method: "DELETE", status: 204, serviceId: service.id, serviceName: "web", path: `/container/${service.id}` },
      { method: "GET", status: 404, operation: null, path: "/nowhere" },
      { method: "GET", status: 401, operation: "listContainers", who: null, serviceId: null },
      { ...row, status: 400, violations: 2, serviceId: null },
      { ...row, status: 201, violations: 0, serviceId: service.id, serviceName: "web", fault: null, replayOf: null },
    ]);
    expect(results[4].milliseconds).toBeGreaterThan(0);
  });

  it("filters by service, status and method, and has pages", async () => {
    const { body: service } = await create();
    await create();
    await platform.request("GET", `/container/${service.id}`);
    await platform.request("GET", containers());
    const ids = async (query: string) => (await log(query)).results.map(({ id }: Body) => id);
    const [list = 0, get, conflict, created] = await ids("");
    expect(await ids(`?service=${service.id}`)).toEqual([get, created]);
    expect(await ids("?status=4xx")).toEqual([conflict]);
    expect(await ids("?status=409&method=post")).toEqual([conflict]);
    expect(await ids("?method=GET")).toEqual([list, get]);
    expect(await ids(`?before=${conflict}`)).toEqual([created]);
    expect((await local("GET", "requests/log?status=bad")).status).toBe(400);
    expect((await local("GET", "requests/log?before=x")).status).toBe(400);
  });

  it("shows bodies, violations, and a curl command that sends the request again", async () => {
    await create({ cpu: 0, description: "it's" });
    const detail = await newest();
    expect(detail).toMatchObject({
      request: { json: { cpu: 0, name: "web" } },
      response: { json: { status: 400, path: containers() } },
      violationList: [{ field: "cpu", message: "must be at least 1" }],
      replayable: true,
    });
    expect(detail.curl).toContain(`curl --request POST '${platform.url}${containers()}'`);
    expect(detail.curl).toContain(`"description": "it'\\''s"`);
  });

  it("shows the fault that was applied, and the status that the client received", async () => {
    const faults = [
      { match: { nth: 1 }, fault: "503-retry-after" },
      { match: { nth: 2 }, fault: "delay", milliseconds: 1 },
      { match: { nth: 3 }, fault: "reset" },
    ];
    await local("PUT", "faults", { rules: faults });
    for (let index = 0; index < 3; index++) await platform.request("GET", containers()).catch(() => undefined);
    expect((await log()).results.map(({ fault, status }: Body) => [fault, status])).toEqual([
      ["reset", null],
      ["delay", 200],
      ["503-retry-after", 503],
    ]);
    const { results } = await log("?status=fault");
    expect((await read(`/_local/requests/${results[0].id}`)).response.note).toContain("reset");
  });

  it("has each request under the `x-request-id` of its response, also after a fault, a 401 or a 404", async () => {
    const idOf = async (path: string, token?: null) => {
      const sent = await platform.request("GET", path, token === undefined ? {} : { token });
      return (sent.headers as Readonly<Record<string, unknown>>)["x-request-id"];
    };
    await local("PUT", "faults", { rules: [{ match: { nth: 2 }, fault: "html-200" }] });
    const sent = [await idOf(containers()), await idOf(containers()), await idOf(containers(), null), await idOf("/x")];
    expect(new Set(sent).size).toBe(4);
    for (const id of sent) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect((await log()).results.map(({ requestId }: Body) => requestId)).toEqual(sent.reverse());
  });

  it("notes why it can't show a body: not JSON, nested too deeply or too large", async () => {
    await platform.request("POST", containers(), { body: '{"name":' });
    expect((await newest()).request).toEqual({ bytes: 8, note: "Not well-formed JSON." });
    await platform.request("POST", containers(), { body: `{"x":${"[".repeat(100_000)}${"]".repeat(100_000)}}` });
    expect((await newest()).request).toEqual({ bytes: 200_006, note: "Nested too deeply to show." });
    await create({ description: "x".repeat(300_000) });
    const { request, response, replayable } = await newest();
    expect(request).toEqual({ bytes: expect.any(Number), note: "Too large to keep." });
    expect(response.note).toBe("Too large to keep.");
    expect(replayable).toBe("The body was too large to keep.");
  });

  it("keeps the first items of a long list, and notes the number of all items", async () => {
    for (let index = 0; index < 60; index++) await create({ name: `service-${index}`, description: "x".repeat(2000) });
    const { body } = await platform.request("GET", containers());
    const { response } = await newest();
    expect(response.bytes).toBe(Buffer.byteLength(JSON.stringify(body)));
    expect(response.json.results.length).toBeGreaterThan(10);
    expect(response.json.results[0]).toMatchObject({ name: "service-0" });
    expect(response.note).toBe(`The first ${response.json.results.length} of 60 results; the others weren't kept.`);
  });
});

describe("memory of the request log", () => {
  const entry = (text: string) => ({ ...loggedRequest, response: storedResponse(text, 10_000) });

  it("is limited to the last 1,000 requests and the newest 16 MiB of bodies", () => {
    const requests = createRequestLog();
    const text = "x".repeat(60_000);
    for (let index = 0; index < 1500; index++) requests.record(entry(text));
    const kept = [...requests.newestFirst()];
    expect([kept.length, kept[0]?.id, kept.at(-1)?.id, requests.total()]).toEqual([1000, 1500, 501, 1500]);
    const bytes = kept.reduce((sum, { response }) => sum + storedSize(response), 0);
    expect(bytes).toBeLessThanOrEqual(16 * 1024 * 1024);
    expect(bytes).toBeGreaterThan(15 * 1024 * 1024);
    expect(kept[0]?.response).toEqual({ bytes: undefined, whole: text });
    expect(kept.at(-1)?.response).toMatchObject({ dropped: true });
    requests.clear();
    requests.record(entry("later"));
    expect([...requests.newestFirst()].map(({ id }) => id)).toEqual([1501]);
  });

  it("has only the first 64 KiB of a body of many megabytes", () => {
    const kept = storedResponse(Buffer.from(`{"results":[${"1,".repeat(5_000_000)}1]}`), 5_000_001);
    expect(storedSize(kept)).toBe(64 * 1024);
    expect(kept).toMatchObject({ bytes: 10_000_015, items: 5_000_001 });
  });
});

describe("POST /_local/requests/{}/replay", () => {
  const replay = (id: unknown) => local("POST", `requests/${id}/replay`);

  it("sends the original body with the same role, and its log entry links to the original request", async () => {
    await create({ arguments: ["--password=hunter2"] });
    const { results } = await log();
    await platform.request("DELETE", `/container/${results[0].serviceId}`);
    const { status, body } = await replay(results[0].id);
    expect(status).toBe(200);
    const repeated = await read(`/_local/requests/${body.id}`);
    expect(repeated).toMatchObject({ status: 201, replayOf: results[0].id, who: "admin (admin@app-platform.local)" });
    const service = await read(`/container/${repeated.serviceId}`);
    expect(service.arguments).toEqual(["--password=hunter2"]);
  });

  it("sends the request with the same role, also if that role isn't allowed (403)", async () => {
    await platform.request("DELETE", `/container/${platform.ids.cluster}`, { token: "editor" });
    const { body } = await replay((await log()).results[0].id);
    const who = "editor (editor@app-platform.local)";
    expect(await read(`/_local/requests/${body.id}`)).toMatchObject({ status: 403, who });
  });

  it("returns 409 with the reason if the request can't be sent again", async () => {
    await platform.request("GET", containers(), { token: null });
    const detail = "The request had no valid access token, so its role isn't known.";
    expect((await replay((await log()).results[0].id)).body).toMatchObject({ status: 409, detail });
    expect((await replay(10_000)).status).toBe(404);
  });

  it("logs the new request even if a fault ends it", async () => {
    await local("PUT", "faults", { rules: [{ match: { nth: 2 }, fault: "reset" }] });
    await platform.request("GET", containers());
    const { body } = await replay((await log()).results[0].id);
    expect(await read(`/_local/requests/${body.id}`)).toMatchObject({ fault: "reset", status: null });
    expect((await replay(body.id)).body.detail).toBe("The fault reset came before the access token was read.");
  });

  it("never reaches a local path through a path with ..", async () => {
    const { hostname, port } = new URL(platform.url);
    const path = `${containers()}/../../../_local/reset`;
    const agent = new Agent();
    const headers = { authorization: `Bearer ${platform.tokens.admin}` };
    const sent = httpRequest({ agent, hostname, port, method: "POST", path, headers }).end();
    const [response] = await once(sent, "response");
    await once(response.resume(), "end");
    expect((await replay((await log()).results[0].id)).body.detail).toBe("The platform has no such path.");
    agent.destroy();
  });

  it("never marks a client's own request as a replay, whatever its headers", async () => {
    await platform.request("GET", containers(), { headers: { "x-app-platform-replay": "1" } });
    expect((await log()).results[0].replayOf).toBeNull();
  });
});
