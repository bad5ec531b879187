import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { beginStep, openStep } from "../../tools/quickstart/steps.cjs";

const screen = (tty: { isTTY?: boolean; columns?: number } = {}) => {
  const written: string[] = [];
  return { ...tty, written, write: (text: string) => written.push(text) };
};
const clear = "\r\u001b[2K";

describe("a step of the quickstart", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("is one line on a terminal, rewritten with the elapsed time until the step is done", () => {
    const terminal = screen({ isTTY: true, columns: 80 });
    const step = beginStep("build", terminal, false);
    vi.advanceTimersByTime(1_000);
    step.done("two programs");
    expect(terminal.written).toEqual([
      `${clear}  … build (0 s)`,
      `${clear}  … build (1 s)`,
      `${clear}  ✓ build: two programs (1.0 s)\n`,
    ]);
  });

  it("is only its last line in a log when it is quick", () => {
    const log = screen();
    beginStep("build", log, false).done();
    expect(log.written).toEqual(["  ✓ build (0.0 s)\n"]);
  });

  it("shows in a log what it does after two seconds, and again every 15 seconds", () => {
    const log = screen();
    const step = beginStep("CLI", log, false);
    step.say("building");
    vi.advanceTimersByTime(75_000);
    step.say();
    step.fail();
    expect(log.written).toEqual([
      ...["2 s", "17 s", "32 s", "47 s", "1:02 min"].map((time) => `  … CLI: building (${time})\n`),
      "  ✗ CLI (1:15 min)\n",
    ]);
  });

  it("is only its last line when it is quiet, on a terminal too", () => {
    const terminal = screen({ isTTY: true, columns: 80 });
    const step = beginStep("build", terminal, true);
    step.say("compiling");
    vi.advanceTimersByTime(75_000);
    step.done();
    expect(terminal.written).toEqual(["  ✓ build (1:15 min)\n"]);
  });

  it("writes only its first and last line when it is open", () => {
    const log = screen();
    const step = openStep("pulumi up", log);
    vi.advanceTimersByTime(75_000);
    step.done();
    expect(log.written).toEqual(["  … pulumi up\n\n", "  ✓ pulumi up (1:15 min)\n"]);
  });
});
