import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sample } from "../../full.js";
import { anonymous, callsWithBody } from "../../kinds/documentedCalls.js";
import { type PlatformProcess, startPlatformProcess } from "../platform-process.js";
import { sendRaw } from "../raw.js";
import { polluting, sorts } from "./sorts.js";
import { type WriteEndpoint, writeEndpoints, writingCalls } from "./writes.js";

let platform: PlatformProcess;
let endpoints: WriteEndpoint[];
let first: unknown;

const content = async () => (await platform.request("GET", "/_local/snapshot")).body;

beforeAll(async () => {
  platform = await startPlatformProcess({ endpoints: "extended", speed: "manual" });
  endpoints = await writeEndpoints(platform);
  first = await content();
});
afterAll(async () => {
  await platform.stop();
});

const restore = async () =>
  expect((await platform.request("PUT", "/_local/snapshot", { body: first })).status).toBe(204);

/** Whether a value stands anywhere in another one. */
function holds(whole: unknown, value: unknown): boolean {
  // -0 has no spelling of its own in what JavaScript writes.
  if (isDeepStrictEqual(whole, value) || (value === 0 && whole === 0)) return true;
  return typeof whole === "object" && whole !== null && Object.values(whole).some((each) => holds(each, value));
}

function endpointOf(call: string): WriteEndpoint {
  const found = endpoints.find((endpoint) => endpoint.call === call);
  if (found === undefined) throw new Error(`There is no ${call}.`);
  return found;
}

it("every call that carries a body is in the matrix, those of the definitions among them", async () => {
  const ids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
  const reached = endpoints.map(({ call, path }) => `${call.split(" ")[0]} ${path.replace(ids, "{}")}`);
  const paths: Record<string, Record<string, { requestBody?: unknown }>> = (
    await platform.request("GET", "/_local/openapi.json")
  ).body.paths;
  const served = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, { requestBody }]) =>
      requestBody === undefined ? [] : [anonymous(`${method.toUpperCase()} ${path}`)],
    ),
  );
  expect(reached.sort()).toEqual(served.sort());
  expect(reached).toEqual(expect.arrayContaining([...callsWithBody]));
});

/** Without `FULL=1`, each call meets some of the sorts and lies, and each of these some calls. */
describe.each(writingCalls.map(([kind, call], place) => [kind, call, place] as const))("%s: %s", (_, call, place) => {
  it.each(sample(Object.keys(sorts), place, 4))("is no worse for %s", async (sort) => {
    const endpoint = endpointOf(call);
    const hostile = sorts[sort]?.(endpoint);
    if (hostile === undefined) throw new Error(`There is no ${sort}.`);
    const [method = ""] = call.split(" ");
    await restore();
    const answer = await platform.request(method, endpoint.path, {
      body: hostile.body,
      headers: { ...hostile.headers },
    });
    const after = await content();
    const isAccepted = answer.status === endpoint.success;
    if (hostile.expected === "kept") expect(answer.status).toBe(endpoint.success);
    else if (hostile.expected === "either") expect([400, endpoint.success]).toContain(answer.status);
    else expect(answer.status).toBe(hostile.expected);
    if (isAccepted) {
      expect(after).not.toEqual(first);
      if (hostile.value !== undefined) expect(holds(after, hostile.value)).toBe(true);
    } else {
      expect(after).toEqual(first);
      expect(answer.body).toMatchObject({ status: answer.status, detail: expect.any(String) });
    }
    expect(JSON.stringify([answer.body, after])).not.toContain(polluting);
  });

  const head = (length: string) => {
    const [method] = call.split(" ");
    const authorization = `Authorization: Bearer ${platform.tokens.admin}`;
    return `${method} ${endpointOf(call).path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${authorization}\r\nContent-Type: application/json\r\n${length}\r\n\r\n`;
  };
  const good = () => JSON.stringify(endpointOf(call).body);
  const chunk = `8000\r\n${" ".repeat(0x8000)}\r\n`;

  /** Bodies that are not as long as they say; each with the statuses that may answer them; nothing answers half a request. */
  const lies: Readonly<Record<string, () => readonly [pieces: (string | null)[], allowed: (number | undefined)[]]>> = {
    "a length that is too short": () => [[head(`Content-Length: ${good().length - 5}`), good()], [400]],
    "a length that is too long": () => [[head(`Content-Length: ${good().length + 5}`), good(), null], [400]],
    "a length that is negative": () => [[head("Content-Length: -5"), good()], [400]],
    "a length beyond any number": () => [
      [head("Content-Length: 99999999999999999999"), good()],
      [400, 413],
    ],
    "a length of 2 GiB": () => [[head("Content-Length: 2147483648"), good()], [413]],
    "two lengths": () => [[head(`Content-Length: ${good().length}\r\nContent-Length: 2`), good()], [400]],
    "a length and chunks": () => [
      [head(`Content-Length: 2\r\nTransfer-Encoding: chunked`), `2\r\n{}\r\n0\r\n\r\n`],
      [400],
    ],
    // Cut off in the middle, the sender may see that before the response.
    "chunks without end": () => [
      [head("Transfer-Encoding: chunked"), chunk.repeat(600)],
      [413, undefined],
    ],
    "chunks beyond 1 MiB": () => [[head("Transfer-Encoding: chunked"), chunk.repeat(40), "0\r\n\r\n"], [413]],
    "chunks that are cut": () => [[head("Transfer-Encoding: chunked"), "ff\r\n{}", null], [400]],
    "chunks of no size": () => [[head("Transfer-Encoding: chunked"), "zz\r\n{}\r\n"], [400]],
    "an encoding that nobody knows": () => [
      [head("Transfer-Encoding: gzip"), good()],
      [400, 501],
    ],
  };

  it.each(sample(Object.keys(lies), place, 6))("is no worse for %s", async (lie) => {
    const [pieces, allowed] = lies[lie]?.() ?? [[], []];
    await restore();
    const { status } = await sendRaw(platform.url, pieces);
    expect(allowed).toContain(status);
    expect(await content()).toEqual(first);
  });
});

it("leaves the platform whole: defaults are the defaults, and it has met no error of its own", async () => {
  await restore();
  const path = `/environment/${platform.ids.environment}/database`;
  const body = { name: "plain", type: "REDIS", version: "7", mode: "CONTAINER" };
  const { body: made } = await platform.request("POST", path, { body });
  expect(made).toMatchObject({ cpu: 250, description: null, name: "plain" });
  expect(platform.logs()).toBe("");
});
