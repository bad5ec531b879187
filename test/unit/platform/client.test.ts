import { expect, it } from "vitest";
import { UnexpectedAnswerError } from "../../../provider/errors/request.js";
import { addressOf, clientOf } from "../../../provider/platform/client.js";
import { readConfiguration } from "../../../provider/platform/configuration.js";
import { UnsentRequest } from "../../../provider/platform/network.js";
import { ids } from "../../kinds/shared/ids.js";
import { newStoppedClock, quickClock } from "../../support/fake-clock.js";
import { type Clock, endpoint, extended, systemClock, type Transport } from "../../support/provider.js";
import { connected, failureOf, fakePlatform, fakeToken } from "../support/fake-platform.js";

const platform = fakePlatform();
const [closed, members] = ["http://127.0.0.1:9", { id: ids.container }];
const request = { endpoint: endpoint(5, "GET /container/{id}"), members, purpose: 'Reading Container "web"' };
const line = `GET /container/${ids.container}`;
const create = { endpoint: endpoint(3, "POST /container"), members: {}, body: {}, purpose: "Creating" };

/** A client whose requests end as the transport says. */
function clientOver(transport: Transport, clock: Clock, settings = {}, responded?: () => void) {
  const environment = { APP_PLATFORM_BASE_URL: closed, APP_PLATFORM_TOKEN: fakeToken, ...settings };
  const address = addressOf(closed, clock, () => undefined);
  return clientOf(
    readConfiguration(() => undefined, undefined, environment),
    {
      ...{ address: { ...address, reach: { ...address.reach, ...(responded && { responded }) } } },
      ...{ transport, userAgent: "", shutdown: new AbortController().signal },
    },
  );
}

it.each<[what: string, took: number[], ahead: number[], expected: number]>([
  ["is that of the fastest response", [0.1, 30], [60, 60], 60],
  ["is averaged over several responses", [30, 0.1, 12], [60, 60, 60], 60],
  ["follows the platform's clock if it is set forward", [0.1, 0.1], [60, 3600], 3600],
  ["follows the platform's clock if it is set back", [0.1, 0.1], [3600, 60], 60],
  ["ignores a response without a valid date", [0.1, 0.1], [60, Number.NaN], 60],
])("the client's estimate of the platform's time %s", async (_, took, ahead, expected) => {
  let time = Date.parse("2026-03-01T10:00:00Z");
  let count = 0;
  const transport = async () => {
    const date = new Date(time + (ahead[count] ?? 0) * 1000).toUTCString();
    time += (took[count] ?? 0) * 1000;
    count += 1;
    return { status: 200, headers: { date }, text: "{}" };
  };
  const client = clientOver(transport, { ...systemClock, now: () => time });
  // Before the first response, it's this machine's.
  expect(client.now()).toBe(time);
  for (const _ of took) await client.send(request);
  expect(Math.abs(client.now() - time - expected * 1000)).toBeLessThan(1_200);
});

it("a request without a response fails with AP3102 after requestTimeoutSeconds, and is retried until operationTimeoutSeconds", async () => {
  const { clock, passLimit } = newStoppedClock();
  const start = clock.elapsed();
  const arrivals: number[] = [];
  platform.on(line, () => {
    arrivals.push(clock.elapsed() - start);
    passLimit();
    return undefined;
  });
  const environment = { APP_PLATFORM_REQUEST_TIMEOUT_SECONDS: "10", APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "25" };
  const failure = await failureOf(connected(platform.url, { environment, clock }).platform.client.send(request));
  expect(failure.code).toBe("AP3102");
  expect(arrivals.map((at) => Math.floor(at / 10_000))).toEqual([0, 1, 2]);
  expect(clock.elapsed() - start).toBeLessThanOrEqual(25_000);
});

it.each([
  ["requestTimeoutSeconds", { APP_PLATFORM_REQUEST_TIMEOUT_SECONDS: "5" }],
  ["operationTimeoutSeconds", { APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "5" }],
])("a create fails with AP3101 as not sent if there is no connection within %s", async (_, settings) => {
  const { clock, passLimit } = newStoppedClock();
  const transport: Transport = (_raw, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(new UnsentRequest()));
      passLimit();
    });
  const failure = await failureOf(clientOver(transport, clock, settings).send(create));
  expect(failure).toMatchObject({ code: "AP3101", mayBeDone: false });
  expect(failure.message).toContain("no connection in time");
});

it("a read fails with the error of the last complete attempt if the operation's time limit cuts off another one", async () => {
  const { clock, passLimit } = newStoppedClock();
  platform.on(line, [503], () => void passLimit());
  const failure = await failureOf(connected(platform.url, { clock }).platform.client.send(request));
  expect(failure.code).toBe("AP3008");
  expect(platform.lines()).toHaveLength(2);
});

it("a request fails with AP3102 and isn't sent if its operation has ended", async () => {
  const { client, clock } = connected(platform.url).platform;
  const failure = await failureOf(client.send(request, client.begin({ deadline: clock.elapsed() })));
  expect(failure.code).toBe("AP3102");
  expect(platform.lines()).toEqual([]);
});

it("a request leaves no timer behind", async () => {
  const { clock } = newStoppedClock();
  const timers = new Set<object>();
  const after: Clock["after"] = (milliseconds, call) => {
    const cancel = clock.after(milliseconds, call);
    timers.add(cancel);
    return () => {
      timers.delete(cancel);
      cancel();
    };
  };
  const transport = async () => ({ status: 200, headers: {}, text: "{}" });
  await clientOver(transport, { ...clock, after }).send(request);
  expect(timers.size).toBe(0);
});

it.each([
  [201, true],
  [400, true],
  [503, false],
])("a response with status %i shows that the platform responds: %s", async (status, isShown) => {
  let shown = false;
  const transport = async () => ({ status, headers: {}, text: "{}" });
  const client = clientOver(transport, newStoppedClock().clock, {}, () => {
    shown = true;
  });
  await client.send(create).catch(() => undefined);
  expect(shown).toBe(isShown);
});

it("a read (GET) is retried after a 503, and a create (POST) isn't", async () => {
  platform.on(line, [503], [200, {}]).on("POST /container", [503], [201, {}]);
  const { client } = connected(platform.url, { clock: quickClock }).platform;
  expect(await client.send(request)).toEqual({});
  expect((await failureOf(client.send(create))).code).toBe("AP3008");
  expect(platform.lines().map((line) => line.split(" ")[0])).toEqual(["GET", "GET", "POST"]);
});

it("an unreachable platform fails with AP3101, its URL and what to do", async () => {
  const failure = await failureOf(connected(closed).platform.client.send(request));
  expect(failure).toMatchObject({ code: "AP3101", message: expect.stringContaining(closed) });
  expect(failure.message).toContain("nothing is listening there");
  expect(failure.message).toContain("app-platform:baseUrl");
});

it.each<[base: string, url: string, target: string | undefined]>([
  ["https://platform.example", "http://platform.example/x?page=2", "/x?page=2"],
  ["https://platform.example/api", "https://platform.example/api/x?page=2#top", "/x?page=2"],
  ["https://platform.example/api//", "https://platform.example/api/x", "/x"],
  ["https://platform.example", "https://ada:secret@platform.example/x", "/x"],
  ["https://platform.example", "http://platform.example:8080/x", undefined],
  ["https://platform.example", "ftp://platform.example/x", undefined],
  ["https://platform.example", "https://platform.example.evil/x", undefined],
  ["https://platform.example", "https://[::1/x", undefined],
  ["http://localhost:1", "https://localhost:1/x", undefined],
])("targetOf at %s resolves %s to %s", (base, url, target) => {
  expect(connected(base).platform.client.targetOf(url, "/list")).toBe(target);
});

it("send fails with AP3105 for a GET with status 206, and not for a PUT", async () => {
  const parts = { id: ids.container };
  platform.on(line, [206, parts]).on(line.replace("GET", "PUT"), [206, parts]);
  const { client } = connected(platform.url).platform;
  await expect(client.send(request)).rejects.toThrow(UnexpectedAnswerError);
  expect(await client.send({ ...request, endpoint: extended("PUT /container/{id}") })).toEqual(parts);
});

const yaml = "application/x-yaml";
it.each<[what: string, mediaType: string | undefined, type: string, text: string, says: string]>([
  ["only whitespace", undefined, "application/json", " \n", "was empty (200)"],
  ["a text instead of JSON", undefined, "text/plain", "done", "was text/plain (200)"],
  ["nothing instead of YAML", yaml, yaml, "", "was empty (200)"],
  ["a page instead of YAML", yaml, "text/html", "<html>", "was text/html (200)"],
])("send fails with AP3103 for a GET with %s", async (_, mediaType, type, text, says) => {
  platform.on(line, (_arrived, response) => void response.writeHead(200, { "content-type": type }).end(text));
  const { client } = connected(platform.url).platform;
  const failure = await failureOf(client.send({ ...request, isRepeatable: false, ...(mediaType && { mediaType }) }));
  expect(failure).toMatchObject({ code: "AP3103", message: expect.stringContaining(says) });
});
