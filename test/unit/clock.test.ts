import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { systemClock } from "../provider.js";

describe("a wait", () => {
  it("ends with the reason of its signal, at once", async () => {
    const { signal } = { signal: AbortSignal.abort("the reason") };
    await expect(systemClock.sleep(600_000, signal)).rejects.toBe("the reason");
  });

  it.each([undefined, new AbortController().signal])("ends when its time is over", async (signal) => {
    const began = systemClock.elapsed();
    await systemClock.sleep(20, signal);
    expect(systemClock.elapsed() - began).toBeGreaterThan(15);
  });

  it("calls back, unless that is undone before", async () => {
    const calls: string[] = [];
    systemClock.after(5, () => calls.push("kept"));
    const undo = systemClock.after(5, () => calls.push("undone"));
    undo();
    await sleep(50);
    expect(calls).toEqual(["kept"]);
  });
});
