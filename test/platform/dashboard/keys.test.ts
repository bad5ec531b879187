import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Dashboard, eventually, openDashboard } from "./dashboard.js";
import { createShop } from "./shop.js";

let dashboard: Dashboard;
let environment: string;

beforeAll(async () => {
  dashboard = await openDashboard({ endpoints: "extended" });
  await createShop(dashboard.platform);
  environment = `#/environments/${dashboard.platform.ids.environment}`;
});
afterAll(() => dashboard?.close());

const focused = (page: Page) => page.evaluate<string>("document.activeElement.textContent");
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();

describe("the keyboard shortcuts", () => {
  it("search, move through the rows, and open one", async () => {
    await dashboard.visit(environment, async (page) => {
      await page.getByRole("link", { name: "shop-invoices" }).waitFor();
      await page.keyboard.press("j");
      await eventually(() => focused(page)).toBe("shop");
      await page.keyboard.press("j");
      await eventually(() => focused(page)).toBe("shop-cleanup");
      await page.keyboard.press("k");
      await eventually(() => focused(page)).toBe("shop");
      await page.keyboard.press("/");
      await page.keyboard.type("jk/");
      expect(await page.getByLabel("Search").inputValue()).toBe("jk/");
      await page.getByLabel("Search").fill("network");
      await page.getByText("1 of 5 services").waitFor();
      await page.locator("h1").focus();
      await page.keyboard.press("j");
      await page.keyboard.press("Enter");
      await heading(page, "shop-network");
    });
  });

  it("go to a page with g and its letter", async () => {
    await dashboard.visit(environment, async (page) => {
      await heading(page, "main");
      for (const [keys, name] of [
        ["gr", "Requests"],
        ["gc", "Controls"],
        ["ge", "Environments"],
      ] as const) {
        await page.keyboard.type(keys);
        await heading(page, name);
      }
    });
  });

  it("are listed by ?, and can be switched off for good", async () => {
    await dashboard.visit("#/controls", async (page) => {
      const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
      await page.keyboard.press("?");
      await dialog.getByText("Next row").waitFor();
      await dialog.getByLabel("Use these shortcuts").uncheck();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
      await page.keyboard.type("ge");
      await page.reload();
      await heading(page, "Controls");
      await page.keyboard.type("ge");
      await page.keyboard.press("?");
      await dialog.getByLabel("Use these shortcuts").check();
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "hidden" });
      await heading(page, "Controls");
      await page.keyboard.type("ge");
      await heading(page, "Environments");
    });
  });
});
