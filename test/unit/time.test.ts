import { setTimeout as pause } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { realTime } from "../../provider/platform/clock.js";
import { operationsOf } from "../../provider/platform/operation.js";

setFlagsFromString("--expose_gc");
const collectGarbage = runInNewContext("gc") as () => void;

it("the end of an operation's time and of a try come also when garbage was collected before", async () => {
  const operation = operationsOf(realTime, new AbortController().signal, 300).begin();
  const signal = AbortSignal.any([operation.signal, realTime.timeout(200)]);
  const ends: string[] = [];
  signal.addEventListener("abort", () => ends.push(`${signal.reason.name} of the try`));
  await pause(20);
  collectGarbage();
  await pause(500);
  expect(ends).toEqual(["TimeoutError of the try"]);
  expect(operation.signal.aborted).toBe(true);
});
