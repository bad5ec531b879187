import { describe, expect, it } from "vitest";
import { ThrottledError } from "../../../provider/errors/request.js";
import { InterruptedError } from "../../../provider/errors/resource.js";
import { newPlatforms } from "../../../provider/platform/platform.js";
import { throttleOf } from "../../../provider/platform/throttle.js";
import { newVirtualClock } from "../../support/fake-clock.js";
import { type ApiRequest, AppPlatformError, type Clock, endpoint, type Transport } from "../../support/provider.js";
import { failureOf, fakeToken } from "../support/fake-platform.js";

const origin = "https://platform.example";
const list: ApiRequest = { endpoint: endpoint(4, "GET /organization"), members: {}, purpose: "Listing" };
const create = (name: string): ApiRequest => ({
  ...{ endpoint: endpoint(3, "POST /container"), members: {}, body: { name }, purpose: `Creating ${name}` },
});

type Outcome = readonly [status: number, retryAfter?: string | number | undefined];

interface Arrival {
  readonly at: number;
  readonly method: string;
  readonly status: number;
}

/**
 * Platforms of a process in virtual time, which take 50 ms for each request.
 *
 * @param respond The response to a request that arrives at this time, in milliseconds.
 */
function opened(
  respond: (method: string, at: number) => Outcome,
  settings: Readonly<Record<string, string>> = {},
  random = () => 0.999,
) {
  const { clock, during } = newVirtualClock();
  const arrivals: Arrival[] = [];
  const reported: string[] = [];
  const shutdown = new AbortController();
  const transport: Transport = async ({ method }, signal) => {
    const at = clock.elapsed();
    const [status, retryAfter] = respond(method, at);
    arrivals.push({ at, method, status });
    await clock.sleep(50, signal);
    const headers = { date: new Date(start + clock.elapsed()).toUTCString() };
    const requested = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
    return { status, headers: { ...headers, ...requested }, text: "{}" };
  };
  const own: Clock = { ...clock, now: () => start + clock.elapsed(), random };
  const tell = (text: string) => void reported.push(text);
  const platforms = newPlatforms(
    { clock: own, transport, notify: tell, shutdown: shutdown.signal },
    {
      APP_PLATFORM_BASE_URL: origin,
      APP_PLATFORM_TOKEN: fakeToken,
      APP_PLATFORM_STAGING_BASE_URL: `${origin}/staging`,
      APP_PLATFORM_STAGING_TOKEN: fakeToken,
      APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "40",
      ...settings,
    },
  );
  const connected = (connection?: string) => platforms.of(() => undefined, connection);
  const { client } = connected();
  const refused = () => arrivals.filter(({ status }) => status >= 400).length;
  return { arrivals, clock, client, connected, during, refused, shutdown, reported };
}

const start = Date.parse("2026-03-01T10:00:00Z");

/** Runs all, this many at once. */
async function inParallel(count: number, works: (() => Promise<unknown>)[]): Promise<void> {
  const left = [...works];
  const worker = async () => {
    for (let work = left.shift(); work !== undefined; work = left.shift()) await work();
  };
  await Promise.all(Array.from({ length: count }, worker));
}

/** Allows this many writes in each window, and says when the next one begins. */
function rateLimit(
  allowed: number,
  seconds: number,
  after: (left: number, end: number) => string | number | undefined,
) {
  let [begin, count] = [0, 0];
  return (method: string, at: number): Outcome => {
    if (method === "GET") return [200];
    if (at - begin >= seconds * 1000) [begin, count] = [at, 0];
    count += 1;
    const end = begin + seconds * 1000;
    return count > allowed ? [429, after(Math.ceil((end - at) / 1000), end)] : [201];
  };
}

/** Refuses the first request, and asks to wait. */
function onceRefused(seconds: number) {
  const outcomes: Outcome[] = [[429, seconds]];
  return () => outcomes.shift() ?? ([200] as const);
}

const creates = (count: number, client: { send(request: ApiRequest): Promise<unknown> }) =>
  Array.from({ length: count }, (_, index) => () => client.send(create(`db${index}`)));

describe("429 Too Many Requests", () => {
  it.each<[form: string, after: (left: number, end: number) => string | number | undefined, most: number]>([
    ["seconds in Retry-After", (left) => left, 90],
    ["a date in Retry-After", (_, end) => new Date(start + end + 999).toUTCString(), 90],
  ])("slows down 90 creates and fails none, with %s", async (_, after, most) => {
    const { client, clock, during, refused, reported } = opened(rateLimit(10, 8, after));
    await during(inParallel(64, creates(90, client)));
    expect(clock.elapsed() / 1000).toBeGreaterThan(64);
    expect(clock.elapsed() / 1000).toBeLessThan(90);
    // The first window refuses what was sent before it was known.
    expect(refused()).toBeLessThan(54 + most);
    expect(reported).toEqual([
      `Waiting for ${origin}: too many requests (429). It asks to wait 8 s, and all requests do.`,
    ]);
  });

  it("slows down creates among reads that aren't limited", async () => {
    const { client, during, refused } = opened(rateLimit(10, 8, (left) => left));
    const all = creates(60, client).flatMap((each) => [() => client.send(list), each]);
    await during(inParallel(64, all));
    expect(refused()).toBeLessThan(54 + 60);
  });

  it("slows down creates without Retry-After", async () => {
    const settings = { APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "120" };
    const { client, during, refused, reported } = opened(
      rateLimit(10, 8, () => undefined),
      settings,
    );
    await during(inParallel(64, creates(90, client)));
    expect(refused()).toBeLessThan(2 * 90);
    expect(reported).toHaveLength(1);
  });

  it("delays all requests of the process to the host, also of other connections", async () => {
    const { arrivals, client, clock, connected, during } = opened(onceRefused(20));
    const others = async () => {
      await clock.sleep(100);
      await Promise.all([client.send(list), connected("staging").client.send(list)]);
    };
    await during(Promise.all([client.send(create("db")), others()]));
    // The reads weren't refused, so they don't wait for each other, nor for the create.
    expect(arrivals.map(({ at }) => at)).toEqual([0, 20_050, 20_050, 20_050]);
  });

  it("doesn't count the wait of Retry-After against the operation's time limit (operationTimeoutSeconds)", async () => {
    let count = 0;
    const { client, clock, during } = opened(() => (count++ < 3 ? [429, 300] : [201]));
    await during(client.send(create("db"), client.begin({ deadline: clock.elapsed() + 1_000 })));
    expect(Math.round(clock.elapsed() / 1000)).toBe(900);
  });

  it("fails with AP3007 after 15 minutes without a granted request", async () => {
    const { client, clock, during } = opened((method) => (method === "GET" ? [200] : [429, 5]));
    const reading = async () => {
      for (let minute = 0; minute < 17; minute += 1) {
        await clock.sleep(60_000);
        await client.send(list);
      }
    };
    const creating = failureOf(client.send(create("db"))).then((failure) => [failure.code, clock.elapsed()] as const);
    const [[code, took]] = await during(Promise.all([creating, reading()]));
    expect(code).toBe("AP3007");
    expect(took / 60_000).toBeGreaterThan(15);
    expect(took / 60_000).toBeLessThan(17);
  });

  it("fails with AP3007 at once for a Retry-After above 15 minutes", async () => {
    const { client, clock, during } = opened(onceRefused(901));
    expect(await during(failureOf(client.send(create("db"))))).toMatchObject({ code: "AP3007" });
    expect(clock.elapsed()).toBe(50);
    // The platform doesn't hold back others.
    await during(client.send(create("other")));
    expect(clock.elapsed()).toBe(100);
  });

  it("waits for a Retry-After of 15 minutes", async () => {
    const { client, clock, during } = opened(onceRefused(900));
    await during(client.send(create("db")));
    expect(clock.elapsed()).toBe(50 + 900_000 + 50);
  });

  it("waits up to 10 seconds without Retry-After, and fails with AP3007 at the operation's time limit", async () => {
    const { arrivals, client, clock, during } = opened(() => [429, 0]);
    expect(await during(failureOf(client.send(create("db"))))).toMatchObject({ code: "AP3007" });
    expect(Math.round(clock.elapsed() / 1000)).toBe(39);
    const waits = arrivals.slice(1).map(({ at }, index) => Math.floor((at - (arrivals[index]?.at ?? 0)) / 1000));
    expect(waits).toEqual([1, 2, 4, 8, 10, 10]);
  });

  it("waits a random part of the maximum delay without Retry-After (jitter)", async () => {
    const { arrivals, client, during } = opened(onceRefused(0), {}, () => 0.5);
    await during(client.send(create("db")));
    expect(arrivals.map(({ at }) => at)).toEqual([0, 550]);
  });

  it("fails with AP3007 and without `mayBeDone` for a request that was never sent", async () => {
    const { arrivals, client, clock, during } = opened((_, at) => (at < 9_000 ? [429] : [201]));
    const delayed = async () => {
      await clock.sleep(100);
      return failureOf(client.send(create("db"), client.begin({ deadline: clock.elapsed() + 800 })));
    };
    const [, failure] = await during(Promise.all([client.send(list), delayed()]));
    expect(failure).toBeInstanceOf(AppPlatformError);
    expect(failure).toMatchObject({ code: "AP3007", mayBeDone: false });
    expect(failure.text).toMatchObject({ what: expect.stringContaining("Creating db failed: too many"), details: [] });
    expect(arrivals.filter(({ method }) => method === "POST")).toEqual([]);
  });

  it("ends the wait at an interruption (Ctrl+C)", async () => {
    const { client, clock, during, shutdown } = opened(() => [429, 600]);
    const interrupted = clock.sleep(1_000).then(() => shutdown.abort(new InterruptedError("enough")));
    const [failure] = await during(Promise.all([failureOf(client.send(create("db"))), interrupted]));
    expect(failure).toBeInstanceOf(InterruptedError);
    expect(clock.elapsed()).toBe(1_000);
  });

  it("sends few requests at first after the wait, and then increases their rate", async () => {
    const { arrivals, client, clock, during } = opened(onceRefused(2));
    await during(inParallel(8, creates(8, client)));
    expect(clock.elapsed()).toBeLessThan(4_000);
    expect(arrivals.length).toBe(9);
    const after = (from: number, to: number) => arrivals.filter(({ at }) => at >= from && at < to).length;
    expect(after(2_000, 2_100)).toBeLessThan(4);
  });
});

describe("503 Service Unavailable", () => {
  it("delays only its own request by Retry-After, which counts against operationTimeoutSeconds", async () => {
    const { arrivals, client, clock, during } = opened((_, at) => (at === 100 ? [200] : [503, 15]));
    const other = clock.sleep(100).then(() => client.send(list));
    const [failure] = await during(Promise.all([failureOf(client.send(list)), other]));
    expect(failure).toMatchObject({ code: "AP3008" });
    expect(clock.elapsed()).toBeLessThanOrEqual(40_000);
    expect(arrivals.map(({ at, status }) => [Math.round(at / 1_000), status])).toEqual([
      [0, 503],
      [0, 200],
      [15, 503],
      [30, 503],
    ]);
  });
});

/** A throttle in virtual time. Its requests end only where a test says so; those whose names begin with "read" are reads. */
function throttled() {
  const { clock, during } = newVirtualClock();
  const sleeps: number[] = [];
  const sleep: Clock["sleep"] = (milliseconds, signal) => {
    sleeps.push(milliseconds);
    return clock.sleep(milliseconds, signal);
  };
  const throttle = throttleOf({ ...clock, sleep, random: () => 0.5 });
  const requests = new Map<string, ReturnType<typeof throttle.newRequest>>();
  const ends = new Map<string, (error?: unknown) => void>();
  let sent: string[] = [];
  const request = (...names: string[]) => {
    for (const name of names) {
      const attempt = requests.get(name) ?? throttle.newRequest(name.startsWith("read"));
      requests.set(name, attempt);
      void attempt(() => new AbortController().signal).then((end) => {
        sent.push(name);
        ends.set(name, end);
      });
    }
  };
  /** Lets time pass, and returns what has been sent since the last call. */
  const sentUntil = async (moment: number) => {
    await during(clock.sleep(moment - clock.elapsed()));
    const names = sent;
    sent = [];
    return names;
  };
  const end = (name: string, error?: unknown) => ends.get(name)?.(error);
  const refuse = (name: string, retryAfterSeconds: number) =>
    end(name, new ThrottledError({ purpose: "", method: "", path: "", details: [], status: 429, retryAfterSeconds }));
  /** Sends these requests, and gets a 429 for the first one, which asks to wait a second. */
  const pause = async (...names: [string, ...string[]]) => {
    request(...names);
    await sentUntil(clock.elapsed());
    refuse(names[0], 1);
  };
  return { clock, end, pause, refuse, request, sentUntil, sleeps, throttle };
}

describe("throttle after a pause", () => {
  it("sends one request, and one more with each success, even within a second", async () => {
    const { end, pause, request, sentUntil } = throttled();
    await pause("a", "sent before the pause");
    request("b", "c", "d", "e", "f");
    end("sent before the pause");
    expect(await sentUntil(999)).toEqual([]);
    expect(await sentUntil(1_000)).toEqual(["b"]);
    expect(await sentUntil(1_100)).toEqual([]);
    end("b");
    expect(await sentUntil(1_100)).toEqual(["c", "d"]);
    end("c", new Error("not a success"));
    expect(await sentUntil(1_100)).toEqual(["e"]);
  });

  it.each([
    ["the next pause", 2_000],
    ["the first pause of a later time with too many requests", 7_000],
  ])("sends no additional request if one from before %s succeeds", async (_, next) => {
    const { end, pause, request, sentUntil } = throttled();
    await pause("a");
    request("sent before");
    expect(await sentUntil(1_000)).toEqual(["sent before"]);
    await sentUntil(next);
    await pause("b");
    request("c", "d");
    end("sent before");
    expect(await sentUntil(next + 1_000)).toEqual(["c"]);
  });

  it("sends another request as soon as a full second has passed", async () => {
    const { pause, request, sentUntil } = throttled();
    await pause("a");
    request("b");
    await sentUntil(1_300);
    request("c");
    expect(await sentUntil(1_999)).toEqual([]);
    expect(await sentUntil(2_000)).toEqual(["c"]);
  });

  it("sends up to 32 at once after 5 seconds, and any number after 6", async () => {
    const { pause, request, sentUntil } = throttled();
    await pause("a");
    const many = Array.from({ length: 100 }, (_, index) => `${index}`);
    await sentUntil(6_000);
    request(...many);
    expect(await sentUntil(6_000)).toEqual(many.slice(0, 32));
    expect(await sentUntil(7_000)).toEqual(many.slice(32));
    await pause("b");
    await sentUntil(14_000);
    request(...many);
    expect(await sentUntil(14_000)).toEqual(many);
  });

  it("sends requests in the order in which they were first made", async () => {
    const { clock, end, pause, request, sentUntil } = throttled();
    await pause("a");
    const atTheEnd = clock.sleep(1_000).then(() => request("late"));
    request("b", "a");
    expect(await sentUntil(1_000)).toEqual(["a"]);
    await atTheEnd;
    end("a");
    expect(await sentUntil(1_000)).toEqual(["b", "late"]);
  });

  it("sends all reads if none was refused, even if other requests wait", async () => {
    const { pause, request, sentUntil } = throttled();
    await pause("a");
    request("read b", "read c");
    expect(await sentUntil(1_000)).toEqual(["read b", "read c"]);
    request("d", "e", "read f");
    expect(await sentUntil(1_000)).toEqual(["d", "read f"]);
  });

  it("sends reads one by one if one was refused", async () => {
    const { pause, request, sentUntil } = throttled();
    await pause("read a");
    request("read b", "read c");
    expect(await sentUntil(1_000)).toEqual(["read b"]);
  });

  it("doubles the next pause without Retry-After, but not for each request that was sent together", async () => {
    const { refuse, request, sentUntil } = throttled();
    request("a", "b");
    await sentUntil(0);
    refuse("a", 0);
    await sentUntil(100);
    refuse("b", 0);
    request("c");
    expect(await sentUntil(499)).toEqual([]);
    expect(await sentUntil(500)).toEqual(["c"]);
    refuse("c", 0);
    request("d");
    expect(await sentUntil(1_499)).toEqual([]);
    expect(await sentUntil(1_500)).toEqual(["d"]);
  });

  it("has one timer for all requests that wait, and none when they are sent", async () => {
    const { end, pause, request, sentUntil, sleeps } = throttled();
    await pause("a");
    request("b", "c", "d");
    await sentUntil(1_000);
    end("b");
    await sentUntil(9_000);
    expect(sleeps).toEqual([1_000, 1_000]);
  });
});

describe("clock of a throttle", () => {
  it("stands still while the platform asks to wait, also for overlapping and later pauses", async () => {
    const { refuse, request, sentUntil, throttle } = throttled();
    const elapsedAt = async (moment: number) => {
      await sentUntil(moment);
      return throttle.clock.elapsed();
    };
    request("a", "b", "c");
    expect(await elapsedAt(1_000)).toBe(1_000);
    refuse("a", 5);
    expect(await elapsedAt(2_000)).toBe(1_000);
    refuse("b", 10);
    expect(await elapsedAt(12_000)).toBe(1_000);
    expect(await elapsedAt(13_000)).toBe(2_000);
    refuse("c", 1);
    expect(await elapsedAt(14_000)).toBe(2_000);
    expect(await elapsedAt(15_000)).toBe(3_000);
  });

  it("`after` calls back later by the length of a pause, unless it is canceled", async () => {
    const { clock, refuse, request, sentUntil, throttle } = throttled();
    const calls: number[] = [];
    const [, cancel] = [0, 1].map(() => throttle.clock.after(3_000, () => calls.push(clock.elapsed())));
    request("a");
    await sentUntil(1_000);
    refuse("a", 5);
    await sentUntil(4_000);
    cancel?.();
    await sentUntil(20_000);
    expect(calls).toEqual([8_000]);
  });
});
