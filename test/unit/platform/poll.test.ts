import { describe, expect, it } from "vitest";
import { RejectedError, ThrottledError } from "../../../provider/errors/request.js";
import { type Operation, operationsOf } from "../../../provider/platform/operation.js";
import { pollUntil, retryWhileMissing } from "../../../provider/platform/poll.js";
import { newStoppedClock } from "../../support/fake-clock.js";
import type { FailedRequest } from "../../support/provider.js";

const request: FailedRequest = { purpose: "Listing", method: "GET", path: "/", details: [], status: 429 };
const throttled = new ThrottledError(request);

/** Operations of at most 60 seconds, on a clock that only delays move. */
function operations() {
  const { clock } = newStoppedClock();
  const shutdown = new AbortController().signal;
  return { clock, shutdown, client: operationsOf(clock, shutdown, 60_000) };
}

describe("pollUntil", () => {
  const never = () => Promise.resolve(undefined);
  const intervals = { seconds: 5.5, first: 500, longest: 2_000 };

  /** The times of looks, and the result. */
  async function looks(poll: () => Promise<unknown>, { random = 0.5, ...others }: { random?: number; atOnce?: true }) {
    const { clock, ...platform } = operations();
    const times: number[] = [];
    const polled = await pollUntil(
      { ...platform, clock: { ...clock, random: () => random } },
      {
        ...{ ...intervals, ...others },
        poll() {
          times.push(clock.elapsed());
          return poll();
        },
      },
    );
    return { polled, times };
  }

  it.each<[what: string, options: { random?: number; atOnce?: true }, times: number[]]>([
    ["in growing intervals, up to the time limit", {}, [500, 1_500, 3_500, 5_500]],
    ["before the first interval with `atOnce`", { atOnce: true }, [0, 500, 1_500, 3_500, 5_500]],
    ["up to a quarter later", { random: 1 }, [625, 1_875, 4_375]],
    ["up to a quarter earlier", { random: 0 }, [375, 1_125, 2_625, 4_125]],
  ])("polls %s", async (_, options, times) => {
    expect(await looks(never, options)).toEqual({ polled: {}, times });
  });

  it("throws a failure that would repeat, and returns any other if the last poll fails", async () => {
    const rejected = new RejectedError({ ...request, status: 400 });
    await expect(looks(() => Promise.reject(rejected), {})).rejects.toBe(rejected);
    const { polled, times } = await looks(() => Promise.reject(throttled), {});
    expect([polled, times.length]).toEqual([{ failure: throttled }, 4]);
  });
});

describe("retryWhileMissing", () => {
  it.each<[what: string, looks: (() => Promise<string | undefined>)[], result: unknown]>([
    ["what the first successful poll finds", [async () => undefined, async () => "db", async () => "db2"], "db"],
    ["nothing if no poll finds it", [async () => undefined], undefined],
    ["the failure of the last poll", [async () => undefined, () => Promise.reject(throttled)], throttled],
  ])("returns or throws %s", async (_, looks, result) => {
    let count = 0;
    const poll = () => looks[Math.min(count++, looks.length - 1)]?.() ?? Promise.resolve(undefined);
    expect(await retryWhileMissing(operations(), 10, poll).catch((error) => error)).toBe(result);
  });

  it("ignores the failure of a poll that the time limit cuts off", async () => {
    const { clock, ...platform } = operations();
    const poll = async ({ deadline }: Operation) => {
      if (clock.elapsed() < 5_000) return undefined;
      await clock.sleep(deadline - clock.elapsed());
      throw throttled;
    };
    expect(await retryWhileMissing({ ...platform, clock }, 10, poll)).toBe(undefined);
  });
});
