import { getEventListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { ThrottledError } from "../../../provider/errors/request.js";
import { operationsOf, within } from "../../../provider/platform/operation.js";
import { newStoppedClock } from "../../support/fake-clock.js";
import { type Origin, systemClock, timeoutSignal } from "../../support/provider.js";

setFlagsFromString("--expose_gc");
const collectGarbage = runInNewContext("gc") as () => void;

it("time limits of an operation and of an attempt survive a garbage collection", async () => {
  const operation = operationsOf(systemClock, new AbortController().signal, 300).begin();
  const signal = AbortSignal.any([operation.signal, timeoutSignal(systemClock, 200)]);
  const ends: string[] = [];
  signal.addEventListener("abort", () => ends.push(`${signal.reason.name} of the attempt`));
  await sleep(20);
  collectGarbage();
  await sleep(500);
  expect(ends).toEqual(["TimeoutError of the attempt"]);
  expect(operation.signal.aborted).toBe(true);
});

describe("systemClock", () => {
  it("`sleep` rejects at once if its signal is aborted", async () => {
    await expect(systemClock.sleep(600_000, AbortSignal.abort("the reason"))).rejects.toBe("the reason");
  });

  it("`after` calls back unless it is canceled", async () => {
    const calls: string[] = [];
    systemClock.after(5, () => calls.push("kept"));
    const undo = systemClock.after(5, () => calls.push("undone"));
    undo();
    await sleep(50);
    expect(calls).toEqual(["kept"]);
  });
});

it("an operation with a deadline lasts until the deadline, whatever the settings allow", () => {
  const { begin } = operationsOf(systemClock, new AbortController().signal, 60_000);
  for (const seconds of [10, 600])
    expect(begin({ deadline: systemClock.elapsed() + seconds * 1000 }).seconds).toBeCloseTo(seconds, 0);
});

it("a jump of the system's clock neither ends nor extends an operation", () => {
  let time = Date.now();
  const operations = operationsOf({ ...systemClock, now: () => time }, new AbortController().signal, 60_000);
  const operation = operations.begin();
  time += 3_600_000;
  expect(operations.isOver(operation)).toBe(false);
  expect(operations.part(operation, 1).seconds).toBeGreaterThan(50);
  time -= 7_200_000;
  expect(operations.part(operation, 1).seconds).toBeLessThanOrEqual(60);
});

it("attempts share one listener for the shutdown, and leave no timer when they have finished", () => {
  let pending = 0;
  const after = (milliseconds: number, call: () => void) => {
    pending += 1;
    const cancel = systemClock.after(milliseconds, call);
    return () => {
      pending -= 1;
      cancel();
    };
  };
  const shutdown = new AbortController().signal;
  const operations = operationsOf({ ...systemClock, after }, shutdown, 300);
  const attempts = Array.from({ length: 20 }, () => operations.attempt(operations.begin(), 200));
  expect([pending, getEventListeners(shutdown, "abort").length]).toEqual([20, 1]);
  for (const attempt of attempts) attempt.release();
  expect(pending).toBe(0);
});

it("an attempt reports whether its own time limit or its operation ended it", () => {
  const shutdown = new AbortController();
  const { clock, passLimit } = newStoppedClock();
  const operations = operationsOf(clock, shutdown.signal, 60);
  const endOf = (milliseconds: number) => {
    const attempt = operations.attempt(operations.begin(), milliseconds);
    if (!attempt.signal.aborted) passLimit();
    attempt.release();
    return [attempt.endedBy(), attempt.signal.reason.name];
  };
  expect(endOf(20)).toEqual(["attempt", "TimeoutError"]);
  for (const milliseconds of [60, 100]) expect(endOf(milliseconds)).toEqual(["operation", "TimeoutError"]);
  const running = operations.attempt(operations.begin(), 20);
  shutdown.abort(new TypeError("the end"));
  expect([running.endedBy(), running.signal.reason]).toEqual(["operation", shutdown.signal.reason]);
  expect(endOf(20)).toEqual(["operation", "TypeError"]);
});

it("isOver is true when the signal aborts, for any fraction of a millisecond in the deadline", async () => {
  const { begin, isOver } = operationsOf(systemClock, new AbortController().signal, 20_000);
  const ends = Array.from({ length: 40 }, (_, index) => {
    const operation = begin({ deadline: systemClock.elapsed() + 5 + index * 0.37 });
    return new Promise((resolve) => operation.signal.addEventListener("abort", () => resolve(isOver(operation))));
  });
  expect(await Promise.all(ends)).toEqual(ends.map(() => true));
});

/** Operations of at most 60 seconds, on a clock that only delays move. */
function operations() {
  const { clock } = newStoppedClock();
  const controller = new AbortController();
  return { clock, interrupt: () => controller.abort(), client: operationsOf(clock, controller.signal, 60_000) };
}

describe("operation", () => {
  it("is over from its deadline on", async () => {
    const { clock, client } = operations();
    const operation = client.begin();
    await clock.sleep(59_999);
    expect(client.isOver(operation)).toBe(false);
    await clock.sleep(1);
    expect(client.isOver(operation)).toBe(true);
  });

  it("passes a share of its remaining time, its caller's signal and its origin to a part of it", async () => {
    const { clock, client } = operations();
    const caller = new AbortController();
    const origin: Origin = { name: () => "db", connection: undefined, redact: (text) => text, warn: () => undefined };
    const whole = client.begin({ signal: caller.signal, origin });
    await clock.sleep(20_000);
    const part = client.part(whole, 0.25);
    expect([part.seconds, part.origin]).toEqual([10, origin]);
    caller.abort("enough");
    for (const { waiting, signal } of [whole, part]) {
      expect([waiting.aborted, waiting.reason]).toEqual([true, "enough"]);
      // The caller doesn't end requests.
      expect(signal.aborted).toBe(false);
    }
  });
});

const throttled = new ThrottledError({ purpose: "Listing", method: "GET", path: "/", details: [], status: 429 });

describe("within", () => {
  it("returns the result, and then no longer listens for the end", async () => {
    const operation = operations().client.begin();
    expect(await within(operation, sleep(1, "done"), () => throttled)).toBe("done");
    expect(getEventListeners(operation.signal, "abort")).toEqual([]);
  });

  it("throws as soon as the operation ends, or if it has ended before", async () => {
    const { client, interrupt } = operations();
    const operation = client.begin();
    const result = () => within(operation, sleep(20, "done"), () => throttled).catch((error) => error);
    const running = result();
    interrupt();
    expect([await running, await result()]).toEqual([throttled, throttled]);
  });
});
