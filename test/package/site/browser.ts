/** Chromium, which the tests of a worker share, with a profile that is removed when the worker ends. */
import type { Page } from "playwright-core";
import { launchChromium } from "../../../tools/fetch/chromium.js";

const viewport = { width: 1440, height: 900 };

let opened: Promise<Page> | undefined;

async function launch(): Promise<Page> {
  const browser = await launchChromium({ handleSIGTERM: false });
  // Vitest ends a worker with this signal. Playwright ends Chromium when the process exits, and not when a signal ends it.
  process.once("SIGTERM", () => process.exit());
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  // On a machine that may be busy with other things.
  context.setDefaultTimeout(120_000);
  return context.newPage();
}

/** The tab of all tests of a worker: a new tab takes several times as long to show a page. */
export async function openTab(): Promise<Page> {
  opened ??= launch();
  const page = await opened;
  await page.goto("about:blank");
  for (const event of ["request", "response", "requestfailed", "console", "pageerror"]) page.removeAllListeners(event);
  await page.setViewportSize(viewport);
  // Colors change at once, and not while axe looks at them.
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  return page;
}

/** What a page did that a good page does not: requests to elsewhere, failed requests, errors in the console. */
export function problemsOf(page: Page, origin: string): string[] {
  const problems: string[] = [];
  page.on("request", (request) => {
    const { protocol, origin: target } = new URL(request.url());
    if (protocol !== "data:" && target !== origin) problems.push(`request to ${request.url()}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  page.on("requestfailed", (request) => {
    // A navigation aborts what the page before was still loading ahead.
    const reason = request.failure()?.errorText;
    if (reason !== "net::ERR_ABORTED") problems.push(`${reason} ${request.url()}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.message}`));
  return problems;
}
