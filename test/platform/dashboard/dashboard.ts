/** The dashboard of a platform in Chromium, and what it may never do: fail, ask elsewhere, or receive a secret. */
import type { Locator, Page } from "playwright-core";
import { afterAll, expect } from "vitest";
import { openTab, problemsOf } from "../../package/site/browser.js";
import { opened } from "../support/opened.js";
import type { Platform } from "../support/platform.js";
import { secrets } from "./shop.js";

interface VisitOptions {
  /** Problems that the test provokes. */
  readonly provoked?: RegExp;
  /** The platform whose dashboard it is, if it is another one. */
  readonly of?: Platform;
}

/** Everything that the page receives until the result is called: responses, and the events of its stream. */
async function receivedBy(page: Page): Promise<() => Promise<string>> {
  const bodies: Promise<string>[] = [];
  const events: string[] = [];
  page.on("response", (response) => {
    const isStream = response.headers()["content-type"]?.startsWith("text/event-stream");
    if (!isStream) bodies.push(response.text().catch(() => ""));
  });
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  session.on("Network.eventSourceMessageReceived", ({ data }) => events.push(data));
  return async () => {
    await session.detach();
    return [...(await Promise.all(bodies)), ...events].join("\n");
  };
}

/** A platform for the tests of a file, whose clock a test advances, and its dashboard. */
export function openedDashboard(options: Parameters<typeof opened>[0] = {}) {
  const requested = opened(options);
  // The page would look for the platform again and again.
  afterAll(async () => {
    await openTab();
  });
  return {
    ...requested,
    organization: (path: string) => `/organization/${requested.platform.ids.organization}/${path}`,
    /** Opens a page of the dashboard, uses it, and expects that it behaved. */
    visit: (
      hash: string,
      use: (page: Page) => Promise<void>,
      { of = requested.platform, provoked }: VisitOptions = {},
    ) => visit(of, hash, use, provoked),
  };
}

async function visit(
  platform: Platform,
  hash: string,
  use: (page: Page) => Promise<void>,
  provoked: RegExp | undefined,
): Promise<void> {
  const page = await openTab();
  const problems = problemsOf(page, platform.url);
  const received = await receivedBy(page);
  await page.goto(`${platform.url}/_local/${hash}`);
  await page.getByText("Live", { exact: true }).waitFor();
  await use(page);
  const shown = await textOf(page.locator("body"));
  const all = `${shown}\n${await received()}`;
  expect(problems.filter((problem) => provoked?.test(problem) !== true)).toEqual([]);
  for (const secret of [...Object.values(secrets), ...Object.values(platform.tokens)]) {
    expect(all).not.toContain(secret);
  }
}

/** Waits until a page has this title. */
export const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor();

/** What the page has copied. */
export const copied = (page: Page) => page.evaluate<string>("navigator.clipboard.readText()");

/** The text that a person sees, and a screen reader reads. */
// biome-ignore lint/performance/useDomNodeTextContent: what is hidden is not part of it
export const textOf = (locator: Locator) => locator.innerText();

/** The texts of the cells of a table, row by row, without its head. */
export async function rowsOf(page: Page, caption: string): Promise<string[][]> {
  const rows = await page.getByRole("table", { name: caption }).locator("tbody tr:not(.gap)").all();
  return Promise.all(rows.map((row) => row.locator("th, td").allInnerTexts()));
}
