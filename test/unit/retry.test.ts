import { describe, expect, it } from "vitest";
import type { AppPlatformError } from "../../provider/errors/appPlatformError.js";
import type { FailedRequest } from "../../provider/errors/failedRequest.js";
import { InterruptedError } from "../../provider/errors/interruptedError.js";
import { RejectedError } from "../../provider/errors/rejectedError.js";
import { ServerFaultError } from "../../provider/errors/serverFaultError.js";
import { type Clock, systemClock } from "../../provider/platform/clock.js";
import { reachOf } from "../../provider/platform/reach.js";
import { retrying } from "../../provider/platform/retry.js";

const failure: FailedRequest = {
  purpose: "Reading",
  method: "GET",
  path: "/",
  status: 503,
  details: [],
  retryAfterSeconds: 0,
};
const fault = new ServerFaultError(failure);
const rejection = new RejectedError(failure);
const interrupted = new InterruptedError("the provider got SIGINT");

const operation = () => ({
  deadline: systemClock.elapsed() + 10_000,
  seconds: 10,
  signal: new AbortController().signal,
});

const reach = (clock: Clock = systemClock) => reachOf("https://platform.example", clock, () => undefined);

it.each([
  ["the operation's time limit", new DOMException("The time limit has passed.", "TimeoutError"), fault],
  ["a shutdown", interrupted, interrupted],
])("a delay that is ended by %s fails with an error a user can act on", async (_, reason, expected) => {
  const clock = { ...systemClock, sleep: () => Promise.reject(reason) };
  const attempt = () => Promise.reject(fault);
  await expect(retrying({ clock, reach: reach(clock) }, operation(), () => true, attempt)).rejects.toBe(expected);
});

describe("the last error", () => {
  const lastOf = async (...errors: AppPlatformError[]): Promise<AppPlatformError> =>
    retrying(
      { clock: systemClock, reach: reach() },
      operation(),
      ({ repeat }) => repeat === "afterLooking",
      (count) => Promise.reject(errors[count - 1]),
    ).then(
      () => expect.unreachable(),
      (error) => error,
    );

  it("says that the request may have been carried out when an earlier attempt was uncertain", async () => {
    const last = await lastOf(fault, rejection);
    expect(last).toBeInstanceOf(RejectedError);
    expect({ mayBeDone: last.mayBeDone, message: last.message }).toEqual({
      mayBeDone: true,
      message: rejection.message,
    });
  });

  it("says that the request was not carried out when every attempt was rejected", async () => {
    expect((await lastOf(rejection)).mayBeDone).toBe(false);
  });

  it("is not changed: the attempt's own error says nothing about earlier attempts", async () => {
    await lastOf(fault, rejection);
    expect(rejection.mayBeDone).toBe(false);
  });
});
