import { afterAll, beforeAll, expect, it } from "vitest";
import { type Platform, startPlatform } from "../platform";
import { type Browser, openBrowser, problemsOf } from "../site/browser";

let platform: Platform;
let browser: Browser;
beforeAll(async () => {
  [platform, browser] = await Promise.all([startPlatform({ endpoints: "extended" }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await platform.stop();
});

it("shows every operation in the API reference and tries one out, without anything that its policy forbids", async () => {
  const page = await browser.context.newPage();
  const problems = problemsOf(page, platform.url);
  await page.goto(`${platform.url}/_local/reference/`);
  await page.waitForSelector(".opblock");
  const { paths } = (await platform.request("GET", "/_local/openapi.json")).body;
  const operations = Object.values(paths as Record<string, object>).flatMap((path) => Object.keys(path));
  expect(await page.locator(".opblock").count()).toBe(operations.length);
  await page.locator(".auth-wrapper > .authorize").click();
  await page.locator(".auth-container input").fill(platform.tokens.viewer);
  await page.locator(".auth-btn-wrapper .authorize").click();
  await page.locator(".auth-btn-wrapper .btn-done").click();
  const list = page.locator("#operations-container-listContainers");
  await list.locator(".opblock-summary-control").click();
  await list.locator(".try-out__btn").click();
  await list.locator("tr[data-param-name=environmentId] input").fill(platform.ids.environment);
  await list.locator(".execute").click();
  await list.locator("tr.response .response-col_status", { hasText: "200" }).first().waitFor();
  expect(problems).toEqual([]);
});

it("serves the licenses of what the API reference is made of", async () => {
  for (const file of ["swagger-ui-bundle.js.LICENSE.txt", "swagger-ui.LICENSE.txt", "swagger-ui.NOTICE.txt"]) {
    const response = await platform.request("GET", `/_local/reference/${file}`, { token: null });
    expect([response.status, response.headers["content-type"]]).toEqual([200, "text/plain; charset=utf-8"]);
  }
});
