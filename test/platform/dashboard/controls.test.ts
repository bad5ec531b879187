import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { whileServed } from "../support/platform.js";
import { copied, openedDashboard } from "./dashboard.js";
import { createShop, deployShop, type Shop, secrets } from "./shop.js";

const { platform, send, read, inEnvironment, advance, fail, ...dashboard } = openedDashboard();
let shop: Shop;
beforeEach(async () => {
  shop = await createShop(platform);
});

const control = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const visit = (use: (page: Page) => Promise<void>, options?: Parameters<typeof dashboard.visit>[2]) =>
  dashboard.visit("#/controls", use, options);
const noticed = (page: Page, text: string | RegExp) => page.locator(".notices").getByText(text).waitFor();

async function serviceNames(): Promise<string[]> {
  const { services } = await read(`/_local/environments/${platform.ids.environment}/content`);
  return services.map(({ name }: { name: string }) => name);
}

describe("controls: clock", () => {
  it("advances the clock by a preset time or by a number of seconds", async () => {
    await deployShop(platform, shop);
    const state = async () => (await read(inEnvironment("status"))).state;
    await visit(async (page) => {
      const clock = control(page, "Clock");
      await clock.getByRole("button", { name: "+ 1 s" }).click();
      await noticed(page, "The clock was advanced by 1 s");
      expect(await state()).toBe("BUILDING");
      await clock.getByLabel("Seconds").fill("60");
      await clock.getByRole("button", { name: "Advance", exact: true }).click();
      await noticed(page, "The clock was advanced by 1 min");
      expect(await state()).toBe("DEPLOYED");
    });
  });

  it("shows why the clock can't be advanced if the platform's clock runs", async () => {
    await whileServed({ speed: 2 }, async (running) => {
      await visit(
        async (page) => {
          await control(page, "Clock").getByText("runs by itself (speed 2), so it can't be advanced").waitFor();
          expect(await control(page, "Clock").getByRole("button").count()).toBe(0);
        },
        { of: running },
      );
    });
  });
});

describe("controls: failures", () => {
  const rules = async () => (await read("/_local/deployment-failures")).rules;

  it("adds a rule that fails the next deployment of a service in the chosen state, once", async () => {
    await visit(async (page) => {
      const failures = control(page, "Failing deployments");
      await failures.getByLabel("Service (name or ID)").fill("shop-cleanup");
      await failures.getByRole("combobox", { name: "While" }).selectOption("EXECUTING");
      await failures.getByRole("button", { name: "Add rule" }).click();
      await failures.getByText("shop-cleanup fails: deployment error while executing, 1 time").waitFor();
      const rule = { service: "shop-cleanup", state: "DEPLOYMENT_ERROR", during: "EXECUTING", times: 1 };
      expect(await rules()).toEqual([rule]);
      await deployShop(platform, shop);
      // The rule is used up, and the page shows it.
      await failures.getByText("No rules: deployments only fail if a tag or commit makes them.").waitFor();
      await advance(20);
      const { jobs, applications } = await read(inEnvironment("statuses"));
      expect([jobs[0].state, applications[0].state]).toEqual(["DEPLOYMENT_ERROR", "DEPLOYED"]);
    });
  });

  it("offers While only for a deployment error, and shows and removes rules by the name of service or cluster", async () => {
    const rule = { state: "DEPLOYMENT_ERROR", times: 2 };
    await fail(...[{ service: shop["shop-cleanup"] }, { service: "unknown" }].map((which) => ({ ...which, ...rule })));
    const before = await rules();
    await visit(async (page) => {
      const failures = control(page, "Failing deployments");
      await failures.getByLabel("Cluster (name or ID)").fill(platform.ids.cluster);
      await failures.getByLabel("Reason").fill("No more machines.");
      await failures.getByRole("button", { name: "Add rule" }).click();
      await failures.getByRole("button", { name: /^Remove: Cluster/ }).waitFor();
      await failures.getByRole("combobox", { name: "Fails with" }).selectOption("BUILD_ERROR");
      await failures.getByRole("combobox", { name: "While" }).waitFor({ state: "detached" });
      await failures.getByRole("spinbutton", { name: "Times" }).fill("");
      await failures.getByRole("button", { name: "Add rule" }).click();
      const texts = [
        "shop-cleanup fails: deployment error, 2 times",
        "unknown fails: deployment error, 2 times",
        "Cluster main fails: deployment error, 1 time: No more machines.",
        "Every service fails: build error, always",
      ];
      await expect.poll(() => failures.getByRole("listitem").locator("span").allInnerTexts()).toEqual(texts);
      const none = { service: null, during: null };
      expect(await rules()).toEqual([
        ...before,
        { ...none, cluster: platform.ids.cluster, state: rule.state, times: 1, reason: "No more machines." },
        { ...none, state: "BUILD_ERROR", times: null },
      ]);
      for (const text of texts) {
        await failures.getByRole("button", { name: `Remove: ${text}` }).click();
        await failures.getByText(text, { exact: true }).waitFor({ state: "detached" });
      }
      await failures.getByText("No rules: deployments only fail if a tag or commit makes them.").waitFor();
    });
  });
});

describe("controls: faults", () => {
  const status = async () => (await send("GET", inEnvironment("database"))).status;

  it("adds a rule, counts its faults, switches it off and on, and removes it", async () => {
    await visit(async (page) => {
      const faults = control(page, "Faults");
      await faults.getByRole("combobox", { name: "Fault", exact: true }).selectOption("504");
      await faults.getByLabel("Operation or path template").fill("listDatabases");
      await faults.getByRole("button", { name: "Add fault" }).click();
      const rule = faults.getByRole("listitem").filter({ hasText: "504 for listDatabases" });
      await rule.waitFor();
      expect(await status()).toBe(504);
      await rule.getByText("happened once").waitFor();
      await rule.getByRole("switch").click();
      await noticed(page, "Switched off: 504 for listDatabases.");
      expect(await status()).toBe(200);
      await rule.getByRole("switch").click();
      await noticed(page, "Switched on: 504 for listDatabases.");
      expect(await status()).toBe(504);
      await rule.getByRole("button", { name: /^Remove/ }).click();
      await faults.getByText("No faults").waitFor();
      expect(await status()).toBe(200);
    });
  });

  it("proposes the platform's operations, and keeps rules that others set meanwhile when it adds one", async () => {
    await visit(async (page) => {
      const faults = control(page, "Faults");
      await page.locator('datalist option[value="createContainer"]').waitFor({ state: "attached" });
      await faults.getByRole("combobox", { name: "Fault", exact: true }).selectOption("delay");
      await faults.getByLabel("Milliseconds").fill("5");
      await faults.getByRole("combobox", { name: "Method" }).selectOption("POST");
      await faults.getByLabel("Operation or path template").fill("/environment/{environmentId}/database");
      await faults.getByLabel("Only the nth request").fill("2");
      await faults.getByRole("combobox", { name: "When" }).selectOption("after");
      await faults.getByLabel("Times").fill("3");
      await send("PUT", "/_local/faults", { rules: [{ fault: "409" }] });
      await faults.getByText("409 for every request").waitFor();
      await faults.getByRole("button", { name: "Add fault" }).click();
      await faults.getByText("delay of 5 ms for POST /environment/{environmentId}/database").waitFor();
      expect((await read("/_local/faults")).rules).toMatchObject([
        { fault: "409", enabled: true },
        {
          match: { method: "POST", route: "/environment/{environmentId}/database", nth: 2 },
          ...{ fault: "delay", milliseconds: 5, when: "after", times: 3, enabled: true },
        },
      ]);
    });
  });

  it("shows the violation of a rule that the platform refuses", async () => {
    await visit(
      async (page) => {
        const faults = control(page, "Faults");
        await faults.getByLabel("Operation or path template").fill("createNothing");
        await faults.getByRole("button", { name: "Add fault" }).click();
        await noticed(page, /must be a path template or an operation name/);
        expect((await read("/_local/faults")).rules).toEqual([]);
      },
      { provoked: /400/ },
    );
  });
});

describe("controls: access token", () => {
  it("creates a token with a role and a time to live, copies it, and doesn't show it again", async () => {
    await visit(async (page) => {
      const tokens = control(page, "Access token");
      await tokens.getByRole("combobox", { name: "Role" }).selectOption("viewer");
      await tokens.getByLabel("Valid for").fill("15m");
      await tokens.getByRole("button", { name: "Create a token" }).click();
      const token = await tokens.getByLabel("Token", { exact: true }).inputValue();
      expect((await platform.request("GET", inEnvironment("database"), { token })).status).toBe(200);
      expect((await platform.request("POST", inEnvironment("database"), { token, body: {} })).status).toBe(403);
      await tokens.getByRole("button", { name: "Copy the token" }).click();
      await noticed(page, "Token copied.");
      expect(await copied(page)).toBe(token);
      const [, claims = ""] = token.split(".");
      const { exp, iat } = JSON.parse(Buffer.from(claims, "base64url").toString());
      expect(exp - iat).toBe(900);
      await page.getByRole("link", { name: "Requests" }).click();
      await page.getByRole("heading", { level: 1, name: "Requests" }).waitFor();
      await page.goBack();
      await tokens.getByRole("button", { name: "Create a token" }).waitFor();
      expect(await tokens.getByLabel("Token", { exact: true }).count()).toBe(0);
    });
  });
});

describe("controls: snapshots", () => {
  it("downloads a snapshot with secrets in plain text, restores it from the file, and refuses another file", async () => {
    await visit(
      async (page) => {
        const restore = async (file: Parameters<ReturnType<Page["getByLabel"]>["setInputFiles"]>[0]) => {
          await page.getByLabel("Snapshot file").setInputFiles(file);
          await page.getByRole("button", { name: "Restore from file" }).click();
        };
        const downloading = page.waitForEvent("download");
        await page.getByRole("link", { name: "Download a snapshot" }).click();
        const file = await (await downloading).path();
        expect(await readFile(file, "utf8")).toContain(secrets.variable);
        await send("POST", "/_local/reset");
        await restore({ name: "other.json", mimeType: "application/json", buffer: Buffer.from('{"format": "other"}') });
        await noticed(page, /isn't valid/);
        expect(await serviceNames()).toEqual([]);
        await restore(file);
        await noticed(page, /^The platform is as it was in /);
        expect(await serviceNames()).toHaveLength(5);
      },
      { provoked: /400/ },
    );
  });
});

describe("controls: reset", () => {
  it("asks first, does nothing after Cancel, and restores the initial content after Reset", async () => {
    await visit(async (page) => {
      const open = page.getByRole("button", { name: "Reset the platform…" });
      const dialog = page.getByRole("dialog", { name: "Reset the platform?" });
      await open.click();
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await dialog.waitFor({ state: "hidden" });
      expect(await serviceNames()).toHaveLength(5);
      await open.click();
      await dialog.getByRole("button", { name: "Reset" }).click();
      await noticed(page, "Initial content restored.");
      expect(await serviceNames()).toEqual([]);
    });
  });
});
