import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { openedFolder } from "../../support/opened-folder.js";
import { startPlatform, whileServed } from "../support/platform.js";
import { copied, heading, openedDashboard, rowsOf, textOf } from "./dashboard.js";
import { createShop, deployShop, type Shop, secrets } from "./shop.js";

const { platform, send, inEnvironment, organization, fail, advance, visit } = openedDashboard();
const folder = openedFolder("dashboard-data");
let environment: string;
beforeAll(() => {
  environment = platform.ids.environment;
});

describe("environments page", () => {
  it("counts services by state, finds environments by name, and shows the platform's options", async () => {
    await visit("", async (page) => {
      const facts = page.getByRole("region", { name: "Platform" });
      await expect.poll(() => textOf(facts)).toContain("manual: time advances in the controls");
      expect(await textOf(facts)).toContain("in memory: lost when the platform stops");
      const card = page.getByRole("listitem").filter({ has: page.locator("h2 a", { hasText: /^main$/ }) });
      await card.getByText("No services yet").waitFor();
      const shop = await createShop(platform);
      await card.getByText("5 services").waitFor();
      await deployShop(platform, shop);
      await advance(20);
      await card.getByText("Deployed4").waitFor();
      expect(await textOf(card.getByRole("list", { name: "States of the services of main" }))).toMatch(/Ready\s*1/);
      await page.getByLabel("Search").fill("OTH");
      await expect.poll(() => page.locator(".card h2").allInnerTexts()).toEqual(["other"]);
      await page.getByLabel("Search").fill("nothing");
      await page.getByText("No matching environments.").waitFor();
    });
  });

  it("shows the whole path of the data file", async () => {
    const data = join(folder, "platform.db");
    await whileServed({ data }, async (stored) => {
      const use = (page: Page) => page.getByRole("region", { name: "Platform" }).getByText(data).waitFor();
      await visit("", use, { of: stored });
    });
  });
});

describe("organization page", () => {
  it("lists resources with the services that use each, and finds and opens a resource by name", async () => {
    await visit("#/organization", async (page) => {
      const rows = async () =>
        (await rowsOf(page, "Resources")).map((cells) => cells.slice(0, 3).join(" ").replace(/\s+/g, " "));
      await page.getByText("9 resources").waitFor();
      expect(await rows()).toContain("docker-hub Container registry Nothing");
      await createShop(platform);
      const users = "shop-invoices in main / main shop-cleanup in main / main";
      await expect.poll(rows).toContain(`docker-hub Container registry ${users}`);
      await send("POST", organization("onPremise/credentials"), { name: "Data centre" });
      await page.getByText("10 resources").waitFor();
      await page.getByLabel("Search").fill("data");
      await expect.poll(rows).toEqual(["Data centre On-premise credentials Nothing"]);
      await page.getByLabel("Search").fill("nothing");
      await page.getByText("No matching resources.").waitFor();
      await page.getByLabel("Search").fill("docker");
      await page.getByRole("link", { name: "docker-hub" }).click();
      await heading(page, "Container registry docker-hub");
      await page.getByRole("region", { name: "Used by" }).getByRole("link", { name: "shop-cleanup" }).waitFor();
    });
  });
});

describe("organization page: access", () => {
  /** A role, and who has it. */
  async function createAccess(): Promise<string> {
    const role = (await send("POST", organization("customRole"), { name: "Release managers" })).body;
    const [project] = role.project_permissions;
    project.permissions[3].permission = "DEPLOYER";
    await send("PUT", organization(`customRole/${role.id}`), role);
    const invited = (email: string, role_id?: string) => send("POST", organization("inviteMember"), { email, role_id });
    const { body: late } = await invited("late@example.com");
    await send("POST", `/_local/invitations/${late.id}/expire`);
    await send("POST", organization(`inviteMember/${(await invited("dev@example.com", role.id)).body.id}`));
    await send("POST", organization("apiToken"), { name: "ci", role_id: role.id });
    return role.id;
  }

  it("shows members, invitations and API tokens, and a custom role's permissions", async () => {
    await visit("#/organization", async (page) => {
      const people = async () =>
        (await rowsOf(page, "Members, invitations and API tokens")).map((cells) => cells.slice(0, 4));
      await expect.poll(people).toEqual([["owner@example.com", "Member", "OWNER", ""]]);
      expect(await page.getByRole("table", { name: "Custom roles" }).count()).toBe(0);
      await createAccess();
      await expect.poll(people).toEqual([
        ["owner@example.com", "Member", "OWNER", ""],
        ["dev@example.com", "Member", "Release managers", ""],
        ["late@example.com", "Invitation", "VIEWER", "Expired"],
        ["ci", "API token", "Release managers", ""],
      ]);
      const [role] = await rowsOf(page, "Custom roles");
      expect(role?.slice(0, 2)).toEqual(["Release managers", "dev@example.com, ci"]);
      await page.getByRole("table", { name: "Custom roles" }).getByRole("link").click();
      await heading(page, "Custom role Release managers");
      expect(await rowsOf(page, "Permissions")).toEqual([
        ["Cluster main", "Viewer"],
        ["Project main", "Development: No access, Preview: No access, Staging: No access, Production: Deployer"],
      ]);
      await page.getByRole("region", { name: "Used by" }).getByRole("link", { name: "ci" }).click();
      await heading(page, "API token ci");
      expect(await textOf(page.locator("dl.facts"))).toMatch(/Role\s*Release managers/);
      await page.goBack();
      await heading(page, "Custom role Release managers");
    });
  });

  it("receives neither tokens nor links of invitations", async () => {
    const { body: token } = await send("POST", organization("apiToken"), { name: "ci", role_id: null });
    const { body: invited } = await send("POST", organization("inviteMember"), { email: "dev@example.com" });
    const { body } = await send("GET", "/_local/organization");
    expect(body.access).toHaveLength(3);
    const text = JSON.stringify(body);
    expect([text.includes(token.token), text.includes(invited.invitation_link)]).toEqual([false, false]);
  });
});

describe("page of a cluster", () => {
  it("shows its features and its DNS provider as they change, without secrets", async () => {
    const { cluster } = platform.ids;
    const dns = (dns_provider: object) => send("PUT", `/cluster/${cluster}/dnsProvider`, { dns_provider });
    await visit(`#/clusters/${cluster}`, async (page) => {
      const facts = () => textOf(page.locator("dl.facts"));
      await expect.poll(facts).toMatch(/DNS provider\s*Platform, services\.platform\.example/);
      const features = () => rowsOf(page, "Features");
      await expect.poll(features).toContainEqual(["STATIC_IP", "false"]);
      const cloudflare = { provider: "CLOUDFLARE", domain: "apps.example.com", email: "a@example.com" };
      expect((await dns({ ...cloudflare, api_token: secrets.variable })).status).toBe(200);
      await expect.poll(facts).toMatch(/DNS provider\s*Cloudflare, apps\.example\.com/);
      const body = { name: "main", region: "eu-west-3", cloud_provider: "AWS" };
      const changed = { ...body, features: [{ id: "STATIC_IP", value: true }] };
      expect((await send("PUT", organization(`cluster/${cluster}`), changed)).status).toBe(200);
      await expect.poll(features).toContainEqual(["STATIC_IP", "true"]);
    });
  });
});

describe("page of an environment", () => {
  it("shows commands to copy while it's empty, and isn't updated while its tab is hidden", async () => {
    const hide = (isHidden: boolean) =>
      `Object.defineProperty(document, "hidden", { value: ${isHidden}, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"))`;
    await visit(`#/environments/${environment}`, async (page) => {
      await page.getByText("This environment has no services yet.").waitFor();
      await page.getByRole("button", { name: "Copy the commands" }).first().click();
      await page.getByText("Commands copied.").waitFor();
      const variables = [`BASE_URL=${platform.url}`, "ENDPOINTS=extended", "TOKEN=<token>"];
      const commands = [...variables.map((each) => `export APP_PLATFORM_${each}`), "pulumi up"];
      expect(await copied(page)).toBe(commands.join("\n"));
      await page.getByRole("button", { name: "Copy the ID of main" }).click();
      await page.getByText("ID copied.").waitFor();
      expect(await copied(page)).toBe(environment);
      await page.evaluate(hide(true));
      await page.getByText("Connecting…").waitFor();
      await createShop(platform);
      expect(await page.getByRole("table", { name: "Services" }).count()).toBe(0);
      await page.evaluate(hide(false));
      await page.getByRole("table", { name: "Services" }).getByText("shop-network").waitFor();
    });
  });

  it("follows a create, a deployment, an update, a delete and a reset without a reload", async () => {
    await visit(`#/environments/${environment}`, async (page) => {
      const shop = await createShop(platform);
      const row = (name: string) =>
        page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
      await deployShop(platform, shop);
      await row("shop").getByText("Deployment queued").waitFor();
      await row("shop").getByText("In progress").waitFor();
      await advance(2);
      await row("shop").getByText("Building").waitFor();
      await advance(20);
      await row("shop").getByText("Up to date").waitFor();
      await send("PUT", `/database/${shop["shop-db"]}`, { version: "17" });
      await row("shop-db").getByText("Out of date").waitFor();
      await send("DELETE", `/terraform/${shop["shop-network"]}`);
      await row("shop-network").waitFor({ state: "detached" });
      await send("POST", "/_local/reset");
      await page.getByText("This environment has no services yet.").waitFor();
    });
  });
});

describe("dashboard: variables, domains and stages", () => {
  /** A system with something of each. */
  async function createSystem(): Promise<Shop> {
    const shop = await createShop(platform);
    const { body: stage } = await send("POST", inEnvironment("deploymentStage"), { name: "late" });
    await send("PUT", `/deploymentStage/${stage.id}/service/${shop.shop}`);
    const set = (scope: string, parent: string, key: string, value: string, is_secret = false) =>
      send("POST", "/variable", { key, value, is_secret, variable_scope: scope, variable_parent_id: parent });
    const { body: wide } = await set("PROJECT", platform.ids.project, "LOG_LEVEL", "info");
    await set("ENVIRONMENT", environment, "DB_PASSWORD", secrets.password);
    await set("APPLICATION", shop.shop, "KEY", secrets.variable, true);
    const override = { value: "debug", override_scope: "APPLICATION", override_parent_id: shop.shop };
    await send("POST", `/variable/${wide.id}/override`, override);
    const domain = { domain: "shop.example.com", generate_certificate: true };
    await send("POST", `/application/${shop.shop}/customDomain`, domain);
    return shop;
  }

  it("appear on the page of their environment at once, without secrets", async () => {
    await visit(`#/environments/${environment}`, async (page) => {
      await page.getByText("This environment has no services yet.").waitFor();
      await createSystem();
      await expect
        .poll(() => rowsOf(page, "Variables in main"))
        .toEqual([
          ["LOG_LEVEL", "info", "Project", "Value", ""],
          ["DB_PASSWORD", "••••••", "Environment", "Value", ""],
          ["KEY", "••••••", "Application", "Value", "shop"],
          ["LOG_LEVEL", "debug", "Application", "Override of LOG_LEVEL", "shop"],
        ]);
      const validation = expect.stringMatching(/^\w+\.services\.platform\.example$/);
      await expect
        .poll(() => rowsOf(page, "Custom domains"))
        .toEqual([["shop.example.com", "shop", expect.stringMatching(/Validation pending$/), validation]]);
      await expect
        .poll(() => rowsOf(page, "Deployment stages"))
        .toEqual([
          ["1. default", "4", expect.stringMatching(/Ready\s*4/)],
          ["2. late", "1", expect.stringMatching(/Ready\s*1/)],
        ]);
      const titles = await page.locator("main section h2").allInnerTexts();
      expect(titles.slice(0, 2)).toEqual(["Services", "Deployments"]);
    });
  });

  it("appear on the page of a service, stages also on a deployment's page", async () => {
    const shop = await createSystem();
    await visit(`#/services/${shop.shop}`, async (page) => {
      await expect
        .poll(async () => (await rowsOf(page, "Variables of shop")).toSorted())
        .toEqual([
          ["DB_PASSWORD", "••••••", "Environment", "Value", ""],
          ["KEY", "••••••", "Application", "Value", "shop"],
          ["LOG_LEVEL", "debug", "Application", "Override of LOG_LEVEL", "shop"],
          ...["ID", "Z[0-9A-F]{8}_HOST_EXTERNAL", "Z[0-9A-F]{8}_HOST_INTERNAL"].map((end) => {
            const key = expect.stringMatching(`^PLATFORM_APPLICATION_${end}$`);
            return [key, expect.any(String), "Built in", "Built in", "shop"];
          }),
        ]);
      await expect.poll(() => rowsOf(page, "Custom domains")).toHaveLength(1);
      await expect.poll(() => textOf(page.locator("dl.facts").first())).toMatch(/Stage\s*late/);
    });
    await visit(`#/services/${shop["shop-db"]}`, async (page) => {
      const key = expect.stringMatching(/^POSTGRESQL_Z[0-9A-F]{8}_PASSWORD$/);
      await expect
        .poll(() => rowsOf(page, "Variables of shop-db"))
        .toContainEqual([key, "••••••", "Built in", "Built in", "shop-db"]);
    });
    await visit(`#/deployments/${await deployShop(platform, shop)}`, async (page) => {
      const first = async () => (await rowsOf(page, "Steps of each service")).map(([service]) => service);
      await expect.poll(first).toContain("shop application, stage late");
    });
  });
});

describe("page of a service", () => {
  it("lists its deployments and events as they happen", async () => {
    const shop: Shop = await createShop(platform);
    await visit(`#/services/${shop["shop-cleanup"]}`, async (page) => {
      await page.getByText("This service hasn't been deployed.").waitFor();
      await fail({ service: "shop-cleanup", state: "DEPLOYMENT_ERROR", during: "EXECUTING" });
      await deployShop(platform, shop);
      await advance(20);
      const events = page.getByRole("region", { name: "Events" });
      await events.getByRole("link", { name: /Deployment error/ }).waitFor();
      const texts = await events.getByRole("listitem").allInnerTexts();
      expect(texts.at(-1)).toMatch(/^Created/);
      expect(texts.join("\n")).toMatch(/Deployment error[\s\S]*Executing[\s\S]*Deploying[\s\S]*Deployment queued/);
      await page.getByRole("link", { name: "shop-cleanup 16-alpine", exact: true }).click();
      await heading(page, /^shop 8f2b1c4e, shop-db 16/);
    });
  });

  it("shows 'No such service' and a link after a delete; the page of an unknown request shows 'No such request'", async () => {
    const shop = await createShop(platform);
    await visit(
      `#/services/${shop["shop-db"]}`,
      async (page) => {
        await heading(page, "shop-db");
        await send("DELETE", `/database/${shop["shop-db"]}`);
        await heading(page, "No such service");
        await page.getByRole("link", { name: "See all environments" }).click();
        await heading(page, "Environments");
        await page.goto(`${platform.url}/_local/#/requests/999999`);
        await heading(page, "No such request");
        await page.getByRole("link", { name: "See all requests" }).click();
        await heading(page, "Requests");
      },
      { provoked: /404/ },
    );
  });
});

describe("page of a deployment", () => {
  it("shows the past, current and planned steps of each service", async () => {
    const shop = await createShop(platform);
    const id = await deployShop(platform, shop);
    await advance(2.5);
    await visit(`#/deployments/${id}`, async (page) => {
      const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: "shop", exact: true }) });
      expect(await page.getByRole("region", { name: "What failed" }).count()).toBe(0);
      const bars = async () => (await row.locator(".bar").allTextContents()).map((text) => text.trim());
      await expect
        .poll(bars)
        .toEqual(["Queued: 0 s to 1 s", "Building: now, 1 s to 5 s", "Deploying: planned, 5 s to 8 s"]);
      await advance(3);
      await expect.poll(bars).toContain("Deploying: now, 5 s to 8 s");
      await expect.poll(() => page.getByRole("progressbar").getAttribute("value")).toBe("5.5");
      await advance(10);
      await expect.poll(bars).toContain("Deploying: 5 s to 8 s");
      await expect.poll(() => page.getByRole("progressbar").count()).toBe(0);
      await row.getByText("Deployed", { exact: true }).waitFor();
    });
  });

  it("is named after the changed services, and shows their changes without secrets", async () => {
    const shop = await createShop(platform);
    const variables = { variable_scope: "CONTAINER", variable_parent_id: shop["shop-invoices"] };
    const set = async (key: string, value: string, is_secret: boolean) =>
      (await send("POST", "/variable", { key, value, is_secret, ...variables })).body.id;
    const level = await set("LOG_LEVEL", "info", false);
    const password = await set("API_KEY", secrets.password, true);
    await deployShop(platform, shop);
    await advance(20);
    await send("PUT", `/database/${shop["shop-db"]}`, { version: "16", memory: 2048 });
    // Its port gets another ID, which isn't a change.
    const { body: application } = await send("GET", `/application/${shop.shop}`);
    const [{ id: _id, ...port }] = application.ports;
    await send("PUT", `/application/${shop.shop}`, { ...application, ports: [port], min_running_instances: 3 });
    await send("PUT", `/variable/${level}`, { key: "LOG_LEVEL", value: "debug", is_secret: false });
    await send("PUT", `/variable/${password}`, { key: "API_KEY", value: secrets.variable, is_secret: true });
    await deployShop(platform, shop, "8.16");
    await visit(`#/environments/${environment}`, async (page) => {
      await page.getByRole("link", { name: "shop, shop-db, shop-invoices 8.15 → 8.16", exact: true }).click();
      await heading(page, /^shop, shop-db, shop-invoices 8\.15 → 8\.16 [0-9a-f]{8}$/);
      const shown = ([service, version]: string[]) => `${service?.split(" ")[0]}: ${version}`;
      const versions = ["shop: 8f2b1c4e, updated", "shop-db: 16, updated", "shop-invoices: 8.15 → 8.16"];
      await expect
        .poll(async () => (await rowsOf(page, "Steps of each service")).map(shown))
        .toEqual([...versions, "shop-cleanup: 16-alpine, unchanged"]);
      const changes = page.getByRole("region", { name: "What changed since the deployment before" });
      await changes.waitFor();
      expect((await textOf(changes)).split(/\s*\n\s*/).slice(1)).toEqual([
        ...["shop", "min_running_instances", "2 → 3"],
        ...["shop-db", "memory", "100 → 2048"],
        ...["shop-invoices", "version", "8.15 → 8.16", "LOG_LEVEL", "info → debug", "API_KEY", "•••••• → ••••••"],
        "The other services are as before.",
      ]);
    });
  });

  it("cancels, redeploys and stops with its buttons", async () => {
    const shop = await createShop(platform);
    const id = await deployShop(platform, shop);
    await visit(`#/deployments/${id}`, async (page) => {
      const state = (name: string) => page.locator(".title").getByText(name, { exact: true }).waitFor();
      await page.getByRole("button", { name: "Cancel", exact: true }).click();
      await page.getByText("The deployment of main is being canceled.").waitFor();
      await state("Canceling");
      await advance(5);
      await state("Canceled");
      await page.getByRole("button", { name: "Redeploy main…" }).click();
      const dialog = page.getByRole("dialog", { name: "Redeploy main?" });
      // It isn't the deployment that is repeated.
      await dialog.getByText("The versions of this deployment don't come back.").waitFor();
      await dialog.getByRole("button", { name: "Redeploy", exact: true }).click();
      await heading(page, /^Redeploy shop-db, shop, shop-invoices and 1 more/);
      await advance(20);
      await state("Deployed");
      expect(await textOf(page.locator("dl.facts"))).toMatch(/By\s+dashboard/);
      await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").last().click();
      await page.getByRole("button", { name: "Stop…" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Stop", exact: true }).click();
      await heading(page, /^Stop shop/);
      await advance(20);
      await state("Stopped");
    });
  });

  it("shows progress without a reload if the platform's clock runs", async () => {
    // Slow enough to be seen on a busy machine.
    await whileServed({ speed: 0.5, endpoints: "extended" }, async (running) => {
      const id = await deployShop(running, await createShop(running));
      const use = async (page: Page) => {
        const value = async () => Number(await page.getByRole("progressbar").getAttribute("value"));
        const first = await value();
        await expect.poll(value).toBeGreaterThan(first);
        await page.locator(".title").getByText("Building", { exact: true }).waitFor();
        await page.locator(".bar.running").getByText("Building").waitFor();
      };
      await visit(`#/deployments/${id}`, use, { of: running });
    });
  });
});

describe("dashboard: connection", () => {
  it("shows Disconnected while the platform is stopped, and the content after a restart", async () => {
    const first = await startPlatform({ endpoints: "extended" });
    let second = first;
    try {
      await visit(
        `#/environments/${environment}`,
        async (page) => {
          await page.getByText("This environment has no services yet.").waitFor();
          await first.stop();
          await page.getByText("Disconnected, reconnecting").waitFor();
          await page.getByText(/^Disconnected: this page shows the platform as it was at \d/).waitFor();
          expect(await page.evaluate("getComputedStyle(document.querySelector('main')).filter")).toBe("grayscale(1)");
          second = await startPlatform({ endpoints: "extended", port: Number(new URL(first.url).port) });
          await createShop(second);
          await page.getByText("Live", { exact: true }).waitFor();
          await page.getByText("5 services").waitFor();
          expect(await page.getByText(/^Disconnected/).count()).toBe(0);
        },
        { of: first, provoked: /ERR_(CONNECTION|INCOMPLETE|EMPTY)/ },
      );
    } finally {
      await second.stop();
    }
  });
});
