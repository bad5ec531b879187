import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { promisify } from "node:util";
import type { Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isOfSite } from "../../../tools/pageFigures.js";
import { startServer } from "../../cli/support/servers.js";
import { filesBelow } from "../support/files-below.js";
import { seriousViolations } from "./accessibility.js";
import { openTab, problemsOf } from "./browser.js";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

interface Site {
  /** The folder of its files. */
  readonly folder: string;
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Throws with the output of the build if it fails, for example because of a dead link.
 *
 * @param base The path of the site, with a slash at both ends.
 */
async function openSite(base: string): Promise<Site> {
  const folder = await mkdtemp(join(tmpdir(), "site-"));
  const root = join(__dirname, "../../..");
  const { scripts } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  // Without npm, whose start takes as long as a second of the build.
  const [program, ...args] = scripts["docs:build"].split(" ");
  await promisify(execFile)(join(root, "node_modules/.bin", program), [...args, "--outDir", folder], {
    cwd: root,
    env: { ...process.env, DOCS_BASE: base, NO_COLOR: "1" },
  });
  const server = await startServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname);
    const file = normalize(path.slice(base.length)).replace(/^\.$|\/$/, "/index.html");
    try {
      if (!path.startsWith(base)) throw new Error("outside of the site");
      const content = await readFile(join(folder, file));
      // As on the web, Chromium loads the files that all pages share once.
      const type = types[extname(file)] ?? "application/octet-stream";
      const headers = { "content-type": type, "cache-control": "max-age=3600" };
      response.writeHead(200, headers).end(content);
    } catch {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found");
    }
  });
  return {
    folder,
    origin: server.url,
    async close() {
      await server.close();
      await rm(folder, { recursive: true });
    },
  };
}

interface BuiltPage {
  readonly path: string;
  readonly targets: readonly string[];
  readonly anchors: ReadonlySet<string>;
}

const entities: Readonly<Record<string, string>> = { amp: "&", quot: '"', "#39": "'", lt: "<", gt: ">" };

function unescaped(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole);
}

function attributes(html: string, names: string): string[] {
  return [...html.matchAll(new RegExp(`\\s(?:${names})="([^"]*)"`, "g"))].map(([, value = ""]) => unescaped(value));
}

function readPage(folder: string, path: string): BuiltPage {
  // Code of the page's own scripts contains texts that look like attributes.
  const html = readFileSync(join(folder, path), "utf8").replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, (script) =>
    script.slice(0, script.indexOf(">") + 1),
  );
  return { path, targets: attributes(html, "href|src"), anchors: new Set(attributes(html, "id")) };
}

/** `page → target` for each internal link whose page, file or fragment does not exist. */
function brokenLinks(folder: string, base: string): string[] {
  const files = new Set(filesBelow(folder));
  const pages = new Map(filesBelow(folder, ".html").map((path) => [path, readPage(folder, path)]));
  const origin = "http://site.invalid";
  const isBroken = (page: BuiltPage, target: string) => {
    const url = new URL(target, `${origin}${base}${page.path}`);
    if (url.origin !== origin) return false;
    if (!url.pathname.startsWith(base)) return true;
    const path = decodeURIComponent(url.pathname.slice(base.length)).replace(/(^|\/)$/, "$1index.html");
    const fragment = decodeURIComponent(url.hash.slice(1));
    return !files.has(path) || (fragment !== "" && !pages.get(path)?.anchors.has(fragment));
  };
  // The page for what is not found may be shown at any address.
  const checked = [...pages.values()].filter(({ path }) => path !== "404.html");
  return checked.flatMap((page) =>
    page.targets.filter((target) => isBroken(page, target)).map((target) => `${page.path} → ${target}`),
  );
}

const docs = join(__dirname, "../../../docs");
/** The paths of the pages, without their extension. */
const pages = filesBelow(docs, ".md")
  .filter(isOfSite)
  .map((path) => path.replace(/\.md$/, ""));
const base = "/some/where/";

let site: Site;
beforeAll(async () => {
  site = await openSite(base);
});
afterAll(() => site?.close());

/** Opens a page, does something with it, and expects that the page behaved. */
async function visit(path: string, use: (page: Page) => Promise<void>): Promise<void> {
  const page = await openTab();
  const problems = problemsOf(page, site.origin);
  await page.goto(`${site.origin}${base}${path}`, { waitUntil: "networkidle" });
  await use(page);
  expect(problems).toEqual([]);
}

const isDark = async (page: Page) => (await page.locator("html.dark").count()) === 1;

describe("documentation site", () => {
  it("has exactly its pages in the sidebar", async () => {
    const { sidebar } = await import("../../../docs/.vitepress/sidebar.mjs");
    const links = sidebar.flatMap(({ items }) => items.map(({ link }) => `${link}`));
    expect(links.filter((link, index) => links.indexOf(link) !== index)).toEqual([]);
    // Small kinds share a page.
    const listed = new Set(links.map((link) => link.replace(/#.*/, "").replace(/\/$/, "/index").slice(1)));
    expect([...listed].sort()).toEqual(pages.filter((path) => path !== "index").sort());
  });

  it("has no broken link to a page, a file or a heading", () => {
    expect(brokenLinks(site.folder, base)).toEqual([]);
  });

  it("redirects from the old address of a moved page or section to the new address", async () => {
    const { moved } = await import("../../../docs/.vitepress/moved.mjs");
    expect(Object.keys(moved).filter((path) => pages.includes(path))).toEqual([]);
    expect(Object.values(moved).filter(({ page }) => !pages.includes(page))).toEqual([]);
    const page = await openTab();
    for (const [from, to] of [
      ["reference/gitToken.html", "reference/containerRegistry.html#git-token"],
      ["reference/gitToken.html#token", "reference/containerRegistry.html#git-token-token"],
      ["reference/types.html#type-storage", "reference/index.html#type-storage"],
      ["concepts/names.html", "concepts/changes.html#names"],
      ["concepts/names.html#renaming", "concepts/changes.html#renaming"],
    ] as const) {
      await page.goto(`${site.origin}${base}${from}`);
      await page.waitForURL(`${site.origin}${base}${to}`);
      const anchor = new URL(page.url()).hash.slice(1);
      await expect.poll(() => page.locator(`[id="${anchor}"]`).count(), { message: from }).toBe(1);
    }
  });

  it("opens the section of a resource that shares its page with another (DeploymentStage), without an error", async () => {
    await visit("reference/environment.html#deployment-stage", async (page) => {
      const entry = page.locator('.VPSidebar a[href$="reference/environment.html#deployment-stage"]');
      expect(await entry.textContent()).toBe("DeploymentStage");
      await expect.poll(async () => (await page.locator("#deployment-stage").boundingBox())?.y).toBeLessThan(200);
    });
  });

  it("finds guides first by common words, and opens the section of an argument by its name", async () => {
    await visit("", async (page) => {
      await page.keyboard.press("Control+k");
      const results = page.locator(".results a");
      const first = async () => (await results.first().getAttribute("href")) ?? "";
      for (const [words, guide] of [
        ["rollback", "how-to/rollback.html"],
        ["rename", "concepts/changes.html"],
        ["timeout", "reliability.html"],
        ["docker hub", "how-to/organization.html"],
        ["OIDC", "how-to/pipelines.html"],
        ["schema", "reference/#schema"],
        ["environment variable", "how-to/variables.html"],
        ["multiple environments", "how-to/stacks.html"],
        ["how do I roll back", "how-to/rollback.html"],
        ["AP3004", "errors.html#ap3004"],
        ["environment variables", "how-to/variables.html"],
        ["import", "how-to/adopting.html"],
        ["variables", "how-to/variables.html"],
        ["secrets", "concepts/secrets.html"],
        ["move from terraform", "how-to/terraform.html"],
        ["nothing was deployed", "how-to/troubleshooting.html#nothing-was-deployed"],
        ["what a run sent", "how-to/troubleshooting.html#see-what-a-run-sent"],
        ["supported versions", "upgrading.html"],
        ["SBOM", "support.html"],
        ["telemetry", "support.html"],
        ["GitToken", "reference/containerRegistry.html#"],
        ["several platforms", "how-to/stacks.html#connections"],
        ["support", "support.html"],
      ] as const) {
        await page.getByPlaceholder("Search").fill(words);
        await expect.poll(first, { message: words }).toContain(guide);
      }
      await page.getByPlaceholder("Search").fill("minRunningInstances");
      // Until then, the results are those of the words before.
      await expect.poll(first).not.toContain("support.html");
      await page.locator('.results a[href*="/reference/container.html#"]').first().click();
      await page.waitForURL("**/reference/container.html#**");
      const heading = page.locator(`[id="${new URL(page.url()).hash.slice(1)}"]`);
      const field = heading.locator('xpath=following-sibling::*[contains(., "minRunningInstances")]').first();
      await expect.poll(() => field.isVisible()).toBe(true);
      await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(200);
    });
  });

  it("shows a deployment on the home page, and its name on one line at every width", async () => {
    await visit("", async (page) => {
      const run = page.locator(".VPHero pre");
      expect(await run.textContent()).toMatch(/^pulumi up\n.*Container.*created .*DEPLOYED.*\+ 4 created/s);
      for (const width of [1280, 768, 390]) {
        await page.setViewportSize({ width, height: 900 });
        const name = await page.locator(".VPHero .name").boundingBox();
        expect(name?.height, `${width} pixels`).toBeLessThan(60);
      }
    });
  });

  it("fits all pages, tables and tabs of code into every width", async () => {
    // What a page looks like before its scripts run is what it looks like after them. In a frame that is out of sight, it isn't
    // painted at each width. Both take a fraction of the time.
    const page = (await (await openTab()).context().browser()?.newPage({ javaScriptEnabled: false })) as Page;
    await page.goto(`${site.origin}${base}404.html`);
    await page.setContent('<iframe style="position: absolute; left: 5000px; border: 0"></iframe>');
    const [, frame] = page.frames() as [Frame, Frame];
    const tooWide: string[] = [];
    for (const path of pages) {
      await frame.goto(`${site.origin}${base}${path}.html`, { waitUntil: "load" });
      for (const width of [390, 768, 1280, 1920]) {
        await page.evaluate(`document.querySelector("iframe").style.width = "${width}px"`);
        const [shown, ...cut] = await frame.evaluate<[number, ...string[]]>(`
          [innerWidth, ...[document.documentElement, ...document.querySelectorAll(".vp-doc table, .vp-code-group .tabs")]
            .filter((each) => each.scrollWidth > each.clientWidth)
            .map((each) => \`\${each.localName} \${each.scrollWidth} in \${each.clientWidth}\`)]`);
        expect(shown).toBe(width);
        tooWide.push(...cut.map((each) => `${path} at ${width}: ${each}`));
      }
    }
    await page.close();
    expect(tooWide).toEqual([]);
  });

  it.each(["reliability", "performance", "concepts/endpoints"])(
    "shows rows of wide tables as cards on a phone, with column titles: /%s.html",
    async (name) => {
      await visit(`${name}.html`, async (page) => {
        await page.setViewportSize({ width: 390, height: 844 });
        const tables = page.locator(".vp-doc table.cards:visible");
        expect(await tables.count()).toBeGreaterThan(0);
        const [first, second] = await tables.first().getByRole("row").nth(1).getByRole("cell").all();
        expect((await second?.boundingBox())?.y).toBeGreaterThan((await first?.boundingBox())?.y ?? Number.NaN);
        const title = await tables.first().getByRole("columnheader").nth(1).textContent();
        const label = 'getComputedStyle(document.querySelector("table.cards td:nth-child(2)"), "::before").content';
        expect(await page.evaluate(label)).toBe(`"${title}: "`);
      });
    },
  );

  it.each(["", "getting-started.html", "reference/container.html", "errors.html", "how-to/stacks.html"])(
    "passes the accessibility check in light and dark: /%s",
    async (path) => {
      await visit(path, async (page) => {
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          await expect.poll(() => isDark(page)).toBe(colorScheme === "dark");
          const rules = colorScheme === "light" ? undefined : ["color-contrast"];
          expect(await seriousViolations(page, rules), colorScheme).toEqual([]);
        }
      });
    },
  );
});
