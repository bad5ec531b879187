import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { maxResponseBytes, networkTo, OversizedResponse, UnsentRequest } from "../../../provider/platform/network.js";
import { portOf } from "../../support/listening.js";
import type { RawRequest } from "../../support/provider.js";

let server: Server;
let port: number;
let arrived: string[];
beforeEach(() => {
  arrived = [];
});
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    arrived.push(`${request.method} ${request.url} ${request.headers["content-length"] ?? "-"} ${body}`);
    if (request.url?.startsWith("/silence")) return;
    response.writeHead(207, { "x-sign": "é", date: "now" });
    if (request.url === "/largest") return response.end(Buffer.alloc(maxResponseBytes));
    // It has no end: what exceeds the maximum is not awaited.
    if (request.url === "/large") return response.write(Buffer.alloc(maxResponseBytes + 1));
    // In the middle of a character.
    response.write(Buffer.from("sch").subarray(0, 3));
    const text = Buffer.from("ön");
    response.write(text.subarray(0, 1), () => setTimeout(() => response.end(text.subarray(1)), 20));
  });
  port = await portOf(server);
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const network = (maxConcurrentRequests = 2) =>
  networkTo({ baseUrl: new URL(`http://127.0.0.1:${port}`), maxConcurrentRequests, requestTimeoutSeconds: 5 });
const request = (path: string, body?: string): RawRequest => ({
  method: body === undefined ? "GET" : "POST",
  path,
  headers: { accept: "application/json" },
  ...(body === undefined ? {} : { body }),
});
const { signal: never } = new AbortController();
const often = { interval: 2 };

it("transport sends the size in bytes, and returns status, headers and text", async () => {
  const response = await network()(request("/?a=1", '{"name":"é"}'), never);
  expect(arrived).toContain('POST /?a=1 13 {"name":"é"}');
  expect(response).toMatchObject({ status: 207, headers: { date: "now" }, text: "schön" });
});

it("transport rejects with the signal's reason if a sent request is aborted", async () => {
  const controller = new AbortController();
  const sending = network()(request("/silence", "{}"), controller.signal);
  await expect.poll(() => arrived, often).toContain("POST /silence 2 {}");
  const reason = new Error("enough");
  controller.abort(reason);
  await expect(sending).rejects.toBe(reason);
});

it("transport fails at once as not sent if a request that waits for a connection is aborted", async () => {
  const only = network(1);
  const ending = new AbortController();
  const first = only(request("/silence/first", "{}"), ending.signal);
  await expect.poll(() => arrived, often).toContain("POST /silence/first 2 {}");
  const waiting = new AbortController();
  const second = only(request("/second", "{}"), waiting.signal);
  waiting.abort(new Error("enough"));
  await expect(second).rejects.toBeInstanceOf(UnsentRequest);
  ending.abort(new Error("the end"));
  await expect(first).rejects.toThrow("the end");
  await expect(only(request("/third"), never)).resolves.toMatchObject({ status: 207 });
  expect(arrived.some((line) => line.includes("/second"))).toBe(false);
});

it("transport sends nothing if its signal is aborted before", async () => {
  await expect(network()(request("/"), AbortSignal.abort())).rejects.toBeInstanceOf(UnsentRequest);
  expect(arrived).toEqual([]);
});

it("transport sends at most maxConcurrentRequests requests at once", async () => {
  const two = network(2);
  const ending = new AbortController();
  const sent = () => arrived.filter((line) => line.includes("/silence/many")).length;
  const all = Array.from({ length: 5 }, (_, index) => two(request(`/silence/many/${index}`), ending.signal));
  await expect.poll(sent, often).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(sent()).toBe(2);
  ending.abort(new Error("the end"));
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(all.map(() => "rejected"));
});

it("transport returns a response of the maximum size (16 MiB)", async () => {
  expect((await network()(request("/largest"), never)).text).toHaveLength(maxResponseBytes);
});

it("transport refuses a response above the maximum size (16 MiB)", async () => {
  await expect(network()(request("/large"), never)).rejects.toBeInstanceOf(OversizedResponse);
});
