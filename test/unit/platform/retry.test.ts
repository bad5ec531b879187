import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import * as errors from "../../../provider/errors/index.js";
import { reachOf, retrying } from "../../../provider/platform/retry.js";
import { type AppPlatformError, type Clock, type FailedRequest, systemClock } from "../../support/provider.js";

const failure: FailedRequest = { purpose: "Reading", method: "GET", path: "/", details: [], status: 503 };
const responded = (status: number, retryAfterSeconds = 0) =>
  new errors.ServerFaultError({ ...failure, status, retryAfterSeconds });
const [fault, broken] = [responded(503), responded(500)];
const page = new errors.NotTheApiError({ ...failure, status: 200 }, { type: "text/html" });
const rejection = new errors.RejectedError({ ...failure, status: 400 });
const interrupted = new errors.InterruptedError("the provider got SIGINT");

const origin = "https://platform.example";
const unreachable = (reason: string, isSent: boolean, isPermanent = false) =>
  new errors.UnreachableError("Reading", origin, { reason, isSent, isPermanent });
const away = unreachable("nothing is listening there", false);
const outage = (attempts: number) => Array<AppPlatformError>(attempts).fill(away);

/** Requests on a clock of their own, whose time passes in sleeps only, and by default with the longest delays that jitter allows. */
function requests(isKnown = true, random = () => 0.999) {
  let time = 0;
  const pauses: number[] = [];
  const sleep = async (milliseconds: number) => {
    pauses.push(milliseconds);
    time += milliseconds;
    await setImmediate();
  };
  const clock: Clock = { ...systemClock, elapsed: () => time, random, sleep };
  const reported: string[] = [];
  const reach = reachOf(origin, clock, (text) => reported.push(text));
  if (isKnown) reach.responded();
  /** Retries for so many milliseconds, and returns the result or the last error. */
  const tried = <T>(
    attempt: (count: number) => Promise<T>,
    { lasting = 120_000, waiting = new AbortController().signal, own = clock } = {},
  ) => {
    const limits = { deadline: time + lasting, waiting };
    return retrying({ clock: own, reach }, limits, ({ repeat }) => repeat !== "never", attempt).catch((error) => error);
  };
  return { clock, pauses, reported, reach, tried };
}

/** Fails with the errors one by one, the last one from then on, in an operation of 120 seconds. */
async function failing(failures: readonly AppPlatformError[], isKnown = true, random?: () => number) {
  const { clock, tried, ...others } = requests(isKnown, random);
  const last = await tried((count) => Promise.reject(failures[Math.min(count, failures.length) - 1]));
  return { ...others, last, seconds: Math.round(clock.elapsed() / 1000) };
}

describe("last error of a retried request", () => {
  it("has `mayBeDone` true (may have been carried out) after an uncertain attempt", async () => {
    const { last } = await failing([fault, rejection]);
    expect(last).toBeInstanceOf(errors.RejectedError);
    expect([last.mayBeDone, last.message]).toEqual([true, rejection.message]);
    // The attempt's own error says nothing about earlier attempts.
    expect(rejection.mayBeDone).toBe(false);
  });

  it("has `mayBeDone` false if every attempt was rejected", async () => {
    expect((await failing([rejection])).last.mayBeDone).toBe(false);
  });

  it.each([
    ["the last failure if the time limit ends the wait", new DOMException("It has passed.", "TimeoutError"), fault],
    ["the interruption if Ctrl+C (SIGINT) ends the wait", interrupted, interrupted],
  ])("is %s", async (_, reason, expected) => {
    const { clock, tried } = requests();
    const own = { ...clock, sleep: () => Promise.reject(reason) };
    expect(await tried(() => Promise.reject(fault), { own })).toBe(expected);
  });
});

describe("time limit of retries", () => {
  it.each<readonly [what: string, error: AppPlatformError, isKnown: boolean]>([
    ["no connection (refused, AP3101)", away, true],
    ["a connection that broke", unreachable("the connection broke", true), true],
    ...[408, 502, 503, 504].map((status) => [`status ${status} (AP3008)`, responded(status), false] as const),
    ["no response in time (AP3102)", new errors.TimedOutError("Reading", origin, 30), false],
  ])("is that of the operation (operationTimeoutSeconds, 120) for %s", async (_, error, isKnown) => {
    const { last, seconds } = await failing([error], isKnown);
    // The last second is left for the caller.
    expect([last, seconds]).toEqual([error, 119]);
  });

  it("is 30 seconds for no connection (AP3101) to an address that hasn't responded to this process yet", async () => {
    const { last, seconds } = await failing([away], false);
    expect([last, seconds]).toEqual([away, 30]);
  });

  it.each([
    ["another 5xx status (500, AP3008)", broken],
    ["a response that isn't the API's, such as a web page (AP3103)", page],
  ])("is 15 seconds for %s", async (_, error) => {
    const { last, seconds } = await failing([error]);
    expect([last, seconds]).toEqual([error, 15]);
  });

  it("restarts if the platform responds after an outage with a fault (500)", async () => {
    expect((await failing([...outage(9), broken])).seconds).toBeGreaterThan(35);
  });

  it("ends 15 seconds after the first of several faults (500, then a web page)", async () => {
    expect((await failing([broken, page])).seconds).toBe(15);
  });
});

it("reach limits retries at an address that never responded to 30 s from the first failure of any request", () => {
  const reach = reachOf(origin, { ...systemClock, elapsed: () => 5_000 }, () => undefined);
  expect(reach.limit(away)).toBe(35_000);
  reach.failed(1_000);
  reach.failed(2_000);
  expect(reach.limit(away)).toBe(31_000);
});

describe("delays between attempts", () => {
  const delays = async (random?: () => number) => {
    const { pauses } = await failing([away], true, random);
    return pauses.slice(0, 9).map((pause) => Math.round(pause / 50) / 20);
  };

  it("increase up to 10 seconds, doubling each time", async () => {
    expect(await delays()).toEqual([0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10, 10]);
  });

  it("are at least the Retry-After of a 503, up to 60 seconds", async () => {
    expect((await failing([responded(503, 5), responded(503, 90), rejection])).pauses).toEqual([5_000, 60_000]);
  });

  it("are a random part of their maximum (jitter)", async () => {
    expect(await delays(() => 0.5)).toEqual([0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5, 5]);
  });
});

describe("messages about an outage", () => {
  it.each<[what: string, failures: AppPlatformError[], texts: RegExp[]]>([
    ["one line for an unreachable platform", [away], [/: nothing is listening there\. .* up to 11\d s\.$/]],
    ["one line for status 503", [fault], [/ up to /]],
    ["none for a platform that responds with errors", [broken], []],
    ["none for several outages of less than two seconds", [...outage(4), broken, away, rejection], []],
  ])("that takes longer than two seconds are %s", async (_, failures, texts) => {
    const { reported } = await failing(failures);
    expect(reported).toEqual(texts.map((text) => expect.stringMatching(text)));
    for (const text of reported) expect(text).toMatch(/^Waiting for https:\/\/platform\.example: /);
  });

  it("are one line for each outage", async () => {
    const { clock, reach, reported, tried } = requests();
    const ended = () => tried(() => Promise.reject(away), { lasting: 60_000 });
    await ended();
    await ended();
    expect(reported).toHaveLength(1);
    reach.responded();
    await clock.sleep(60_001);
    await ended();
    expect(reported).toHaveLength(2);
  });

  it("are one line for failures up to a minute apart", async () => {
    const { clock, reach, reported } = requests();
    const failAfter = async (milliseconds: number) => {
      await clock.sleep(milliseconds);
      reach.notify("status 503", { limit: 5_000 });
      reach.failed(0);
    };
    for (const milliseconds of [0, 60_000, 60_000]) await failAfter(milliseconds);
    expect(reported).toEqual([`Waiting for ${origin}: status 503. Requests are retried for up to 5 s.`]);
    await failAfter(60_001);
    expect(reported).toHaveLength(2);
  });

  it.each([
    [
      "one line for a 429 with a Retry-After of 2 seconds",
      2,
      [`Waiting for ${origin}: too many requests (429). It asks to wait 2 s, and all requests do.`],
    ],
    ["none for a 429 with a Retry-After of less than 2 seconds", 1.999, []],
  ])("are %s", async (_, retryAfterSeconds, texts) => {
    const throttled = new errors.ThrottledError({ ...failure, status: 429, retryAfterSeconds });
    const { pauses, reported } = await failing([throttled, rejection]);
    expect(reported).toEqual(texts);
    // The throttle waits, for all requests.
    expect(pauses).toEqual([]);
  });

  it("are one line for all requests", async () => {
    const { reach, reported, tried } = requests();
    const attempt = () => {
      reach.responded();
      return Promise.reject(away);
    };
    const ended = () => tried(attempt, { lasting: 60_000 });
    await Promise.all([ended(), ended()]);
    await ended();
    expect(reported).toHaveLength(1);
  });
});

describe("retrying", () => {
  it("returns the first response, and counts attempts", async () => {
    const { pauses, tried } = requests();
    const attempt = async (count: number) => {
      if (count < 3) throw fault;
      return `attempt ${count}`;
    };
    expect(await tried(attempt)).toBe("attempt 3");
    expect(pauses).toHaveLength(2);
  });

  it.each([
    ["an untrusted certificate", unreachable("expired", false, true)],
    ["a rejection (400)", rejection],
  ])("repeats nothing after %s", async (_, error) => {
    const { last, pauses } = await failing([error]);
    expect([last, pauses]).toEqual([error, []]);
  });

  it.each<[what: string, error: Error, waiting?: AbortSignal]>([
    ["an error that isn't the platform's", new TypeError("a bug")],
    ["any error after an abort", fault, AbortSignal.abort()],
  ])("rejects at once with %s", async (_, error, waiting) => {
    const { pauses, tried } = requests();
    expect(await tried(() => Promise.reject(error), { ...(waiting && { waiting }) })).toBe(error);
    expect(pauses).toEqual([]);
  });

  it.each<[what: string, deadline: number, error: AppPlatformError, lasts: number, took: number]>([
    ["a fifth of the time of a short operation free", 2_000, fault, 0, 1_600],
    ["a second of the time of a long operation free", 20_000, fault, 0, 19_000],
    [
      "all of its time free if Retry-After ends later than its last second begins",
      20_000,
      responded(503, 19.001),
      0,
      0,
    ],
    ["a second free if Retry-After ends when its last second begins", 20_000, responded(503, 19), 0, 19_000],
    ["nothing free if the attempt took all time", 20_000, fault, 19_000, 19_000],
    ["time for another attempt if there is some left", 20_000, fault, 18_999, 37_999],
  ])("leaves %s", async (_, lasting, error, lasts, took) => {
    const { clock, tried } = requests();
    await clock.sleep(5_000);
    const attempt = async () => {
      if (lasts > 0) await clock.sleep(lasts);
      throw error;
    };
    expect(await tried(attempt, { lasting })).toBe(error);
    expect(Math.round(clock.elapsed()) - 5_000).toBe(took);
  });
});
