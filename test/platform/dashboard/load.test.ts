import type { Page } from "playwright-core";
import { Pool } from "undici";
import { beforeAll, describe, expect, it } from "vitest";
import { isFull } from "../../support/full.js";
import { openedDashboard, rowsOf } from "./dashboard.js";

const services = 1000;
const requests = isFull ? 10_000 : 2_000;
/** How many requests are underway at a time. */
const clients = 32;
const longest = 200;

const { platform, read, create, deploy, inEnvironment, visit } = openedDashboard({ speed: "instant", isFresh: false });

async function inParallel(count: number, send: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const client = async () => {
    for (let index = next++; index < count; index = next++) await send(index);
  };
  await Promise.all(Array.from({ length: clients }, client));
}

/** Sends the requests over a few connections, without waiting for each response before the next request. */
async function arrive(): Promise<void> {
  const pool = new Pool(platform.url, { connections: 4, pipelining: 8 });
  await inParallel(requests, async () => {
    const { body } = await pool.request({ method: "GET", path: "/nowhere" });
    await body.dump();
  });
  await pool.close();
}

beforeAll(async () => {
  const types = ["POSTGRESQL", "MYSQL", "REDIS"];
  await inParallel(services, (index) =>
    create("database", { name: `service-${String(index).padStart(4, "0")}`, type: types[index % types.length] }),
  );
});

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds of the thread. */
  readonly tdur?: number;
  readonly args: { readonly name?: string };
}

const traceConfig = {
  includedCategories: ["disabled-by-default-devtools.timeline", "__metadata"],
  excludedCategories: ["*"],
};

/**
 * Measures the tasks of a page's main thread, by the time that the thread has run. `PerformanceObserver` counts the time that
 * has passed, which on a busy machine is mostly that of other processes. The result ends it, and has the milliseconds of each
 * task that was longer than a limit.
 */
async function measureTasks(page: Page): Promise<(limit: number) => Promise<number[]>> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on("Tracing.dataCollected", ({ value }) => {
    const all = value as unknown as TraceEvent[];
    events.push(...all.filter(({ name }) => name === "RunTask" || name === "thread_name"));
  });
  await session.send("Tracing.start", { transferMode: "ReportEvents", traceConfig });
  return async (limit) => {
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
  };
}

/** Scrolls through the whole page, and waits for each picture. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += 900) {
      scrollTo(0, top);
      await new Promise(requestAnimationFrame);
    }
  })()`);
}

describe("dashboard with 1,000 services", () => {
  it("scrolls, searches and sorts without blocking the page for more than 200 ms, with fewer than 100 rows in it", async () => {
    await visit(`#/environments/${platform.ids.environment}`, async (page) => {
      const longerThan = await measureTasks(page);
      const table = page.getByRole("table", { name: "Services" });
      await table.waitFor();
      expect(await table.getAttribute("aria-rowcount")).toBe(String(services + 1));
      await scrollThrough(page);
      await page.getByRole("link", { name: "service-0999" }).waitFor();
      expect(await table.locator("tbody tr").count()).toBeLessThan(100);
      await page.getByLabel("Search").pressSequentially("service-05");
      await page.getByText(`100 of 1,000 services`).waitFor();
      await page.getByLabel("Search").fill("");
      await page.getByRole("button", { name: "Name" }).dblclick();
      await expect.poll(async () => (await rowsOf(page, "Services"))[0]?.[0]).toBe("service-0999");
      expect(await longerThan(longest)).toEqual([]);
    });
  });

  it("shows a deployment of all services without blocking the page for more than 200 ms", async () => {
    const { results } = await read(inEnvironment("database"));
    const databases = results.map(({ id }: { id: string }) => id);
    expect((await deploy({ databases })).status).toBe(202);
    await visit(`#/environments/${platform.ids.environment}`, async (page) => {
      const longerThan = await measureTasks(page);
      await page.getByRole("link", { name: /and 997 more$/ }).click();
      const timeline = page.getByRole("table", { name: "Steps of each service" });
      await timeline.waitFor();
      await scrollThrough(page);
      expect(await timeline.getAttribute("aria-rowcount")).toBe(String(services + 1));
      expect(await timeline.locator("tbody tr").count()).toBeLessThan(100);
      expect(await longerThan(longest)).toEqual([]);
    });
  });
});

describe(`dashboard: ${requests.toLocaleString("en")} new requests`, () => {
  it("shows, filters and scrolls the last 1,000 without blocking the page for more than 200 ms", async () => {
    await visit("#/requests", async (page) => {
      const longerThan = await measureTasks(page);
      await page.getByText("1,000 requests").waitFor();
      const before = (await platform.request("GET", "/_local/requests/log")).body.total;
      const arriving = arrive();
      await page.getByRole("link", { name: "GET /nowhere" }).first().waitFor();
      await page.getByRole("combobox", { name: "Method" }).selectOption("GET");
      await scrollThrough(page);
      await page.getByLabel("Search").pressSequentially("where");
      await arriving;
      await page.getByText(`${(before + requests).toLocaleString("en")} in total`).waitFor();
      // The rows follow the number a moment later.
      await expect.poll(() => page.getByRole("table").getAttribute("aria-rowcount")).toBe("1001");
      expect(await page.getByRole("table").locator("tbody tr").count()).toBeLessThan(100);
      expect(await longerThan(longest)).toEqual([]);
    });
  });
});
