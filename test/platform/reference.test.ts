import type { Locator } from "playwright-core";
import { describe, expect, it } from "vitest";
import { seriousViolations } from "../package/site/accessibility.js";
import { openTab, problemsOf } from "../package/site/browser.js";
import { opened } from "./support/opened.js";

const { platform, read } = opened();

async function open(path = "") {
  const page = await openTab();
  // Within the content security policy, and without asking anybody else.
  const problems = problemsOf(page, platform.url);
  await page.goto(`${platform.url}/_local/reference/${path}`);
  await page.locator(".opblock-tag").first().waitFor();
  return { page, problems };
}

/** Sends the request of an operation, as somebody does who reads about it. */
async function execute(operation: Locator): Promise<string> {
  await operation.getByPlaceholder("environmentId").fill(platform.ids.environment);
  await operation.getByRole("button", { name: "Execute" }).click();
  await operation.locator(".live-responses-table .response-col_status").last().waitFor();
  return (await operation.locator(".live-responses-table").textContent()) ?? "";
}

describe("API reference", () => {
  it("lists the operations of a tag, in colors that pass the accessibility check", async () => {
    const { page, problems } = await open();
    const { tags, paths } = await read("/_local/openapi.json");
    expect(await page.locator(".opblock-tag").count()).toBe(tags.length);
    await page.locator(".opblock-tag").filter({ hasText: "Lifecycle jobs" }).click();
    const methods = Object.values(paths as Record<string, Record<string, { tags: string[] }>>);
    const ofJobs = methods.flatMap(Object.values).filter(({ tags: [tag] }) => tag === "job");
    await expect.poll(() => page.locator(".opblock").count()).toBe(ofJobs.length);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      // Swagger UI puts a button into a button, which people can use anyway. Its colors change slowly.
      const rules = ["color-contrast", "label", "select-name", "link-name"];
      await expect.poll(() => seriousViolations(page, rules)).toEqual([]);
    }
    expect(problems).toEqual([]);
  });

  it("opens the operation in the address, and sends its request with a token", async () => {
    const { page, problems } = await open("#/container/listContainers");
    await page.getByRole("button", { name: "Authorize" }).click();
    const dialog = page.locator(".modal-ux");
    await dialog.locator("input").first().fill(platform.tokens.viewer);
    await dialog.getByRole("button", { name: "Apply credentials" }).first().click();
    await dialog.getByRole("button", { name: "Close" }).last().click();
    const answer = await execute(page.locator("#operations-container-listContainers"));
    expect(answer).toContain("200");
    expect(answer).toContain('"results": []');
    expect(problems).toEqual([]);
  });

  it("fills a body with the required members, and shows the 401 of a request without a token", async () => {
    const { page } = await open("#/container/createContainer");
    const create = page.locator("#operations-container-createContainer");
    expect(JSON.parse(await create.getByRole("textbox").last().inputValue())).toMatchObject({ healthchecks: {} });
    expect(await execute(create)).toContain("401");
  });
});
