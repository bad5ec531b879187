/**
 * The pictures of the dashboard in README and docs. `RECORD=1` takes them. Without it, the pages must still show the same
 * text as when they were taken, so that no picture is older than what it shows.
 */
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Dashboard, openDashboard, textOf } from "./dashboard.js";
import { createShop, deployShop, type Shop } from "./shop.js";

const isRecording = process.env.RECORD === "1";
const pictures = join(__dirname, "../../../docs/public");
const texts = join(__dirname, "pictured");
const largest = 150 * 1024;

let dashboard: Dashboard;
let shop: Shop;
let deployment: string;

beforeAll(async () => {
  dashboard = await openDashboard({ speed: "manual", endpoints: "extended" });
  const { platform } = dashboard;
  const advance = (advanceSeconds: number) => platform.request("POST", "/_local/clock", { body: { advanceSeconds } });
  shop = await createShop(platform);
  const rules = [{ service: "shop-cleanup", state: "DEPLOYMENT_ERROR", during: "EXECUTING", times: 1 }];
  await platform.request("PUT", "/_local/deployment-failures", { body: { rules } });
  deployment = await deployShop(platform, shop);
  await advance(20);
  const { environment } = platform.ids;
  await platform.request("GET", `/container/${shop["shop-invoices"]}`, { token: "viewer" });
  await platform.request("POST", `/environment/${environment}/database`, { body: { name: "" }, token: "editor" });
  const fault = { fault: "503-retry-after", match: { route: "listJobs" }, times: 1 };
  await platform.request("PUT", "/_local/faults", { body: { rules: [fault] } });
  await platform.request("GET", `/environment/${environment}/job`);
  await platform.request("GET", `/environment/${environment}/job`);
  await platform.request("POST", "/_local/snapshots", { body: { name: "After the first deployment" } });
});
afterAll(() => dashboard?.close());

/** The text without what is different each time. */
function steady(text: string): string {
  return text
    .replaceAll(dashboard.platform.url, "<address>")
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "<id>")
    .replace(/[0-9a-f]{8}…/g, "<id>…")
    .replaceAll(deployment.slice(0, 8), "<id>")
    .replace(/(?<=_Z)[0-9A-F]{8}(?=_)|(?<=\bdb-)[0-9a-f]{8}\b/g, "<id>")
    .replace(/just now|\d+ (second|minute)s? ago/g, "<time>")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replace(/\w{3} \d+, \d{4}, \d+:\d+:\d+ [AP]M/g, "<time>")
    .replace(/(?:< )?\b\d+ ms\b/g, "<duration>");
}

async function take(page: Page, name: string): Promise<void> {
  const file = join(pictures, `${name}.png`);
  const text = join(texts, `${name}.txt`);
  const shown = `${steady(await textOf(page.locator("body")))}\n`;
  if (isRecording) {
    mkdirSync(texts, { recursive: true });
    writeFileSync(text, shown);
    await page.screenshot({ path: file, animations: "disabled" });
  }
  expect(shown).toBe(readFileSync(text, "utf8"));
  expect(statSync(file).size).toBeLessThan(largest);
}

describe("the pictures of the dashboard", () => {
  it.each([
    ["environment", "light"],
    ["environment", "dark"],
    ["deployment", "light"],
    ["deployment", "dark"],
    ["service", "light"],
    ["requests", "dark"],
    ["controls", "light"],
  ] as const)("show what the page shows: %s, %s", async (name, colorScheme) => {
    const hashes = {
      environment: `#/environments/${dashboard.platform.ids.environment}`,
      deployment: `#/deployments/${deployment}`,
      service: `#/services/${shop.shop}`,
      requests: "#/requests",
      controls: "#/controls",
    };
    await dashboard.visit(hashes[name], async (page) => {
      await page.setViewportSize({ width: 1200, height: 760 });
      await page.emulateMedia({ colorScheme });
      const other = colorScheme === "light" ? "dark" : "light";
      await page.getByRole("button", { name: `Switch to ${other} colors` }).waitFor();
      await page.getByText(/^(Loading|No snapshots|No requests)/).waitFor({ state: "detached" });
      await page.locator("main section h2, main table").first().waitFor();
      await take(page, `dashboard-${name}-${colorScheme}`);
    });
  });
});
