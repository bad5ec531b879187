import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import * as errors from "../../../provider/errors/index.js";
import { reachOf, retrying } from "../../../provider/platform/retry.js";
import { type AppPlatformError, type Clock, type FailedRequest, systemClock } from "../../support/provider.js";

const failed = { purpose: "Reading", method: "GET", path: "/", details: [] };
const failure: FailedRequest = { ...failed, status: 503, retryAfterSeconds: 0 };
const fault = new errors.ServerFaultError(failure);
const rejection = new errors.RejectedError(failure);
const interrupted = new errors.InterruptedError("the provider got SIGINT");

const waiting = new AbortController().signal;
const operation = () => ({ deadline: systemClock.elapsed() + 10_000, seconds: 10, waiting });

const reach = (clock: Clock = systemClock) => reachOf("https://platform.example", clock, () => undefined);

it.each([
  ["the operation's time limit", new DOMException("The time limit has passed.", "TimeoutError"), fault],
  ["a shutdown", interrupted, interrupted],
])("retrying fails with an actionable error after %s", async (_, reason, expected) => {
  const clock = { ...systemClock, sleep: () => Promise.reject(reason) };
  const attempt = () => Promise.reject(fault);
  await expect(retrying({ clock, reach: reach(clock) }, operation(), () => true, attempt)).rejects.toBe(expected);
});

describe("last error of a retried request", () => {
  const lastOf = async (...failures: AppPlatformError[]): Promise<AppPlatformError> => {
    const attempt = (count: number) => Promise.reject(failures[count - 1]);
    const isRepeated = ({ repeat }: AppPlatformError) => repeat === "afterLooking";
    const ended = retrying({ clock: systemClock, reach: reach() }, operation(), isRepeated, attempt);
    return ended.catch((error) => error);
  };

  it("says that the request may have been carried out after an uncertain attempt", async () => {
    const last = await lastOf(fault, rejection);
    expect(last).toBeInstanceOf(errors.RejectedError);
    expect([last.mayBeDone, last.message]).toEqual([true, rejection.message]);
    // The attempt's own error says nothing about earlier attempts.
    expect(rejection.mayBeDone).toBe(false);
  });

  it("says that the request was not carried out if every attempt was rejected", async () => {
    expect((await lastOf(rejection)).mayBeDone).toBe(false);
  });
});

/** A clock of its own, whose time passes in sleeps only, and with the longest delays that jitter allows. */
function virtualClock() {
  let time = 0;
  const pauses: number[] = [];
  const sleep = async (milliseconds: number) => {
    pauses.push(milliseconds);
    time += milliseconds;
    await setImmediate();
  };
  const clock: Clock = { ...systemClock, elapsed: () => time, random: () => 0.999, sleep };
  return { clock, pauses };
}

const origin = "https://platform.example";
const unreachable = (reason: string, isSent: boolean, isPermanent = false) =>
  new errors.UnreachableError("Reading", origin, { reason, isSent, isPermanent });
const away = (isSent: boolean) => unreachable("nothing is listening there", isSent);
const responded = (status: number, retryAfterSeconds?: number) => ({ ...failure, status, retryAfterSeconds });

/** Fails with the errors one by one, the last one from then on, in an operation of 120 seconds. */
async function failing(failures: readonly AppPlatformError[], { isKnown = true } = {}) {
  const { clock, pauses } = virtualClock();
  const reported: string[] = [];
  const reach = reachOf(origin, clock, (text) => reported.push(text));
  if (isKnown) reach.responded();
  const limits = { deadline: 120_000, waiting: new AbortController().signal };
  const attempt = (count: number) => Promise.reject(failures[Math.min(count, failures.length) - 1]);
  const last = await retrying({ clock, reach }, limits, ({ repeat }) => repeat !== "never", attempt).catch(
    (error) => error,
  );
  return { last, pauses, reported, took: clock.elapsed() };
}

describe("time limit of retries", () => {
  it.each<[what: string, error: AppPlatformError, isKnown: boolean, seconds: number]>([
    ["a refused connection", away(false), true, 119],
    ["a broken connection", away(true), true, 119],
    ["a refused connection at an address that never responded", away(false), false, 30],
    ["a platform that restarts behind a proxy", new errors.ServerFaultError(responded(503)), false, 119],
    ["no response in time", new errors.TimedOutError("Reading", origin, 30), false, 119],
    ["a fault of the platform", new errors.ServerFaultError(responded(500)), true, 15],
    ["a web page", new errors.NotTheApiError(responded(200), { type: "text/html" }), true, 15],
    ["an untrusted certificate", unreachable("expired", false, true), true, 0],
    ["a rejection", rejection, true, 0],
  ])("ends after the documented seconds for %s", async (_, error, isKnown, seconds) => {
    const { last, took } = await failing([error], { isKnown });
    expect(last).toBe(error);
    expect(Math.round(took / 1000)).toBe(seconds);
  });

  it("restarts after an outage that ends with a fault", async () => {
    const outage = Array.from({ length: 9 }, () => away(false));
    const { took } = await failing([...outage, new errors.ServerFaultError(responded(500))]);
    expect(took).toBeGreaterThan(35_000);
  });
});

it("reach limits an address that never responded to 30 s from the first failure of any request", () => {
  const reach = reachOf(origin, { ...systemClock, elapsed: () => 5_000 }, () => undefined);
  expect(reach.limit(away(false))).toBe(35_000);
  reach.failed(1_000);
  reach.failed(2_000);
  expect(reach.limit(away(false))).toBe(31_000);
});

describe("delays between attempts", () => {
  it("double up to 10 seconds", async () => {
    const { pauses } = await failing([away(false)]);
    expect(pauses.slice(0, 9).map((pause) => Math.round(pause / 100) / 10)).toEqual([
      0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10, 10,
    ]);
  });
});

describe("messages about an outage", () => {
  it.each<[what: string, error: AppPlatformError, texts: RegExp[]]>([
    ["one line for an unreachable platform", away(false), [/: nothing is listening there\. .* up to 11\d s\.$/]],
    ["one line for a platform that restarts behind a proxy", new errors.ServerFaultError(responded(503)), [/ up to /]],
    ["none for a platform that responds with errors", new errors.ServerFaultError(responded(500)), []],
  ])("are %s", async (_, error, texts) => {
    const { reported } = await failing([error]);
    expect(reported).toEqual(texts.map((text) => expect.stringMatching(text)));
    for (const text of reported) expect(text).toMatch(/^Waiting for https:\/\/platform\.example: /);
  });
});

describe("retrying", () => {
  const limits = (deadline: number, waiting = new AbortController().signal) => ({ deadline, waiting });

  it("returns the first response, and counts attempts", async () => {
    const { clock, pauses } = virtualClock();
    const attempt = async (count: number) => {
      if (count < 3) throw fault;
      return `attempt ${count}`;
    };
    expect(await retrying({ clock, reach: reach(clock) }, limits(120_000), () => true, attempt)).toBe("attempt 3");
    expect(pauses).toHaveLength(2);
  });

  it.each<[what: string, error: Error, aborted: boolean]>([
    ["an error that isn't the platform's", new TypeError("a bug"), false],
    ["any error after an abort", fault, true],
  ])("rejects at once with %s", async (_, error, aborted) => {
    const { clock, pauses } = virtualClock();
    const waiting = aborted ? AbortSignal.abort() : new AbortController().signal;
    const attempt = () => Promise.reject(error);
    const trying = retrying({ clock, reach: reach(clock) }, limits(120_000, waiting), () => true, attempt);
    await expect(trying).rejects.toBe(error);
    expect(pauses).toEqual([]);
  });

  const asking = (seconds: number) => new errors.ServerFaultError(responded(503, seconds));
  it.each<[what: string, deadline: number, error: AppPlatformError, lasts: number, took: number]>([
    ["a fifth of the time of a short operation free", 2_000, fault, 0, 1_600],
    ["a second of the time of a long operation free", 20_000, fault, 0, 19_000],
    ["all of its time free if the platform asks to wait longer", 20_000, asking(19.001), 0, 0],
    ["nothing free if the attempt took all time", 20_000, fault, 19_000, 19_000],
    ["time for another attempt if there is some left", 20_000, fault, 18_999, 37_999],
  ])("leaves %s", async (_, deadline, error, lasts, took) => {
    const { clock } = virtualClock();
    const attempt = async () => {
      if (lasts > 0) await clock.sleep(lasts);
      throw error;
    };
    const trying = retrying({ clock, reach: reach(clock) }, limits(deadline), () => true, attempt);
    await expect(trying).rejects.toBe(error);
    expect(Math.round(clock.elapsed())).toBe(took);
  });

  it("reports each outage once", async () => {
    const { clock } = virtualClock();
    const reported: string[] = [];
    const reach = reachOf(origin, clock, (text) => reported.push(text));
    const attempt = () => Promise.reject(away(false));
    const ended = () =>
      retrying({ clock, reach }, limits(clock.elapsed() + 60_000), () => true, attempt).catch(() => {});
    await ended();
    await ended();
    expect(reported).toHaveLength(1);
    reach.responded();
    await clock.sleep(60_001);
    await ended();
    expect(reported).toHaveLength(2);
  });

  it("reports an outage once for all requests", async () => {
    const { clock } = virtualClock();
    const reported: string[] = [];
    const reach = reachOf(origin, clock, (text) => reported.push(text));
    const attempt = () => {
      reach.responded();
      return Promise.reject(away(false));
    };
    const ended = () =>
      retrying({ clock, reach }, limits(clock.elapsed() + 60_000), () => true, attempt).catch(() => {});
    await Promise.all([ended(), ended()]);
    await ended();
    expect(reported).toHaveLength(1);
  });

  it("doesn't report several short outages", async () => {
    const outage = Array.from({ length: 4 }, () => away(false));
    const { reported } = await failing([
      ...outage,
      new errors.ServerFaultError(responded(500)),
      away(false),
      rejection,
    ]);
    expect(reported).toEqual([]);
  });

  it("gives up 15 seconds after the first fault", async () => {
    const page = new errors.NotTheApiError(responded(200), { type: "" });
    const { took } = await failing([new errors.ServerFaultError(responded(500)), page]);
    expect(Math.round(took / 1000)).toBe(15);
  });
});
