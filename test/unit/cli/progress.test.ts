import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { progressOn } from "../../../cli/progress.js";
import { printable, type Screen } from "../../../cli/screen.js";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Longer than any task here. Other tests of the worker may have left timers that start again forever. */
const aMinute = () => vi.advanceTimersByTimeAsync(60_000);
const lasting = (milliseconds: number) => () => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

function screenOf(options: Omit<Screen, "write">): { screen: Screen; written: () => string } {
  let text = "";
  const write = (part: string) => {
    text += printable(part).replaceAll("\r\u001b[2K", "<clear>");
  };
  return { screen: { ...options, write }, written: () => text };
}

describe("progress", () => {
  test("prints nothing for a task that ends or fails within two seconds", async () => {
    const { screen, written } = screenOf({ isTTY: true });
    const done = progressOn(screen).during("Reading", lasting(1_900));
    const failed = progressOn(screen).during("Writing", () => Promise.reject(new Error("no")));
    await expect(failed).rejects.toThrow("no");
    await aMinute();
    await done;
    expect(written()).toBe("");
  });

  test("rewrites one line of a terminal each second, and removes it at the end", async () => {
    const { screen, written } = screenOf({ isTTY: true, columns: 12 });
    const done = progressOn(screen).during("Reading the list", lasting(3_500));
    await aMinute();
    await done;
    expect(written()).toBe("<clear>Reading the<clear>Reading the<clear>");
  });

  test("shows the latest of several tasks, and then the earlier one again", async () => {
    const { screen, written } = screenOf({ isTTY: true });
    const progress = progressOn(screen);
    const outer = progress.during("outer", async () => {
      await progress.during("inner", lasting(3_000));
      await lasting(1_500)();
    });
    await aMinute();
    await outer;
    expect(written()).toBe("<clear>inner (2 s)<clear><clear>outer (3 s)<clear>outer (4 s)<clear>");
  });

  test("prints a line each 15 seconds without a terminal, except after a line of the command", async () => {
    const { screen, written } = screenOf({});
    const progress = progressOn(screen);
    const done = progress.during("Deploying", lasting(50_000));
    await vi.advanceTimersByTimeAsync(16_000);
    progress.clear();
    await aMinute();
    await done;
    expect(written()).toBe("Deploying (2 s)\nDeploying (32 s)\nDeploying (47 s)\n");
  });

  test("clears its line for other output, and prints it again", async () => {
    const { screen, written } = screenOf({ isTTY: true });
    const progress = progressOn(screen);
    const done = progress.during("Deploying", lasting(3_500));
    await vi.advanceTimersByTimeAsync(2_100);
    progress.clear();
    progress.clear();
    await aMinute();
    await done;
    expect(written()).toBe("<clear>Deploying (2 s)<clear><clear>Deploying (3 s)<clear>");
  });
});
