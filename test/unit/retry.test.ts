import { expect, it } from "vitest";
import { InterruptedError } from "../../provider/errors/interruptedError.js";
import { ServerFaultError } from "../../provider/errors/serverFaultError.js";
import { realTime } from "../../provider/platform/clock.js";
import { retrying } from "../../provider/platform/retry.js";

const fault = new ServerFaultError({ purpose: "Reading", method: "GET", path: "/", status: 503, details: [] }, 0);
const interrupted = new InterruptedError("the provider got SIGINT");

it.each([
  ["the time of the operation", new DOMException("The time is over.", "TimeoutError"), fault],
  ["an interruption", interrupted, interrupted],
])("a pause that %s ends is told as what the user can act on", async (_, reason, told) => {
  const time = { ...realTime, pause: () => Promise.reject(reason) };
  const operation = { deadline: Date.now() + 10_000, seconds: 10, signal: new AbortController().signal };
  const attempt = () => Promise.reject(fault);
  await expect(retrying(time, operation, () => true, attempt)).rejects.toBe(told);
});
