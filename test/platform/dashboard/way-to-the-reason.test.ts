/** The way of an operator from something red to the reason, and what must not get lost on it. */
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { heading, openedDashboard, rowsOf, textOf } from "./dashboard.js";
import { createShop, deployShop, type Shop } from "./shop.js";

const { platform, send, read, inEnvironment, organization, create, deploy, fail, advance, visit } = openedDashboard();
let shop: Shop;
let environment: string;
beforeEach(async () => {
  environment = platform.ids.environment;
  shop = await createShop(platform);
});

/** Deploys the shop, in which the cleanup fails, and returns the ID of the deployment. */
async function failedDeployment(): Promise<string> {
  await fail({ service: shop["shop-cleanup"], state: "DEPLOYMENT_ERROR", during: "EXECUTING", times: 1 });
  const id = await deployShop(platform, shop);
  await advance(20);
  return id;
}

const failure = (page: Page) => page.getByRole("region", { name: "What failed" });
const trail = (page: Page) => page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").allInnerTexts();
const firstCells = async (page: Page, caption: string) => (await rowsOf(page, caption)).map(([first]) => first);
const sections = (page: Page) => page.locator("main > :is(section, dl)").allTextContents();
/** What has failed, which is the first section of the page. */
async function shownFailure(page: Page): Promise<string> {
  await failure(page).waitFor();
  expect((await sections(page))[0]).toMatch(/^What failed/);
  return (await textOf(failure(page))).replace(/\s+/g, " ");
}

describe("dashboard: badge of a state", () => {
  it("leads from the first page to the reason in three steps", async () => {
    await failedDeployment();
    await visit("", async (page) => {
      const states = page.getByRole("list", { name: "States of the services of main" });
      await states.getByRole("link", { name: /Deployment error/ }).click();
      await heading(page, "main");
      await expect.poll(() => firstCells(page, "Services")).toEqual(["shop-cleanup"]);
      await page.getByRole("table", { name: "Services" }).getByRole("link", { name: "Deployment error" }).click();
      await heading(page, /^shop 8f2b1c4e/);
      await failure(page).getByRole("link", { name: "Deployment error" }).click();
      await heading(page, "shop-cleanup");
      await failure(page).getByText('A failure rule for "shop-cleanup" applied.').waitFor();
    });
  });

  it("links to the last deployment (first page, environment, service)", async () => {
    const id = await failedDeployment();
    for (const hash of ["", `#/environments/${environment}`, `#/services/${shop["shop-cleanup"]}`])
      await visit(hash, async (page) => {
        const badge = page.locator(hash === "" ? ".card .title .badge" : ".title .badge");
        await badge.first().click();
        await expect.poll(() => new URL(page.url()).hash).toBe(`#/deployments/${id}`);
      });
  });

  it("links to a never deployed service, and to a cluster with its requests", async () => {
    await visit(`#/environments/${environment}?search=network`, async (page) => {
      await page.getByRole("table").getByRole("link", { name: "Ready" }).click();
      await heading(page, "shop-network");
    });
    await send("POST", organization(`cluster/${platform.ids.cluster}/deploy`));
    await visit("#/organization", async (page) => {
      await page.getByRole("table", { name: "Clusters" }).getByRole("link", { name: "Deployment queued" }).click();
      await heading(page, "Cluster main");
      await page.getByRole("link", { name: "Requests about it" }).click();
      await heading(page, "Requests");
      const deploy = expect.stringMatching(/^POST .*\/deploy$/);
      await expect.poll(() => firstCells(page, "Requests, newest first")).toEqual([deploy]);
    });
  });
});

describe("dashboard: What failed", () => {
  it("comes first on a service's page, with state, time and reason, until a deployment", async () => {
    const id = await failedDeployment();
    await visit(`#/services/${shop["shop-cleanup"]}`, async (page) => {
      expect(await shownFailure(page)).toMatch(
        /Deployment error while executing, \w+ \d+, \d{4}, .+ \((just now|\d+ \w+ ago)\), in the deployment shop-cleanup 16-alpine \w{8} A failure rule for "shop-cleanup" applied\.$/,
      );
      const deployment = failure(page).getByRole("link", { name: /^shop-cleanup 16-alpine/ });
      expect(await deployment.getAttribute("href")).toBe(`#/deployments/${id}`);
      await deploy({ jobs: [{ id: shop["shop-cleanup"], image_tag: "17" }] });
      await failure(page).waitFor({ state: "detached" });
      await advance(20);
      await page.locator(".title").getByText("Deployed", { exact: true }).waitFor();
      expect(await failure(page).count()).toBe(0);
    });
  });

  it("comes first on an environment's page, and failed services lead its list", async () => {
    const id = await failedDeployment();
    await visit(`#/environments/${environment}`, async (page) => {
      const shown = /shop-cleanup ✕ Deployment error while executing A failure rule for "shop-cleanup" applied\.$/;
      expect(await shownFailure(page)).toMatch(shown);
      const state = failure(page).getByRole("link", { name: "Deployment error" });
      expect(await state.getAttribute("href")).toBe(`#/deployments/${id}`);
      const services = ["shop-cleanup", "shop", "shop-db", "shop-invoices", "shop-network"];
      await expect.poll(() => firstCells(page, "Services")).toEqual(services);
      await deploy({ jobs: [{ id: shop["shop-cleanup"], image_tag: "17" }] });
      await failure(page).waitFor({ state: "detached" });
    });
  });

  it("counts failing environments on the first page, and they come first in the list", async () => {
    await visit("", async (page) => {
      await page.getByText("No environment is failing.").waitFor();
      const { id } = await create("container", { name: "web" }, platform.ids.otherEnvironment);
      const containers = [{ id, image_tag: "2-build-error" }];
      await send("POST", inEnvironment("service/deploy", platform.ids.otherEnvironment), { containers });
      await advance(20);
      await page.getByText("1 environment failing").waitFor();
      await expect.poll(() => page.locator(".card h2").allInnerTexts()).toEqual(["other", "main"]);
    });
  });

  it("comes first on the page of the organization if the deployment of a cluster fails", async () => {
    await fail({ cluster: platform.ids.cluster, state: "DEPLOYMENT_ERROR", times: 1 });
    await visit("#/organization", async (page) => {
      await heading(page, "Organization");
      expect(await failure(page).count()).toBe(0);
      const row = page.getByRole("table", { name: "Clusters" }).getByRole("row").filter({ hasText: "main" });
      await send("POST", organization(`cluster/${platform.ids.cluster}/deploy`));
      await row.getByText("Deployment queued").waitFor();
      await row.getByText("In progress").waitFor();
      await advance(10);
      await row.getByText("Deploying").waitFor();
      await advance(60);
      const reason = /in the operation that started \w+ \d+, \d{4}, .+ A failure rule for "main" applied\.$/;
      expect(await shownFailure(page)).toMatch(reason);
    });
  });
});

describe("page of a service", () => {
  it("lists its deployments with the service's own state and duration, above the configuration", async () => {
    await failedDeployment();
    await deploy({ containers: [{ id: shop["shop-invoices"], image_tag: "8.16" }], databases: [shop["shop-db"]] });
    await advance(20);
    await visit(`#/services/${shop["shop-invoices"]}`, async (page) => {
      const deployments = async () => {
        const rows = await rowsOf(page, "Deployments of shop-invoices, newest first");
        return rows.map(([what, , state, , took]) => [what, state, took].join(" ").replace(/\s+/g, " "));
      };
      const shown = ["8.15 → 8.16", "8.15"].map((version) => `shop-invoices ${version} ✓ Deployed 4 s`);
      await expect.poll(deployments).toEqual(shown);
      const text = (await sections(page)).join("\n");
      expect(text).toMatch(/^Deployments[\s\S]*^Configuration[\s\S]*^Events/m);
      expect(await failure(page).count()).toBe(0);
      for (const other of ["shop-cleanup", "POSTGRESQL"]) expect(text).not.toContain(other);
    });
  });

  it("shows the URL of each public port, the default one first", async () => {
    const ports = [
      { name: "http", internal_port: 8080, external_port: 443, publicly_accessible: true, protocol: "HTTP" },
      { name: "admin", internal_port: 9090, publicly_accessible: true, is_default: true, protocol: "HTTP" },
      { name: "own", internal_port: 7070, publicly_accessible: false, protocol: "HTTP" },
    ];
    const { id } = await create("container", { name: "web", ports });
    const { body } = await send("GET", `/container/${id}/link`);
    const urls: string[] = body.results.map(({ url }: { url: string }) => url);
    await visit(`#/services/${id}`, async (page) => {
      const shown = page.locator(".facts > div").filter({ hasText: "URLs" }).locator("code");
      await expect.poll(() => shown.allInnerTexts()).toEqual([urls[1], urls[0]]);
    });
    await visit(`#/services/${shop["shop-db"]}`, async (page) => {
      await heading(page, "shop-db");
      expect(await page.locator(".facts").getByText(/^URL/).count()).toBe(0);
    });
  });
});

describe("environments with the same name", () => {
  it("are shown with their projects in lists, breadcrumbs and window titles", async () => {
    const { body: project } = await send("POST", organization("project"), { name: "billing" });
    const { body: other } = await send("POST", `/project/${project.id}/environment`, { name: "main" });
    const { id: service } = await create("database", { name: "invoices" }, other.id);
    await send("POST", inEnvironment("service/deploy", other.id), { databases: [service] });
    await advance(20);
    const [{ id: run }] = (await read(`/_local/environments/${other.id}/content`)).deployments;
    await visit("", async (page) => {
      const titled = (text: string) => expect.poll(() => page.title()).toBe(`${text} · Application Platform`);
      const cards = page.locator(".card").filter({ has: page.locator("h2 a", { hasText: /^main$/ }) });
      const projects = ["Project main · 5 services", "Project billing · 1 service"];
      await expect
        .poll(() => cards.locator("p").allInnerTexts())
        .toEqual(projects.map((each) => expect.stringContaining(each)));
      await page.getByRole("link", { name: "billing" }).click();
      await heading(page, "Project billing");
      await expect.poll(() => cards.count()).toBe(1);
      await cards.getByRole("heading").getByRole("link").click();
      await titled("main · billing");
      expect(await trail(page)).toEqual(["Environments", "billing"]);
      for (const [hash, title] of [
        [`services/${service}`, "invoices · main · billing"],
        [`deployments/${run}`, `invoices 16 (${run.slice(0, 8)}) · main · billing`],
      ] as const) {
        await page.goto(`${platform.url}/_local/#/${hash}`);
        await titled(title);
        expect(await trail(page)).toEqual(["Environments", "billing", "main"]);
        await page.getByRole("link", { name: "billing" }).click();
        await heading(page, "Project billing");
      }
      await send("PUT", `/project/${project.id}`, { name: "renamed" });
      await heading(page, "Project renamed");
    });
  });
});

describe("dashboard: filters", () => {
  const names = (page: Page) => firstCells(page, "Services");

  it("persist with the sort order over a visit, Back and a reload, and can be cleared", async () => {
    await failedDeployment();
    await deploy({ databases: [shop["shop-db"]] });
    await visit(`#/environments/${environment}`, async (page) => {
      const counts = page.getByRole("list", { name: "States of the services of main" });
      await counts.getByRole("link", { name: /Deployed/ }).click();
      await page.getByLabel("Search").fill("SHOP");
      await page.getByRole("button", { name: "Name" }).click();
      await page.getByRole("button", { name: "Name" }).click();
      const chosen = ["shop-invoices", "shop"];
      await expect.poll(() => names(page)).toEqual(chosen);
      await page.getByRole("link", { name: "shop-invoices", exact: true }).click();
      await heading(page, "shop-invoices");
      await page.goBack();
      await expect.poll(() => names(page)).toEqual(chosen);
      await page.reload();
      await expect.poll(() => names(page)).toEqual(chosen);
      expect(await page.getByLabel("Search").inputValue()).toBe("SHOP");
      // The breadcrumb leads back to what was left, too.
      await page.getByRole("link", { name: "shop-invoices", exact: true }).click();
      await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: "main" }).last().click();
      await expect.poll(() => names(page)).toEqual(chosen);
      await page.getByRole("combobox", { name: "Kind" }).selectOption("job");
      await page.getByText("No service matches.").waitFor();
      await page.getByRole("button", { name: "Clear the filters" }).click();
      // Failures first, and what is in progress next.
      await page.getByRole("button", { name: "State" }).click();
      const services = ["shop-cleanup", "shop-db", "shop-network", "shop", "shop-invoices"];
      await expect.poll(() => names(page)).toEqual(services);
    });
  });

  it.each([
    ["Environments", "#/environments", "State", "READY", ".card h2", ["other"]],
    ["Organization", "#/organization", "Kind", "git token", "section:has(#resources) tbody th", ["git"]],
    ["Requests", "#/requests", "Method", "PUT", "tbody th", ["PUT /nowhere"]],
  ])("persist over a reload and Back on the page %s", async (title, hash, name, option, shown, expected) => {
    await deployShop(platform, shop);
    await send("PUT", "/nowhere", {});
    await visit(hash, async (page) => {
      const texts = () => page.locator(shown).allInnerTexts();
      await page.getByRole("combobox", { name }).selectOption(option);
      await expect.poll(texts).toEqual(expected);
      await page.reload();
      await heading(page, title);
      await expect.poll(texts).toEqual(expected);
      await page.getByRole("link", { name: "Controls" }).click();
      await heading(page, "Controls");
      await page.goBack();
      await heading(page, title);
      await expect.poll(texts).toEqual(expected);
      // The menu begins again.
      await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: title }).click();
      await expect.poll(async () => (await texts()).length).toBeGreaterThan(1);
    });
  });
});

describe("page of an environment: deployment stages", () => {
  it("link to their services, and to their services in one state", async () => {
    const { body: stage } = await send("POST", inEnvironment("deploymentStage"), { name: "late" });
    await send("PUT", `/deploymentStage/${stage.id}/service/${shop["shop-cleanup"]}`);
    await send("PUT", `/deploymentStage/${stage.id}/service/${shop.shop}`);
    await failedDeployment();
    await visit(`#/environments/${environment}`, async (page) => {
      const stages = page.getByRole("table", { name: "Deployment stages" });
      await stages.getByRole("link", { name: "late", exact: true }).click();
      await expect.poll(() => firstCells(page, "Services")).toEqual(["shop-cleanup", "shop"]);
      await stages.getByRole("link", { name: /Deployment error/ }).click();
      await expect.poll(() => firstCells(page, "Services")).toEqual(["shop-cleanup"]);
      await page.getByRole("combobox", { name: "Stage" }).selectOption("");
      await page.getByText("1 of 5 services").waitFor();
    });
  });
});
