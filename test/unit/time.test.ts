import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { systemClock, timeoutSignal } from "../../provider/platform/clock.js";
import { operationsOf } from "../../provider/platform/operation.js";

setFlagsFromString("--expose_gc");
const collectGarbage = runInNewContext("gc") as () => void;

it("the time limits of an operation and of an attempt survive a garbage collection", async () => {
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
