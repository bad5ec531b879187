import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seriousViolations } from "../../package/site/accessibility.js";
import { type Dashboard, eventually, openDashboard } from "./dashboard.js";
import { createShop, deployShop, type Shop } from "./shop.js";

let dashboard: Dashboard;
let shop: Shop;
/** The hash of each page, by its name. */
let pages: Readonly<Record<string, string>>;

beforeAll(async () => {
  dashboard = await openDashboard({ speed: "manual", endpoints: "extended" });
  const { platform } = dashboard;
  shop = await createShop(platform);
  const rules = [{ service: "shop-cleanup", state: "DEPLOYMENT_ERROR" }];
  await platform.request("PUT", "/_local/deployment-failures", { body: { rules } });
  const failed = await deployShop(platform, shop);
  await platform.request("POST", "/_local/clock", { body: { advanceSeconds: 20 } });
  const running = await deployShop(platform, shop);
  await platform.request("POST", "/_local/clock", { body: { advanceSeconds: 2 } });
  await platform.request("PUT", "/_local/faults", { body: { rules: [{ fault: "500", match: { route: "getJob" } }] } });
  await platform.request("POST", "/_local/snapshots", { body: { name: "before" } });
  await platform.request("POST", `/environment/${platform.ids.environment}/database`, { body: { name: "" } });
  const { body } = await platform.request("GET", "/_local/requests/log");
  pages = {
    environments: "#/environments",
    environment: `#/environments/${platform.ids.environment}`,
    "environment without services": `#/environments/${platform.ids.otherEnvironment}`,
    service: `#/services/${shop.shop}`,
    "failed deployment": `#/deployments/${failed}`,
    "running deployment": `#/deployments/${running}`,
    requests: "#/requests",
    "refused request": `#/requests/${body.results[0].id}`,
    controls: "#/controls",
    unknown: "#/nothing/here/at-all",
  };
});
afterAll(() => dashboard?.close());

/** Goes to a page of the dashboard, and returns once the dashboard has left the one before. */
const goTo = (page: Page, hash: string) =>
  page.evaluate(`new Promise((resolve) => {
    if (location.hash === ${JSON.stringify(hash)}) return resolve();
    addEventListener("hashchange", () => setTimeout(resolve), { once: true });
    location.hash = ${JSON.stringify(hash)};
  })`);

/** Visits every page in one window, as a person does. */
async function each(page: Page, use: (name: string) => Promise<void>): Promise<void> {
  for (const [name, hash] of Object.entries(pages)) {
    await goTo(page, hash);
    await page.locator("main h1").waitFor();
    await page.getByText(/^Loading/).waitFor({ state: "detached" });
    await use(name);
  }
}

const focused = (page: Page) => page.evaluate<string>("document.activeElement.textContent");

/** Presses Tab until the element with the text has the focus, as somebody without a mouse does. */
async function tabTo(page: Page, text: string | RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    const current = await focused(page);
    if (typeof text === "string" ? current === text : text.test(current)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${text}.`);
}

describe("the dashboard can be used by everybody", () => {
  it.each([
    ["light", 1280],
    ["dark", 375],
  ] as const)("axe finds nothing serious on any page, in %s, %i pixels wide", async (colorScheme, width) => {
    await dashboard.visit("", async (page) => {
      await page.emulateMedia({ colorScheme });
      await eventually(() => page.evaluate("document.documentElement.dataset.theme")).toBe(colorScheme);
      await page.setViewportSize({ width, height: 800 });
      await each(page, async (name) => {
        expect(await seriousViolations(page), name).toEqual([]);
      });
    });
  });

  it("fits a phone: no page scrolls sideways", async () => {
    await dashboard.visit("", async (page) => {
      await page.setViewportSize({ width: 375, height: 800 });
      await each(page, async (name) => {
        await eventually(() => page.evaluate("document.documentElement.scrollWidth"), { message: name }).toBe(375);
      });
    });
  });

  it.each([1280, 768, 390])("cuts no heading, state or step, %i pixels wide", async (width) => {
    const looked = "table.data thead th:not(.col-steps), .badge, .bar, header nav ul, .narrow-note, .request-link";
    const cut = `[...document.querySelectorAll("${looked}")]
      .filter((element) => element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 2)
      .map((element) => element.textContent)`;
    await dashboard.visit("", async (page) => {
      await page.setViewportSize({ width, height: 800 });
      await each(page, async (name) => {
        expect(await page.evaluate(cut), name).toEqual([]);
      });
    });
  });

  it("has its navigation on one line, on a phone as well", async () => {
    await dashboard.visit("", async (page) => {
      await page.setViewportSize({ width: 390, height: 800 });
      const tops = `new Set([...document.querySelectorAll("header nav a")].map((link) => link.getBoundingClientRect().top)).size`;
      await eventually(() => page.evaluate(tops)).toBe(1);
    });
  });

  it("has a title of its own on every page", async () => {
    await dashboard.visit("", async (page) => {
      const titles = new Set<string>();
      await each(page, async () => {
        const heading = await page.locator("h1").textContent();
        await eventually(async () => (await page.title()).replace(/[()]/g, "")).toBe(
          `${heading} · Application Platform`,
        );
        titles.add(await page.title());
      });
      expect(titles.size).toBe(Object.keys(pages).length);
    });
  });

  it("leads from the first page to a service and back, with the keyboard alone", async () => {
    await dashboard.visit("", async (page) => {
      await page.keyboard.press("Tab");
      expect(await focused(page)).toBe("Skip to the content");
      await page.keyboard.press("Enter");
      expect(await page.evaluate("document.activeElement.tagName")).toBe("MAIN");
      await tabTo(page, "main");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "main" }).waitFor();
      // The heading of the new page has the focus, so that it is read.
      await eventually(() => page.evaluate("document.activeElement.tagName")).toBe("H1");
      await tabTo(page, "shop-invoices");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "shop-invoices" }).waitFor();
      await page.keyboard.press("Shift+Tab");
      await eventually(() => focused(page)).toBe("main");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "main" }).waitFor();
    });
  });

  it("filters, sorts, switches a fault and cancels a reset with the keyboard alone", async () => {
    await dashboard.visit(pages.environment ?? "", async (page) => {
      await tabTo(page, /^Name/);
      await page.keyboard.press("Enter");
      const nameColumn = page.getByRole("columnheader", { name: "Name" });
      await eventually(() => nameColumn.getAttribute("aria-sort")).toBe("ascending");
      await tabTo(page, "Controls");
      await page.keyboard.press("Enter");
      await page.getByRole("switch").waitFor();
      await page.getByRole("switch").focus();
      await page.keyboard.press("Space");
      await page.getByText("Switched off: 500 for getJob.").waitFor();
      await tabTo(page, "Reset the platform…");
      await page.keyboard.press("Enter");
      await page.getByRole("dialog").waitFor();
      // The focus stays in the dialog.
      for (let presses = 0; presses < 4; presses++) {
        await page.keyboard.press("Tab");
        expect(await page.evaluate("document.activeElement.closest('dialog, body').tagName")).toMatch(/DIALOG|BODY/);
        expect(await focused(page)).not.toBe("Create a token");
      }
      await page.keyboard.press("Escape");
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      await eventually(() => focused(page)).toBe("Reset the platform…");
    });
  });

  it("shows where the focus is", async () => {
    await dashboard.visit("#/requests", async (page) => {
      await tabTo(page, /^Requests$/);
      const outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle");
      expect(outline).toBe("solid");
    });
  });

  it("moves nothing where motion is reduced", async () => {
    await dashboard.visit(pages["running deployment"] ?? "", async (page) => {
      await page.locator(".now").waitFor();
      const moving = async () => [
        await page.evaluate("getComputedStyle(document.querySelector('.bar.running')).animationName"),
        await page.evaluate("getComputedStyle(document.querySelector('.badge.busy .mark')).animationName"),
      ];
      const duration = () => page.evaluate("getComputedStyle(document.querySelector('.now')).transitionDuration");
      await page.emulateMedia({ reducedMotion: "reduce" });
      await eventually(duration).toBe("0s");
      expect(await moving()).toEqual(["none", "none"]);
      await page.emulateMedia({ reducedMotion: "no-preference" });
      await eventually(duration).toBe("0.25s");
      expect(await moving()).toEqual(["moving", "pulsing"]);
    });
  });

  it("is dark or light as the system is, until the user chooses, and remembers that", async () => {
    await dashboard.visit("", async (page) => {
      const theme = () => page.evaluate("document.documentElement.dataset.theme");
      await page.emulateMedia({ colorScheme: "dark" });
      await eventually(theme).toBe("dark");
      await page.getByRole("button", { name: "Switch to light colors" }).click();
      await eventually(theme).toBe("light");
      await page.reload();
      await eventually(theme).toBe("light");
      await page.getByRole("button", { name: "Switch to dark colors" }).click();
      await page.emulateMedia({ colorScheme: "light" });
      await eventually(theme).toBe("light");
    });
  });
});
