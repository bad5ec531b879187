import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { keepLog } from "../../backend/src/dashboard/requests/kept-log.js";
import { createRequestLog } from "../../backend/src/dashboard/requests/request-log.js";
import { openedFolder } from "../support/opened-folder.js";
import type { Body } from "./support/bodies.js";
import { create } from "./support/everything.js";
import { loggedRequest } from "./support/in-process.js";
import { type Platform, whileServed } from "./support/platform.js";

const folder = openedFolder("request-log");
let files = 0;
let data: string;
beforeEach(() => {
  data = join(folder, `${++files}.db`);
});

const environment = ({ ids }: Platform) => `/environment/${ids.environment}`;
const logOf = async (platform: Platform) => (await platform.request("GET", "/_local/requests/log")).body;
const detailOf = async (platform: Platform, id: number) =>
  (await platform.request("GET", `/_local/requests/${id}`)).body;

const whileRunning = <T>(use: (platform: Platform) => Promise<T>) => whileServed({ endpoints: "extended", data }, use);

const container = (platform: Platform, members?: Body) => create(platform, "container", members);

it("request log persists over a restart in FILE-requests, which only its owner can read", async () => {
  const before = await whileRunning(async (platform) => {
    await container(platform);
    await container(platform, { cpu: 0 });
    await platform.request("GET", "/nowhere", { token: null });
    const { results, total } = await logOf(platform);
    return { results, total, refused: await detailOf(platform, 2) };
  });
  expect(before.results).toHaveLength(3);
  expect(statSync(`${data}-requests`).mode & 0o777).toBe(0o600);
  await whileRunning(async (platform) => {
    expect(await logOf(platform)).toEqual({ results: before.results, total: before.total });
    const { curl, ...refused } = await detailOf(platform, 2);
    const { curl: curlBefore, ...refusedBefore } = before.refused;
    expect(refused).toEqual(refusedBefore);
    expect(refused.violationList).toHaveLength(1);
    expect(curl.replace(platform.url, "")).toBe(curlBefore.replace(/http:\/\/[^/]+/, ""));
    // A request of the run before can be sent again.
    const { body } = await platform.request("POST", "/_local/requests/1/replay");
    expect(body).toEqual({ id: 4 });
    expect((await logOf(platform)).results[0]).toMatchObject({ id: 4, status: 409, replayOf: 1 });
  });
  await whileRunning(async (platform) => expect((await logOf(platform)).total).toBe(4));
});

it("FILE-requests contains the secrets of requests in plain text, so that a request can be sent again after a restart", async () => {
  const value = "a-value-that-is-secret";
  await whileRunning(async (platform) => {
    const { environment } = platform.ids;
    const place = { variable_scope: "ENVIRONMENT", variable_parent_id: environment };
    const body = { key: "TOKEN", value, is_secret: true, ...place };
    expect((await platform.request("POST", "/variable", { body })).status).toBe(201);
  });
  expect(readFileSync(`${data}-requests`, "utf8")).toContain(value);
  await whileRunning(async (platform) => {
    const detail = await detailOf(platform, 1);
    expect(detail).toMatchObject({ method: "POST", path: "/variable" });
    expect(JSON.stringify(detail)).toContain("••••••");
    expect(JSON.stringify(detail)).not.toContain(value);
    const variables = `/variable?scope=ENVIRONMENT&parent_id=${platform.ids.environment}`;
    const find = async () =>
      (await platform.request("GET", variables)).body.results.find(({ key }: Body) => key === "TOKEN");
    await platform.request("DELETE", `/variable/${(await find()).id}`);
    await platform.request("POST", "/_local/requests/1/replay");
    // Only the dashboard's own file has the value now.
    expect((await logOf(platform)).results[0]).toMatchObject({ status: 201, replayOf: 1 });
    expect(await find()).toMatchObject({ is_secret: true });
    const snapshot = (await platform.request("GET", "/_local/snapshot")).body;
    expect(JSON.stringify(snapshot)).toContain(value);
  });
});

it("request log is empty after a reset, and continues its numbers", async () => {
  await whileRunning(async (platform) => {
    await container(platform);
    await container(platform);
    await platform.request("POST", "/_local/reset");
    await platform.request("GET", `${environment(platform)}/container`);
  });
  await whileRunning(async (platform) => {
    const { results, total } = await logOf(platform);
    expect(results.map(({ id }: Body) => id)).toEqual([3]);
    expect(total).toBe(3);
  });
});

it("request log skips a cut line and lines of an earlier data file", async () => {
  await whileRunning((platform) => container(platform));
  appendFileSync(`${data}-requests`, '{"id":2,"at":17');
  await whileRunning(async (platform) => {
    expect((await logOf(platform)).results).toHaveLength(1);
    await container(platform);
  });
  await whileRunning(async (platform) => expect((await logOf(platform)).results).toHaveLength(2));
  rmSync(data);
  await whileRunning(async (platform) => expect(await logOf(platform)).toEqual({ results: [], total: 0 }));
});

it("request log keeps the last 1,000 requests", async () => {
  await whileRunning(async (platform) => {
    for (let count = 0; count < 1010; count++) await platform.request("GET", `${environment(platform)}/job`);
  });
  await whileRunning(async (platform) => {
    const { results, total } = await logOf(platform);
    expect([results.length, results.at(-1).id, total]).toEqual([1000, 11, 1010]);
  });
});

it("request log leaves no temporary file if its file can't be written", async () => {
  mkdirSync(`${data}-requests`);
  await whileRunning((platform) => container(platform));
  expect(existsSync(`${data}-requests.new`)).toBe(false);
});

it("request log stays below its maximum length with large bodies", async () => {
  const log = createRequestLog();
  const kept = keepLog({ data, key: new Uint8Array(32) as never, routes: [], log });
  const entry = (text: string) => ({ ...loggedRequest, request: { bytes: text.length, whole: text } });
  const lengths: number[] = [];
  for (let round = 0; round < 25; round++) {
    for (let count = 0; count < 20; count++) log.record(entry(`${round} ${"x".repeat(250_000)}`));
    await kept.close();
    lengths.push(statSync(`${data}-requests`).size);
  }
  // 125 MB were written.
  expect(Math.max(...lengths)).toBeLessThan(64 * 1024 * 1024);
  expect(readFileSync(`${data}-requests`, "utf8")).toContain('"24 xxx');
});
