/** What a person reads at a glance: names that are whole and distinct, and pages that fit, also on a phone. */
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { seriousViolations } from "../../package/site/accessibility.js";
import { openedDashboard, rowsOf, textOf } from "./dashboard.js";

const { platform, send, inEnvironment, create, deploy, advance, visit } = openedDashboard({
  speed: "manual",
  endpoints: "extended",
  isFresh: true,
});
const organization = (path: string) => `/organization/${platform.ids.organization}/${path}`;
const fail = (...rules: Record<string, unknown>[]) => send("PUT", "/_local/deployment-failures", { rules });

/** Two services that only the end of their names distinguishes. */
const names = ["recommendations-worker-for-anonymous", "recommendations-worker-for-logged-in"];
const key = "FEATURE_FLAGS_OF_THE_CHECKOUT";
const domain = "sale.checkout.shop.customers.example.com";

let environment: string;
let services: string[];
let deployment: string;

const lastDeployment = async (id: string): Promise<string> =>
  (await send("GET", `/_local/environments/${id}/content`)).body.deployments[0].id;

beforeEach(async () => {
  environment = platform.ids.environment;
  const registry_id = platform.ids.registries.DOCKER_HUB;
  services = [];
  for (const name of names) services.push((await create("container", { name, registry_id })).id);
  const [id] = services as [string, string];
  const place = { variable_scope: "CONTAINER", variable_parent_id: id };
  await send("POST", "/variable", { key, value: "on", is_secret: false, mount_path: "/etc/flags", ...place });
  await send("POST", `/container/${id}/customDomain`, { domain, generate_certificate: true });
  await fail({ service: names[1], state: "DEPLOYMENT_ERROR", times: 1 });
  await deploy({ containers: services.map((each) => ({ id: each, image_tag: "1.28" })) });
  await advance(20);
  deployment = await lastDeployment(environment);
});

/** A second environment called main, with a container called like one of the first. */
async function createOther(): Promise<{ project: string; id: string; service: string }> {
  const { body: project } = await send("POST", organization("project"), { name: "billing" });
  const { body: other } = await send("POST", `/project/${project.id}/environment`, { name: "main" });
  const registry_id = platform.ids.registries.DOCKER_HUB;
  const { id: service } = await create("container", { name: names[0], registry_id }, other.id);
  await send("POST", inEnvironment("service/deploy", other.id), { containers: [{ id: service, image_tag: "1" }] });
  return { project: project.id, id: other.id, service };
}

describe("the title of the window", () => {
  it("names the environment and the project, which distinguish two pages of one name", async () => {
    const other = await createOther();
    const run = await lastDeployment(other.id);
    for (const [hash, title] of [
      [`#/environments/${environment}`, "main · main"],
      [`#/environments/${other.id}`, "main · billing"],
      [`#/services/${other.service}`, `${names[0]} · main · billing`],
      [`#/deployments/${run}`, `${names[0]} 1 (${run.slice(0, 8)}) · main · billing`],
      ["#/organization", "Organization"],
    ]) {
      await visit(hash as string, async (page) => {
        await expect.poll(() => page.title()).toBe(`${title} · Application Platform`);
      });
    }
  });
});

describe("the page of an environment", () => {
  it("counts its services by state, failures first, and each count leads to these services", async () => {
    await visit(`#/environments/${environment}`, async (page) => {
      const counts = page.getByRole("list", { name: "States of the services of main" }).getByRole("link");
      const shown = async () => (await rowsOf(page, "Services")).map(([name]) => name);
      await expect.poll(() => counts.allInnerTexts()).toEqual(["✕\nDEPLOYMENT_ERROR\n1", "✓\nDEPLOYED\n1"]);
      await counts.first().click();
      await expect.poll(shown).toEqual([names[1]]);
      await page.goBack();
      await expect.poll(shown).toEqual(names);
    });
  });

  it("has the deployments right after the services, however many variables and domains there are", async () => {
    await visit(`#/environments/${environment}`, async (page) => {
      await page.getByRole("heading", { name: "Domains" }).waitFor();
      expect(await page.locator("main section h2").allInnerTexts()).toEqual([
        "Services",
        "Deployments",
        "Variables",
        "Domains",
      ]);
    });
  });
});

describe("what is not there", () => {
  it.each([
    ["service", "#/services/gone", "Environments"],
    ["request", "#/requests/999999", "Requests"],
  ])("leads back to others of it: a %s", async (noun, hash, list) => {
    await visit(
      hash,
      async (page) => {
        await page.getByRole("heading", { level: 1, name: `No such ${noun}` }).waitFor();
        await page.getByRole("link", { name: `See all ${list.toLowerCase()}` }).click();
        await page.getByRole("heading", { level: 1, name: list }).waitFor();
      },
      { provoked: /404/ },
    );
  });
});

describe("the page of the requests", () => {
  it("proposes a request that is served, while there is none", async () => {
    await send("POST", "/_local/reset");
    await visit("#/requests", async (page) => {
      await page.getByText("No requests yet.").waitFor();
      const command = page.locator(".empty pre");
      await expect.poll(() => textOf(command)).toContain(platform.ids.environment);
      const path = /curl \S+?(\/environment\S+)/.exec(await textOf(command))?.[1] ?? "";
      expect((await send("GET", path)).status).toBe(200);
      await page
        .getByRole("table")
        .getByText(`GET ${path.slice(0, 21)}`)
        .waitFor();
    });
  });

  it("has a button to resume that can be read while the mouse is over it", async () => {
    await visit("#/requests", async (page) => {
      await page.getByRole("button", { name: "Pause" }).click();
      const resume = page.getByRole("button", { name: "Resume" });
      await resume.hover();
      expect(await seriousViolations(page)).toEqual([]);
    });
  });
});

describe("the API reference", () => {
  it("fits on a phone, and leads to where a token is created", async () => {
    await visit("", async (page) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole("link", { name: "API" }).click();
      await page.locator(".operation").first().waitFor();
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(390);
      await page.getByRole("link", { name: "Create a token" }).click();
      await page.getByRole("heading", { name: "Access token" }).waitFor();
    });
  });
});

/** The elements of a table whose text is cut. Bars and marks have theirs as a title. */
const cut = `[...document.querySelectorAll("table.data tbody :is(th, td, bdi, a, .narrow-note)")]
  .filter((element) => element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== "inline")
  .map((element) => element.textContent)`;

describe("on a phone", () => {
  const phone = (page: Page) => page.setViewportSize({ width: 390, height: 844 });

  it.each([
    ["an environment", () => `#/environments/${environment}`, "Services"],
    ["a deployment", () => `#/deployments/${deployment}`, "Steps of each service"],
  ])("the names of services are whole on the page of %s", async (_of, hash, caption) => {
    await visit(hash(), async (page) => {
      await phone(page);
      const links = page.getByRole("table", { name: caption }).locator("tbody th a");
      await expect.poll(() => links.allInnerTexts()).toEqual(names);
      await expect.poll(() => page.evaluate(cut)).toEqual([]);
    });
  });

  it("the first column says what the others have no room for", async () => {
    await visit(`#/environments/${environment}`, async (page) => {
      await phone(page);
      const rows = async (caption: string) =>
        (await rowsOf(page, caption)).map((cells) => cells.map((cell) => cell.replace(/\s+/g, " ").trim()));
      await expect
        .poll(() => rows("Services"))
        .toEqual([
          [`container 1.28 ${names[0]}`, "✓ DEPLOYED"],
          [`container 1.28, out of date ${names[1]}`, "✕ DEPLOYMENT_ERROR"],
        ]);
      expect(await rows("Variables in main")).toEqual([[`${key} CONTAINER ${names[0]} file at /etc/flags`, "on"]]);
      const cname = expect.stringMatching(`^${domain} CNAME [\\w.-]+ of ${names[0]}$`);
      expect(await rows("Custom domains")).toEqual([[cname, "VALIDATION_PENDING"]]);
    });
  });

  it("keys, values, domains and states break after their separators", async () => {
    const host = "db-3fa85f64.databases.internal.example.com";
    const place = { variable_scope: "ENVIRONMENT", variable_parent_id: environment };
    await send("POST", "/variable", { key: "HOST", value: host, is_secret: false, ...place });
    /** Whether a text has several lines, and how many of its parts have. */
    const lines = (text: string) => `(() => {
      const range = document.createRange();
      const rects = (node) => (range.selectNodeContents(node), [...range.getClientRects()]);
      const shown = [...document.querySelectorAll("tbody bdi")].find(({ textContent }) => textContent === "${text}");
      const parts = [...shown.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      return [new Set(rects(shown).map(({ top }) => top)).size > 1, parts.filter((part) => rects(part).length > 1).length];
    })()`;
    await visit(`#/environments/${environment}`, async (page) => {
      await phone(page);
      for (const text of [key, host, domain, "VALIDATION_PENDING"]) {
        await page.getByText(text, { exact: true }).waitFor();
        await expect.poll(() => page.evaluate(lines(text)), { message: text }).toEqual([true, 0]);
      }
    });
  });
});
