/**
 * Measures the tasks of a page's main thread, by the time that the thread has run. `PerformanceObserver` counts the time that
 * has passed, which on a busy machine is mostly that of other processes.
 */
import type { Page } from "playwright-core";

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the thread. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

export interface Measurement {
  /** Ends it, and returns the milliseconds of each task that was longer than `limit`. */
  longerThan(limit: number): Promise<number[]>;
}

const traceConfig = {
  includedCategories: ["disabled-by-default-devtools.timeline", "__metadata"],
  excludedCategories: ["*"],
};

export async function measureTasks(page: Page): Promise<Measurement> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => {
    const all = value as unknown as TraceEvent[];
    events.push(...all.filter(({ name }) => name === "RunTask" || name === "thread_name"));
  });
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig });
  return {
    async longerThan(limit) {
      // A task is recorded when it ends, which the last one may not have done when its result arrives here.
      await page.evaluate("new Promise((resolve) => setTimeout(resolve))");
      const complete = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
      await session.send("Tracing.end");
      await complete;
      await session.detach();
      const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
      const main = new Set(events.filter(({ args }) => args.name === "CrRendererMain").map(thread));
      const tasks = events.filter((event) => event.name === "RunTask" && main.has(thread(event)));
      return tasks.map(({ tdur = 0 }) => Math.round(tdur / 1000)).filter((milliseconds) => milliseconds > limit);
    },
  };
}
