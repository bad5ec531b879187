import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { seriousViolations } from "../../package/site/accessibility.js";
import { withFakePrograms } from "../../support/fake-programs.js";
import { copied, openedDashboard, rowsOf, textOf } from "./dashboard.js";
import { createShop, type Shop } from "./shop.js";

const { platform, send, read, inEnvironment, visit } = openedDashboard();
let shop: Shop;
beforeEach(async () => {
  shop = await createShop(platform);
});

const caption = "Requests, newest first";
const first = (page: Page) => page.getByRole("table", { name: caption }).locator("tbody tr").first();

/** Opens the newest request of a method and a path. */
async function open(page: Page, name: RegExp): Promise<void> {
  await page.getByRole("link", { name }).first().click();
  await page.getByRole("heading", { name: "As a command" }).waitFor();
}

/** What a command prints. */
async function inShell(command: string, token: string): Promise<string> {
  const env = { ...process.env, PATH: withFakePrograms(process.env.PATH), APP_PLATFORM_TOKEN: token };
  return (await promisify(execFile)("sh", ["-c", command], { env })).stdout;
}

const numberOf = (page: Page) => Number(new URL(page.url()).hash.split("/").at(-1));

/** Sends a request as the provider does in a run of Pulumi, or as another program. */
const sendAs = (sender: string, method: string, path: string, body?: object) =>
  fetch(platform.url + path, {
    method,
    headers: {
      authorization: `Bearer ${platform.tokens.editor}`,
      "content-type": "application/json",
      "user-agent": sender.startsWith("curl") ? sender : `pulumi-app-platform/1.0.0 node/22.12.0 (${sender})`,
    },
    ...(body && { body: JSON.stringify(body) }),
  });

describe("page of all requests", () => {
  it("shows each request as it arrives, with its service and its sender", async () => {
    await visit("#/requests", async (page) => {
      await page.getByText("5 requests").waitFor();
      await platform.request("GET", `/container/${shop["shop-invoices"]}`, { token: "viewer" });
      await first(page).getByText("GET").waitFor();
      const sender = async () => (await rowsOf(page, caption))[0]?.slice(3, 5);
      expect(await sender()).toEqual(["shop-invoices", expect.stringMatching(/^viewer/)]);
      await platform.request("GET", "/nowhere", { token: null });
      await first(page).getByText("GET /nowhere").waitFor();
      expect(await sender()).toEqual(["", "no valid token"]);
    });
  });

  it("groups requests by run of Pulumi, and shows only those of a chosen run", async () => {
    await visit("#/requests", async (page) => {
      await page.getByText("5 requests").waitFor();
      expect(await page.getByRole("heading", { name: "Runs" }).count()).toBe(0);
      const invoices = `/container/${shop["shop-invoices"]}`;
      await sendAs("native provider; up; run 41234; shop/dev", "GET", invoices);
      await sendAs("program; run 41234", "GET", inEnvironment("database"));
      await sendAs("dynamic provider; up; run 41234; shop/dev", "POST", inEnvironment("database"), { name: "" });
      await sendAs("dynamic provider; destroy; run 50001; shop/live", "GET", invoices);
      await sendAs("curl/8.5.0", "GET", invoices);
      const runs = "Runs of Pulumi, newest first";
      await expect
        .poll(async () => (await rowsOf(page, runs)).map((cells) => cells.slice(0, 2)))
        .toEqual([
          ["destroy shop/live", "1 request, 0 writes"],
          ["up shop/dev", "3 requests, 1 write, 1 failed"],
        ]);
      const from = async () => (await rowsOf(page, caption)).map((cells) => cells[5]);
      await expect.poll(async () => (await from())[0]).toBe("curl/8.5.0");
      await page.getByRole("link", { name: "up shop/dev" }).click();
      await page.getByText("3 of 10 requests").waitFor();
      await page.getByText("Only the requests of one run.").waitFor();
      expect(await from()).toEqual(["up shop/dev", "program", "up shop/dev"]);
      await page.getByRole("button", { name: "Show all" }).click();
      await expect.poll(async () => (await from()).length).toBe(10);
    });
  });

  it("filters by method, status, service, fault and words", async () => {
    await send("POST", inEnvironment("database"), { name: "" });
    await platform.request("PUT", "/_local/faults", { body: { rules: [{ fault: "503-retry-after", times: 1 }] } });
    await send("GET", inEnvironment("database"));
    await visit("#/requests", async (page) => {
      await page.getByText("7 requests").waitFor();
      const choose = (name: string, option: string) => page.getByRole("combobox", { name }).selectOption(option);
      const statuses = async () => (await rowsOf(page, caption)).map(([, status]) => status?.replace(/\s+/g, " "));
      await choose("Status", "4xx");
      await expect.poll(statuses).toEqual([expect.stringMatching(/^400 ?\d+ violations?$/)]);
      await choose("Status", "");
      await choose("Fault", "Any fault");
      await expect.poll(statuses).toEqual(["503 Fault: 503-retry-after"]);
      await choose("Fault", "");
      await choose("Service", "shop-db");
      await expect.poll(statuses).toEqual(["201"]);
      await choose("Service", "");
      await choose("Method", "GET");
      await expect.poll(statuses).toEqual([expect.stringContaining("503")]);
      await page.getByLabel("Search").fill("createContainer");
      await page.getByText("No request matches.").waitFor();
      await choose("Method", "");
      await expect.poll(statuses).toEqual(["201"]);
    });
  });

  it("counts new requests while it is paused, and shows them afterwards", async () => {
    await visit("#/requests", async (page) => {
      await page.getByText("5 requests").waitFor();
      await page.getByRole("button", { name: "Pause" }).click();
      for (let count = 0; count < 3; count++) await send("GET", inEnvironment("job"));
      await page.getByText("paused, 3 new").waitFor();
      expect((await rowsOf(page, caption)).map(([name]) => name?.split(" ")[0])).toEqual(Array(5).fill("POST"));
      const resume = page.getByRole("button", { name: "Resume" });
      await resume.hover();
      expect(await seriousViolations(page)).toEqual([]);
      await resume.click();
      await expect.poll(async () => (await rowsOf(page, caption)).length).toBe(8);
    });
  });

  it("proposes a command for a first request while there are no requests", async () => {
    await send("POST", "/_local/reset");
    await visit("#/requests", async (page) => {
      await page.getByText("No requests yet.").waitFor();
      const command = page.locator(".empty pre").last();
      await expect.poll(() => textOf(command)).toContain(platform.ids.environment);
      const path = /curl \S+?(\/environment\S+)/.exec(await textOf(command))?.[1] ?? "";
      expect((await send("GET", path)).status).toBe(200);
      const sent = first(page).getByText(`GET ${path.slice(0, 21)}`);
      await sent.waitFor();
    });
  });
});

describe("page of a request", () => {
  it("opens from its service, and shows both bodies with masked secrets", async () => {
    await visit(`#/services/${shop["shop-network"]}`, async (page) => {
      await page.getByRole("link", { name: /^Request \d+$/ }).click();
      for (const name of ["Request body", "Response body"]) {
        const body = page.getByRole("region", { name });
        await expect.poll(() => textOf(body)).toContain('"eu-west-3"');
        expect(await body.locator(".masked").count()).toBe(1);
      }
      expect(await textOf(page.locator(".facts"))).toContain("createTerraform");
    });
  });

  it("lists the violations of a refused request", async () => {
    await send("POST", inEnvironment("database"), { name: "", type: "ORACLE" });
    await visit("#/requests", async (page) => {
      await open(page, /^POST .*\/database$/);
      expect(await textOf(page.getByRole("region", { name: "Violations" }))).toMatch(/name [\s\S]*type must be/);
    });
  });

  it("copies a curl command that sends the same request from a shell with $APP_PLATFORM_TOKEN", async () => {
    await visit("#/requests", async (page) => {
      await open(page, /^POST .*\/database$/);
      await page.getByRole("button", { name: "Copy as curl" }).click();
      await page.getByText("Command copied.").waitFor();
      const command = await copied(page);
      expect(command).toContain("$APP_PLATFORM_TOKEN");
      await inShell(command.replace('"shop-db"', '"orders"'), platform.tokens.editor);
      const { results } = await read(inEnvironment("database"));
      expect(results.map(({ name }: { name: string }) => name).sort()).toEqual(["orders", "shop-db"]);
    });
  });

  it("replays a request with the same role, and opens the new request", async () => {
    await visit("#/requests", async (page) => {
      await open(page, /^POST .*\/database$/);
      const original = numberOf(page);
      await page.getByRole("button", { name: "Send it again" }).click();
      await page.getByText("Replay of").waitFor();
      const text = await textOf(page.locator(".facts"));
      // The name is taken by then.
      expect(text).toMatch(/Status\s+409/);
      expect(text).toMatch(/Who\s+editor/);
      expect(text).toContain(`request ${original}`);
      expect(numberOf(page)).toBeGreaterThan(original);
      const { results } = await read("/_local/requests");
      const creations = results.filter(({ operation }: { operation: string }) => operation === "createDatabase");
      expect(creations.map(({ status }: { status: number }) => status).sort()).toEqual([201, 409]);
    });
  });
});
