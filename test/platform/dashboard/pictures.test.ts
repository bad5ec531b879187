/**
 * The pictures of the dashboard in README and docs. `RECORD=1` takes them. Without it, the pages must still show the same
 * text as when they were taken, so that no picture is older than what it shows.
 */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { openedDashboard, textOf } from "./dashboard.js";
import { createShop, deployShop, type Shop } from "./shop.js";

const isRecording = process.env.RECORD === "1";
const pictures = join(__dirname, "../../../docs/public");
const texts = join(__dirname, "pictured");
const largest = 150 * 1024;

const { platform, send, inEnvironment, fail, advance, visit } = openedDashboard();
let shop: Shop;
let deployment: string;

beforeAll(async () => {
  shop = await createShop(platform);
  await fail({ service: "shop-cleanup", state: "DEPLOYMENT_ERROR", during: "EXECUTING", times: 1 });
  deployment = await deployShop(platform, shop);
  await advance(20);
  await platform.request("GET", `/container/${shop["shop-invoices"]}`, { token: "viewer" });
  await platform.request("POST", inEnvironment("database"), { body: { name: "" }, token: "editor" });
  const fault = { fault: "503-retry-after", match: { route: "listJobs" }, times: 1 };
  await send("PUT", "/_local/faults", { rules: [fault] });
  await send("GET", inEnvironment("job"));
  await send("GET", inEnvironment("job"));
  await send("POST", "/_local/snapshots", { name: "After the first deployment" });
});

/** The text without what is different each time. */
function steady(text: string): string {
  return text
    .replaceAll(platform.url, "<address>")
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<id>")
    .replace(/[0-9a-f]{8}…/g, "<id>…")
    .replaceAll(deployment.slice(0, 8), "<id>")
    .replace(/(?<=_Z)[0-9A-F]{8}(?=_)|(?<=\b(?:db-|app-z))[0-9a-f]{8}\b|(?<=\bp\d+-)[0-9a-f]{8}(?=\.)/g, "<id>")
    .replace(/just now|\d+ (second|minute|day|month|year)s? ago/g, "<time>")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replace(/(?:\w{3} \d+, )?(?:\d{4}, )?\b\d\d:\d\d(?::\d\d)?\b|\w{3} \d+, \d{4}/g, "<time>")
    .replace(/(?:< )?\b\d+ ms\b/g, "<duration>");
}

/** The text of the page, also what is below the picture: how much fits into it depends on the fonts of the machine. */
async function shownOn(page: Page): Promise<string> {
  const main = page.locator("main");
  let text = await textOf(main);
  const oneLine = (each: string) => each.replace(/\s+/g, " ");
  // Of a list to choose from, a picture has what is chosen.
  for (const list of await main.locator("select").all())
    text = text.replace(await textOf(list), await list.inputValue());
  // One line for a fact, a row of a table, and a member of a configuration that was not sent.
  for (const row of await main.locator("dl > div, tr").allInnerTexts()) text = text.replace(row, oneLine(row));
  text = text.replace(/(?<=: )\nnot sent\n|(?<=[✓✕○])\n/g, oneLine);
  return `${steady(text.replace(/\s*\n\s*/g, "\n")).trim()}\n`;
}

const schemes = {
  environment: ["light", "dark"],
  deployment: ["light", "dark"],
  organization: ["light"],
  service: ["light"],
  requests: ["dark"],
  controls: ["light"],
};

describe("pictures of the dashboard", () => {
  it.each(Object.keys(schemes) as (keyof typeof schemes)[])("show the same text as the page: %s", async (name) => {
    const hashes = {
      environment: `#/environments/${platform.ids.environment}`,
      deployment: `#/deployments/${deployment}`,
      service: `#/services/${shop.shop}`,
      organization: "#/organization",
      requests: "#/requests",
      controls: "#/controls",
    };
    await visit(hashes[name], async (page) => {
      await page.setViewportSize({ width: 1200, height: 760 });
      await page.getByText(/^(Loading|No snapshots|No requests)/).waitFor({ state: "detached" });
      await page.locator("main section h2, main table").first().waitFor();
      for (const colorScheme of schemes[name] as ("light" | "dark")[]) {
        const file = join(pictures, `dashboard-${name}-${colorScheme}.png`);
        if (isRecording) {
          await page.emulateMedia({ colorScheme });
          const other = colorScheme === "light" ? "dark" : "light";
          await page.getByRole("button", { name: `Switch to ${other} colors` }).waitFor();
          await page.screenshot({ path: file, animations: "disabled" });
        }
        expect(statSync(file).size).toBeLessThan(largest);
      }
      const text = join(texts, `${name}.txt`);
      if (isRecording) writeFileSync(text, await shownOn(page));
      await expect.poll(() => shownOn(page)).toBe(readFileSync(text, "utf8"));
    });
  });
});
