/** The pictures of the dashboard in README and docs. `RECORD=1` takes them. Without it, the pages must have the same sections. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { openedDashboard } from "./dashboard.js";
import { createShop, deployShop, type Shop } from "./shop.js";

const isRecording = process.env.RECORD === "1";
const pictures = join(__dirname, "../../../docs/public");
const largest = 150 * 1024;

const { platform, send, inEnvironment, fail, advance, visit } = openedDashboard({ isFresh: false });
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
});

/** The hash, the colors and the titles of each page: a picture is taken again when what they name changes. */
const both = ["light", "dark"] as const;
const pages: readonly [name: string, hash: () => string, colors: readonly (typeof both)[number][], titles: string][] = [
  ["environment", () => `environments/${platform.ids.environment}`, both, "What failed, Services, Deployments"],
  ["deployment", () => `deployments/${deployment}`, both, "What failed, Timeline"],
  ["organization", () => "organization", ["light"], "Clusters, Resources, Members and API tokens"],
  ["service", () => `services/${shop.shop}`, ["light"], "Deployments, Configuration, Variables, Events"],
  ["requests", () => "requests", ["dark"], "Request, Status, Duration, Service, Who, From, When"],
  ["controls", () => "controls", ["light"], "Clock, Access token, Failing deployments, Faults, Snapshots, Reset"],
];

describe("pictures of the dashboard", () => {
  it.each(pages)(
    "are below 150 KiB, and the page has the sections that they show: %s",
    async (name, hash, colors, titles) => {
      await visit(`#/${hash()}`, async (page) => {
        await page.setViewportSize({ width: 1200, height: 760 });
        await page.getByText(/^(Loading|No requests)/).waitFor({ state: "detached" });
        await page.locator("main section h2, main table").first().waitFor();
        for (const colorScheme of colors) {
          const file = join(pictures, `dashboard-${name}-${colorScheme}.png`);
          if (isRecording) {
            await page.emulateMedia({ colorScheme });
            const other = colorScheme === "light" ? "dark" : "light";
            await page.getByRole("button", { name: `Switch to ${other} colors` }).waitFor();
            await page.screenshot({ path: file, animations: "disabled" });
          }
          expect(statSync(file).size).toBeLessThan(largest);
        }
        const shown = page.locator(name === "requests" ? "main thead th" : "main section h2:visible");
        await expect.poll(() => shown.allInnerTexts()).toEqual(titles.split(", "));
      });
    },
  );
});
