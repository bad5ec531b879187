import { expect, it } from "vitest";
import { UnexpectedAnswerError } from "../../../provider/errors/request.js";
import { addressOf, clientOf } from "../../../provider/platform/client.js";
import { readConfiguration } from "../../../provider/platform/configuration.js";
import { ids } from "../../kinds/shared/ids.js";
import { newStoppedClock, quickClock } from "../../support/fake-clock.js";
import { endpoint, systemClock } from "../../support/provider.js";
import { connected, failureOf, fakePlatform, fakeToken } from "../support/fake-platform.js";

const platform = fakePlatform();
const [closed, members] = ["http://127.0.0.1:9", { id: ids.container }];
const request = { endpoint: endpoint(5, "GET /container/{id}"), members, purpose: 'Reading Container "web"' };

it.each<[what: string, took: number[], ahead: number[], expected: number]>([
  ["is that of the fastest response", [0.1, 30], [60, 60], 60],
  ["is averaged over several responses", [30, 0.1, 12], [60, 60, 60], 60],
  ["follows a clock that was set", [0.1, 0.1], [60, 3600], 3600],
])("the client's estimate of the platform's time %s", async (_, took, ahead, expected) => {
  let time = Date.parse("2026-03-01T10:00:00Z");
  let count = 0;
  const transport = async () => {
    const date = new Date(time + (ahead[count] ?? 0) * 1000).toUTCString();
    time += (took[count] ?? 0) * 1000;
    count += 1;
    return { status: 200, headers: { date }, text: "{}" };
  };
  const environment = { APP_PLATFORM_BASE_URL: closed, APP_PLATFORM_TOKEN: fakeToken };
  const client = clientOf(
    readConfiguration(() => undefined, undefined, environment),
    {
      ...{ address: addressOf(closed, { ...systemClock, now: () => time }, () => undefined) },
      ...{ transport, userAgent: "", shutdown: new AbortController().signal },
    },
  );
  for (const _ of took) await client.send(request);
  expect(Math.abs(client.now() - time - expected * 1000)).toBeLessThan(1_200);
});

it("a request without a response fails with AP3102 after requestTimeoutSeconds, and is retried until operationTimeoutSeconds", async () => {
  const { clock, passLimit } = newStoppedClock();
  const start = clock.elapsed();
  const arrivals: number[] = [];
  platform.on(`GET /container/${ids.container}`, () => {
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

it("a read (GET) is retried after a 503, and a create (POST) isn't", async () => {
  const create = { endpoint: endpoint(3, "POST /container"), members: {}, body: {}, purpose: "Creating" };
  platform.on(`GET /container/${ids.container}`, [503], [200, {}]).on("POST /container", [503], [201, {}]);
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
  ["https://platform.example", "https://ada:secret@platform.example/x", "/x"],
  ["https://platform.example", "http://platform.example:8080/x", undefined],
  ["https://platform.example", "ftp://platform.example/x", undefined],
  ["https://platform.example", "https://platform.example.evil/x", undefined],
  ["https://platform.example", "https://[::1/x", undefined],
  ["http://localhost:1", "https://localhost:1/x", undefined],
])("targetOf at %s resolves %s to %s", (base, url, target) => {
  expect(connected(base).platform.client.targetOf(url, "/list")).toBe(target);
});

it("send fails with AP3105 for a GET with status 206", async () => {
  platform.on(`GET /container/${ids.container}`, [206, { id: ids.container }]);
  await expect(connected(platform.url).platform.client.send(request)).rejects.toThrow(UnexpectedAnswerError);
});
