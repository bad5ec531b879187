import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Browser, openBrowser, problemsOf } from "./browser";
import { seriousViolations } from "./accessibility";
import { type BuiltSite, buildSite, filesBelow } from "./build-site";
import { brokenLinks } from "./links";
import { type StaticServer, serveFolder } from "./static-server";

const docs = join(__dirname, "..", "..", "docs");
const base = "/some/where/";

let site: BuiltSite;
let server: StaticServer;
let browser: Browser;

beforeAll(async () => {
  [site, browser] = await Promise.all([buildSite(base), openBrowser()]);
  server = await serveFolder(site.folder, base);
}, 120_000);

afterAll(async () => {
  server?.close();
  await browser?.close();
  site?.remove();
});

/** Opens a page, does something with it, and expects that the page behaved. */
async function visit(path: string, use: (page: Page) => Promise<void>, colorScheme: "light" | "dark" = "light") {
  const page = await browser.context.newPage();
  await page.emulateMedia({ colorScheme });
  const problems = problemsOf(page, server.origin);
  await page.goto(`${server.origin}${base}${path}`, { waitUntil: "networkidle" });
  await use(page);
  await page.close();
  expect(problems).toEqual([]);
}

const isDark = (page: Page) => page.evaluate(() => document.documentElement.classList.contains("dark"));

describe("the documentation site", () => {
  it("has every page in its sidebar, and a page for every entry of it", async () => {
    const { sidebar } = await import("../../docs/.vitepress/sidebar.mjs");
    const listed = sidebar.flatMap(({ items }) => items.map(({ link }) => `${link}`.replace(/\/$/, "/index").slice(1)));
    const pages = filesBelow(docs, ".md").map((path) => path.replace(/\.md$/, ""));
    expect(listed.sort()).toEqual(pages.filter((path) => path !== "index"));
  });

  it("has no link to a page, a file or a heading that does not exist", () => {
    expect(brokenLinks(site.folder, base)).toEqual([]);
  });

  it("shows what is written in angle brackets or double braces as text", () => {
    const html = readFileSync(join(site.folder, "reliability.html"), "utf8");
    expect(html).toContain("<br>");
    expect(html).not.toContain("&lt;br");
  });

  it("finds a field by its name and opens its section", async () => {
    await visit("", async (page) => {
      await page.keyboard.press("Control+K");
      await page.getByPlaceholder("Search").fill("minRunningInstances");
      const result = page.locator(`.results a[href*="/reference/container.html#"]`).first();
      await result.click();
      await page.waitForURL("**/reference/container.html#**");
      const heading = page.locator(`[id="${new URL(page.url()).hash.slice(1)}"]`);
      const section = heading.locator("xpath=following-sibling::*").first().or(heading.locator("xpath=.."));
      expect(await section.allInnerTexts().then((texts) => texts.join("\n"))).toContain("minRunningInstances");
      await expect.poll(() => heading.evaluate((each) => each.getBoundingClientRect().top)).toBeLessThan(900);
    });
  });

  it("switches the tabs of code", async () => {
    await visit("concepts/connections.html", async (page) => {
      const group = page.locator(".vp-code-group").first();
      const shown = () => group.locator("div[class*=language-].active").innerText();
      expect(await shown()).toContain("APP_PLATFORM_STAGING_BASE_URL");
      await group.getByText("Stack configuration").click();
      expect(await shown()).toContain("pulumi config set");
    });
  });

  it("switches between light and dark, and remembers it", async () => {
    await visit("getting-started.html", async (page) => {
      expect(await isDark(page)).toBe(false);
      await page.locator(".VPNavBarAppearance button").click();
      expect(await isDark(page)).toBe(true);
      await page.reload({ waitUntil: "networkidle" });
      expect(await isDark(page)).toBe(true);
      await page.evaluate(() => localStorage.clear());
    });
  });

  it.each(["", "getting-started.html", "reference/container.html", "errors.html", "concepts/connections.html"])(
    "can be used by everybody, in light and dark: /%s",
    async (path) => {
      for (const scheme of ["light", "dark"] as const) {
        await visit(
          path,
          async (page) => {
            expect(await isDark(page)).toBe(scheme === "dark");
            expect(await seriousViolations(page), scheme).toEqual([]);
          },
          scheme,
        );
      }
    },
  );
});
