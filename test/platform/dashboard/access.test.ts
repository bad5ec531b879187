import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { seriousViolations } from "../../package/site/accessibility.js";
import { heading, openedDashboard, rowsOf } from "./dashboard.js";
import { createShop, deployShop } from "./shop.js";

const { platform, send, read, inEnvironment, organization, create, advance, fail, visit } = openedDashboard({
  isFresh: false,
});
/** The hash of each page, by its name. */
let pages: Readonly<Record<string, string>>;

/** Two services that only the end of their names distinguishes. */
const names = ["recommendations-worker-for-anonymous", "recommendations-worker-for-logged-in"];
const key = "FEATURE_FLAGS_OF_THE_CHECKOUT";
const domain = "sale.checkout.shop.customers.example.com";
const longKey = "A_VERY_LONG_KEY_".repeat(5);
const longDomain = `${"subdomain.".repeat(8)}example.com`;
/** A name as long as the platform allows. */
const long = (start: string) => start.padEnd(120, "-and-so-on");

/** A deployed environment with containers, of which the first has a variable and a domain, and where its pages are. */
async function environmentWith(containers: readonly string[], tag: string, variable: object, domain: string) {
  const project = `/project/${platform.ids.project}`;
  const { id } = (await send("POST", `${project}/environment`, { name: `with ${containers.length}` })).body;
  const services: string[] = [];
  for (const name of containers) services.push((await create("container", { name }, id)).id);
  const place = { variable_scope: "CONTAINER", variable_parent_id: services[0] };
  await send("POST", "/variable", { value: "on", is_secret: false, ...place, ...variable });
  await send("POST", `/container/${services[0]}/customDomain`, { domain, generate_certificate: true });
  const selected = services.map((service) => ({ id: service, image_tag: tag }));
  await send("POST", inEnvironment("service/deploy", id), { containers: selected });
  await advance(20);
  const [{ id: deployment }] = (await read(`/_local/environments/${id}/content`)).deployments;
  const { body: stage } = await send("POST", inEnvironment("deploymentStage", id), { name: long("stage") });
  await send("PUT", `/deploymentStage/${stage.id}/service/${services[0]}`);
  return { environment: `#/environments/${id}`, deployment: `#/deployments/${deployment}`, service: services[0] };
}

beforeAll(async () => {
  const shop = await createShop(platform);
  await fail(...["shop-cleanup", names[1]].map((service) => ({ service, state: "DEPLOYMENT_ERROR" })));
  const similar = await environmentWith(names, "1.28", { key, mount_path: "/etc/flags" }, domain);
  const variable = { key: longKey, value: "on ".repeat(400) };
  const longest = await environmentWith([long("web")], long("2"), variable, longDomain);
  await send("POST", organization("onPremise/credentials"), { name: long("credentials") });
  const failed = await deployShop(platform, shop);
  await advance(20);
  const running = await deployShop(platform, shop);
  await advance(2);
  await send("PUT", "/_local/faults", { rules: [{ fault: "500", match: { route: "getJob" } }] });
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
    "similar names": similar.environment,
    "deployment of similar names": similar.deployment,
    "long names": longest.environment,
    "deployment of long names": longest.deployment,
    "service with a long name": `#/services/${longest.service}`,
    project: `#/projects/${platform.ids.project}`,
    cluster: `#/clusters/${platform.ids.cluster}`,
    registry: `#/resources/${platform.ids.registries.DOCKER_HUB}`,
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

const pageWidth = "document.documentElement.scrollWidth";
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

describe("dashboard: accessibility", () => {
  it.each([
    ["light", [1280, 768]],
    ["dark", [375]],
  ] as const)(
    "passes the accessibility check, fits the width and cuts no text on every page: %s colors, %j pixels",
    async (colorScheme, widths) => {
      // In a table, what is cut has a title, in itself or around it.
      const untitled = `[...document.querySelectorAll("table.data tbody *")]
      .filter((element) => getComputedStyle(element).overflow === "hidden" && !element.matches(".unseen, .unseen *"))
      .filter((element) => element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2)
      .filter((element) => element.closest("[title]") === null && element.querySelector("[title]") === null)
      .map((element) => element.textContent)`;
      // No cell cuts a badge, or a text that can break.
      const breakable = JSON.stringify([longKey, longDomain, ".services.platform.example"]);
      const broken = `[...document.querySelectorAll("table.data tbody :is(th, td)")].flatMap((cell) => [
      ...[...cell.querySelectorAll(".badge")].filter((badge) => badge.getBoundingClientRect().right > cell.getBoundingClientRect().right),
      ...(cell.scrollWidth > cell.clientWidth && ${breakable}.some((text) => cell.textContent.includes(text)) ? [cell] : []),
    ]).map((element) => element.textContent)`;
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
          // A state is written as people write it, everywhere.
          const states = await page.locator("main :is(.state-text, option)").allTextContents();
          expect(states.filter((state) => /[A-Z]{2}|_/.test(state.replace(/^[A-Z]+$/, "")))).toEqual([]);
          // Every badge in a table or a list leads to its reason.
          expect(await page.locator("main :is(table, ul) .badge:not(a)").count(), name).toBe(0);
          badges += await page.locator("main :is(table, ul) a.badge").count();
          for (const width of widths) {
            await page.setViewportSize({ width, height: 800 });
            await expect.poll(() => page.evaluate(pageWidth), { message: name }).toBe(width);
            // The page follows its width a moment later.
            for (const wrong of [cut, untitled, broken])
              await expect.poll(() => page.evaluate(wrong), { message: name }).toEqual([]);
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
    },
  );

  it("opens a service and returns with the keyboard alone", async () => {
    await visit("", async (page) => {
      await page.keyboard.press("Tab");
      expect(await focused(page)).toBe("Skip to the content");
      expect(await page.evaluate("getComputedStyle(document.activeElement).outlineStyle")).toBe("solid");
      await page.keyboard.press("Enter");
      expect(await page.evaluate("document.activeElement.tagName")).toBe("MAIN");
      await tabTo(page, "with 2");
      await page.keyboard.press("Enter");
      await heading(page, "with 2");
      // The heading of the new page has the focus, so that it is read.
      await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("H1");
      await tabTo(page, names[0] ?? "");
      await page.keyboard.press("Enter");
      await heading(page, names[0] ?? "");
      await page.keyboard.press("Shift+Tab");
      await expect.poll(() => focused(page)).toBe("with 2");
      await page.keyboard.press("Enter");
      await heading(page, "with 2");
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

  it("has no animations if the system prefers reduced motion", async () => {
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

  it("has the system's colors until the user chooses others, also after a reload", async () => {
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

describe("dashboard: keyboard shortcuts", () => {
  /** Types keys until they lead to a page: the second of them has a second and a half, which a busy machine may miss. */
  const typeUntil = (page: Page, keys: string, name: string) =>
    expect
      .poll(
        async () => {
          await page.keyboard.type(keys);
          return page.getByRole("heading", { level: 1, name }).isVisible();
        },
        { interval: 500 },
      )
      .toBe(true);

  it("search with /, move through the rows with j and k, and open a row with Enter", async () => {
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

  it("go to a page with g and its letter, are listed by ?, and can be switched off", async () => {
    await visit("#/environments", async (page) => {
      await heading(page, "Environments");
      // A key that means nothing isn't the first of two.
      await page.keyboard.type("x");
      await typeUntil(page, "gr", "Requests");
      await typeUntil(page, "gc", "Controls");
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

/** The elements of a table whose text is cut. Bars and marks have theirs as a title. */
const cut = `[...document.querySelectorAll("table.data tbody :is(th, td, bdi, a, .narrow-note)")]
  .filter((element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== "inline")
  .map((element) => element.textContent)`;

describe("dashboard on a phone", () => {
  const phone = (page: Page) => page.setViewportSize({ width: 390, height: 844 });

  it.each([
    ["Services", "similar names"],
    ["Steps of each service", "deployment of similar names"],
  ])("shows the whole names of services in the table %s (page %s)", async (caption, name) => {
    await visit(pages[name] ?? "", async (page) => {
      await phone(page);
      const links = page.getByRole("table", { name: caption }).locator("tbody th a");
      await expect.poll(async () => (await links.allInnerTexts()).toSorted()).toEqual(names);
      await expect.poll(() => page.evaluate(cut)).toEqual([]);
    });
  });

  it("shows the values of hidden columns in the first column, and breaks texts only after their separators", async () => {
    /** Whether a text has several lines, and how many of its parts have. */
    const lines = (text: string) => `(() => {
      const range = document.createRange();
      const rects = (node) => (range.selectNodeContents(node), [...range.getClientRects()]);
      const shown = [...document.querySelectorAll("tbody bdi")].find(({ textContent }) => textContent === "${text}");
      const parts = [...shown.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      return [new Set(rects(shown).map(({ top }) => top)).size > 1, parts.filter((part) => rects(part).length > 1).length];
    })()`;
    await visit(pages["similar names"] ?? "", async (page) => {
      await phone(page);
      const rows = async (caption: string) =>
        (await rowsOf(page, caption)).map((cells) => cells.map((cell) => cell.replace(/\s+/g, " ").trim()));
      const failed = [`${names[1]} Container 1.28, out of date`, "✕ Deployment error"];
      await expect.poll(() => rows("Services")).toEqual([failed, [`${names[0]} Container 1.28`, "✓ Deployed"]]);
      expect(await rows("Variables in with 2")).toEqual([[`${key} Container ${names[0]} File at /etc/flags`, "on"]]);
      const cname = expect.stringMatching(`^${domain} CNAME [\\w.-]+ of ${names[0]}$`);
      expect(await rows("Custom domains")).toEqual([[cname, "○ Validation pending"]]);
      for (const text of [key, domain])
        await expect.poll(() => page.evaluate(lines(text)), { message: text }).toEqual([true, 0]);
    });
  });

  it("fits the API reference into the width, and opens the form for access tokens from there", async () => {
    await visit("", async (page) => {
      await phone(page);
      await page.getByRole("link", { name: "API" }).click();
      await page.locator(".opblock-tag").first().waitFor();
      expect(await page.evaluate(pageWidth)).toBe(390);
      await page.getByRole("link", { name: "Create a token" }).click();
      await page.getByRole("heading", { name: "Access token" }).waitFor();
    });
  });
});
