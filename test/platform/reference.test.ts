import { expect, it } from "vitest";
import { openTab, problemsOf } from "../package/site/browser.js";
import { opened } from "./support/opened.js";

const { platform, read } = opened({ endpoints: "extended" });

async function open(path = "") {
  const page = await openTab();
  const problems = problemsOf(page, platform.url);
  await page.goto(`${platform.url}/_local/reference/${path}`);
  await page.waitForSelector(".operation");
  return { page, problems };
}

it("API reference shows every operation, and sends a request within its content security policy", async () => {
  const { page, problems } = await open();
  const { paths } = await read("/_local/openapi.json");
  const operations = Object.values(paths as Record<string, object>).flatMap((path) => Object.keys(path));
  expect(await page.locator(".operation").count()).toBe(operations.length);
  await page.getByLabel("Token", { exact: true }).fill(platform.tokens.viewer);
  const list = page.locator("#listContainers");
  await list.locator("summary").first().click();
  await list.getByLabel("environmentId").fill(platform.ids.environment);
  await list.getByRole("button", { name: "Send" }).click();
  await list.getByRole("status").getByText("200 OK", { exact: true }).waitFor();
  expect(await list.getByRole("status").textContent()).toContain(`"results": []`);
  const curl = `curl -X GET '${platform.url}/environment/${platform.ids.environment}/container'`;
  expect(await list.locator("form .command").first().textContent()).toContain(curl);
  // The command may be shared: it names the variable of the token.
  expect(await list.locator("form .command").first().textContent()).toContain(`Bearer $APP_PLATFORM_TOKEN"`);
  expect(problems).toEqual([]);
});

it("API reference opens the operation in the address, with schemas and a body", async () => {
  const { page, problems } = await open("?#createContainer");
  const create = page.locator("#createContainer");
  const { name, ...others } = JSON.parse(await create.getByLabel("Body").inputValue());
  expect([name, others]).toEqual(["string", expect.objectContaining({ image_name: "string", healthchecks: {} })]);
  const cpu = create.locator("li", { hasText: /^cpu / }).first();
  expect(await cpu.textContent()).toBe("cpu  integer, 1 to 32000, default 500");
  await page.getByLabel("Token", { exact: true }).fill(platform.tokens.editor);
  await create.getByLabel("environmentId").fill(platform.ids.environment);
  await create.getByRole("button", { name: "Send" }).click();
  await create.getByRole("status").getByText("400 Bad Request", { exact: true }).waitFor();
  const healthchecks = create.locator("li", { hasText: /^healthchecks / }).first();
  await healthchecks.locator("summary").first().click();
  await healthchecks.getByText("readiness_probe").first().waitFor();
  // The browser reports the refused request.
  expect(problems.filter((problem) => !problem.includes("400"))).toEqual([]);
});

it("API reference names exclusive members, and fills in the first one", async () => {
  const { page, problems } = await open("?#createJob");
  const create = page.locator("#createJob");
  const { source } = JSON.parse(await create.getByLabel("Body").inputValue());
  expect(source).toEqual({ image: { image_name: "string", tag: "string", registry_id: expect.any(String) } });
  const line = create
    .locator("li", { hasText: /^source / })
    .first()
    .locator("summary")
    .first();
  expect(await line.textContent()).toBe("source required object, exactly one of image, docker");
  expect(problems).toEqual([]);
});
