import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clock, progressOn, quiet } from "../../tools/pulumi-cli/progress.js";

const screen = (tty: { isTTY?: boolean; columns?: number }) => {
  const written: string[] = [];
  return { ...tty, written, write: (text: string) => written.push(text) };
};

describe("progress", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("rewrites one line every second on a terminal, and clears it at the end", () => {
    const terminal = screen({ isTTY: true, columns: 40 });
    const done = progressOn(terminal).begin("building");
    vi.advanceTimersByTime(4_000);
    done();
    vi.advanceTimersByTime(2_000);
    const clear = "\r\u001b[2K";
    expect(terminal.written).toEqual([
      `${clear}building … 0:02`,
      `${clear}building … 0:03`,
      `${clear}building … 0:04`,
      clear,
    ]);
  });

  it("truncates a line that would wrap on a narrow terminal", () => {
    const terminal = screen({ isTTY: true, columns: 10 });
    const done = progressOn(terminal).begin("a long text");
    vi.advanceTimersByTime(2_000);
    done();
    expect(terminal.written[0]).toBe("\r\u001b[2Ka long te");
  });

  it("writes a whole line every 15 seconds elsewhere, without control characters", () => {
    const log = screen({});
    const done = progressOn(log).begin("building");
    vi.advanceTimersByTime(33_000);
    done();
    vi.advanceTimersByTime(31_000);
    expect(log.written).toEqual(["building … 0:02\n", "building … 0:17\n", "building … 0:32\n"]);
  });

  it("says nothing of what takes less than two seconds, and nothing at all when it is quiet", () => {
    const [terminal, log] = [screen({ isTTY: true }), screen({})];
    for (const each of [terminal, log]) {
      const done = progressOn(each).begin("building");
      vi.advanceTimersByTime(1_900);
      done();
    }
    expect([terminal.written, log.written]).toEqual([[], []]);
    const done = quiet.begin("building");
    vi.advanceTimersByTime(60_000);
    expect(done()).toBeUndefined();
  });

  it.each([
    [0, "0:00"],
    [59_999, "0:59"],
    [83_000, "1:23"],
    [3_723_000, "62:03"],
  ])("shows %d ms as %s", (milliseconds, text) => {
    expect(clock(milliseconds)).toBe(text);
  });
});
