import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { seriousViolations } from "../../package/site/accessibility.js";
import { openedDashboard } from "./dashboard.js";
import { createShop, deployShop } from "./shop.js";

const { platform, send, read, inEnvironment, advance, visit } = openedDashboard({
  speed: "manual",
  endpoints: "extended",
});
/** The hash of each page, by its name. */
let pages: Readonly<Record<string, string>>;

beforeAll(async () => {
  const shop = await createShop(platform);
  const rules = [{ service: "shop-cleanup", state: "DEPLOYMENT_ERROR" }];
  await send("PUT", "/_local/deployment-failures", { rules });
  const failed = await deployShop(platform, shop);
  await advance(20);
  const running = await deployShop(platform, shop);
  await advance(2);
  await send("PUT", "/_local/faults", { rules: [{ fault: "500", match: { route: "getJob" } }] });
  await send("POST", "/_local/snapshots", { name: "before" });
  await send("POST", inEnvironment("database"), { name: "" });
  const { results } = await read("/_local/requests/log");
  pages = {
    environments: "#/environments",
    organization: "#/organization",
    environment: `#/environments/${platform.ids.environment}`,
    "environment without services": `#/environments/${platform.ids.otherEnvironment}`,
    service: `#/services/${shop.shop}`,
    "failed deployment": `#/deployments/${failed}`,
    "running deployment": `#/deployments/${running}`,
    requests: "#/requests",
    "refused request": `#/requests/${results[0].id}`,
    controls: "#/controls",
    unknown: "#/nothing/here/at-all",
  };
});

/** Goes to a page of the dashboard, and returns once the dashboard has left the one before. */
const goTo = (page: Page, hash: string) =>
  page.evaluate(`new Promise((resolve) => {
    if (location.hash === ${JSON.stringify(hash)}) return resolve();
    addEventListener("hashchange", () => setTimeout(resolve), { once: true });
    location.hash = ${JSON.stringify(hash)};
  })`);

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
    ["light", [1280, 768]],
    ["dark", [375]],
  ] as const)("every page passes axe, fits, and cuts nothing, in %s, %j pixels wide", async (colorScheme, widths) => {
    const looked = "table.data thead th:not(.col-steps), .badge, .bar, header nav ul, .narrow-note, .request-link";
    const cut = `[...document.querySelectorAll("${looked}")]
      .filter((element) => element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight + 2)
      .map((element) => element.textContent)`;
    const lines = `new Set([...document.querySelectorAll("header nav a")].map((link) => link.getBoundingClientRect().top)).size`;
    const headerHeight = `document.querySelector("#app > header").clientHeight`;
    // No box touches what is above it.
    const touching = `[...document.querySelectorAll("main > :is(section, .empty, .sides)")]
      .filter((box) => box.getBoundingClientRect().top - box.previousElementSibling.getBoundingClientRect().bottom < 8)
      .map((box) => box.textContent.slice(0, 40))`;
    const titles = new Set<string>();
    let badges = 0;
    await visit("", async (page) => {
      await page.emulateMedia({ colorScheme });
      await expect.poll(() => page.evaluate("document.documentElement.dataset.theme")).toBe(colorScheme);
      for (const [name, hash] of Object.entries(pages)) {
        await page.setViewportSize({ width: widths[0], height: 800 });
        await goTo(page, hash);
        await page.locator("main h1").waitFor();
        await page.getByText(/^Loading/).waitFor({ state: "detached" });
        expect(await seriousViolations(page), name).toEqual([]);
        // Every badge in a table or a list leads to its reason.
        expect(await page.locator("main :is(table, ul) .badge:not(a)").count(), name).toBe(0);
        badges += await page.locator("main :is(table, ul) a.badge").count();
        for (const width of widths) {
          await page.setViewportSize({ width, height: 800 });
          await expect.poll(() => page.evaluate("document.documentElement.scrollWidth"), { message: name }).toBe(width);
          // The page follows its width a moment later.
          await expect.poll(() => page.evaluate(cut), { message: name }).toEqual([]);
          await expect.poll(() => page.evaluate(lines), { message: name }).toBe(1);
          expect(await page.evaluate(touching), name).toEqual([]);
          // One line, and a second one for the menu of a phone.
          await expect.poll(() => page.evaluate(headerHeight), { message: name }).toBeLessThan(width < 640 ? 96 : 64);
        }
        const heading = await page.locator("h1").textContent();
        const title = async () => (await page.title()).replace(/[()]/g, "");
        await expect.poll(async () => (await title()).startsWith(`${heading} · `), { message: name }).toBe(true);
        titles.add(await title());
      }
    });
    expect(titles.size).toBe(Object.keys(pages).length);
    expect(badges).toBeGreaterThan(20);
  });

  it("leads from the first page to a service and back, with the keyboard alone", async () => {
    await visit("", async (page) => {
      await page.keyboard.press("Tab");
      expect(await focused(page)).toBe("Skip to the content");
      await page.keyboard.press("Enter");
      expect(await page.evaluate("document.activeElement.tagName")).toBe("MAIN");
      await tabTo(page, "main");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "main" }).waitFor();
      // The heading of the new page has the focus, so that it is read.
      await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("H1");
      await tabTo(page, "shop-invoices");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "shop-invoices" }).waitFor();
      await page.keyboard.press("Shift+Tab");
      await expect.poll(() => focused(page)).toBe("main");
      await page.keyboard.press("Enter");
      await page.getByRole("heading", { level: 1, name: "main" }).waitFor();
    });
  });

  it("filters, sorts, switches a fault and cancels a reset with the keyboard alone", async () => {
    await visit(pages.environment ?? "", async (page) => {
      await tabTo(page, /^Name/);
      await page.keyboard.press("Enter");
      const nameColumn = page.getByRole("columnheader", { name: "Name" });
      await expect.poll(() => nameColumn.getAttribute("aria-sort")).toBe("ascending");
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
      await expect.poll(() => focused(page)).toBe("Reset the platform…");
    });
  });

  it("shows where the focus is", async () => {
    await visit("#/requests", async (page) => {
      await tabTo(page, /^Requests$/);
      const outline = await page.evaluate("getComputedStyle(document.activeElement).outlineStyle");
      expect(outline).toBe("solid");
    });
  });

  it("moves nothing where motion is reduced", async () => {
    await visit(pages["running deployment"] ?? "", async (page) => {
      await page.locator(".now").waitFor();
      const moving = async () => [
        await page.evaluate("getComputedStyle(document.querySelector('.bar.running')).animationName"),
        await page.evaluate("getComputedStyle(document.querySelector('.badge.busy .mark')).animationName"),
      ];
      const duration = () => page.evaluate("getComputedStyle(document.querySelector('.now')).transitionDuration");
      await page.emulateMedia({ reducedMotion: "reduce" });
      await expect.poll(duration).toBe("0s");
      expect(await moving()).toEqual(["none", "none"]);
      await page.emulateMedia({ reducedMotion: "no-preference" });
      await expect.poll(duration).toBe("0.25s");
      expect(await moving()).toEqual(["moving", "pulsing"]);
    });
  });

  it("is dark or light as the system is, until the user chooses, and remembers that", async () => {
    await visit("", async (page) => {
      const theme = () => page.evaluate("document.documentElement.dataset.theme");
      await page.emulateMedia({ colorScheme: "dark" });
      await expect.poll(theme).toBe("dark");
      await page.getByRole("button", { name: "Switch to light colors" }).click();
      await expect.poll(theme).toBe("light");
      await page.reload();
      await expect.poll(theme).toBe("light");
      await page.getByRole("button", { name: "Switch to dark colors" }).click();
      await page.emulateMedia({ colorScheme: "light" });
      await expect.poll(theme).toBe("light");
    });
  });
});

describe("the keyboard shortcuts", () => {
  const headingOf = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });
  const heading = (page: Page, name: string) => headingOf(page, name).waitFor();
  /** Types keys until they lead to a page: the second of them has a second and a half, which a busy machine may miss. */
  const typeUntil = (page: Page, keys: string, name: string) =>
    expect
      .poll(
        async () => {
          await page.keyboard.type(keys);
          return headingOf(page, name).isVisible();
        },
        { interval: 500 },
      )
      .toBe(true);

  it("search, move through the rows, and open one", async () => {
    await visit(pages.environment ?? "", async (page) => {
      await page.getByRole("link", { name: "shop-invoices", exact: true }).waitFor();
      await page.keyboard.press("j");
      await expect.poll(() => focused(page)).toBe("shop");
      await page.keyboard.press("j");
      await expect.poll(() => focused(page)).toBe("shop-cleanup");
      await page.keyboard.press("k");
      await expect.poll(() => focused(page)).toBe("shop");
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
    await visit(pages.environment ?? "", async (page) => {
      await heading(page, "main");
      // A key that means nothing isn't the first of two.
      await page.keyboard.type("x");
      for (const [keys, name] of [
        ["gr", "Requests"],
        ["gc", "Controls"],
        ["ge", "Environments"],
      ] as const)
        await typeUntil(page, keys, name);
    });
  });

  it("are listed by ?, and can be switched off for good", async () => {
    await visit("#/controls", async (page) => {
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
      await typeUntil(page, "ge", "Environments");
    });
  });
});
