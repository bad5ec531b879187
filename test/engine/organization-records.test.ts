import { expect, test } from "vitest";
import { declare } from "./declare.js";
import { opened } from "./opened.js";

const environment = { APP_PLATFORM_ENDPOINTS: "extended" };

const { platform, stack } = opened({ endpoints: "extended", isFresh: true, options: () => ({ env: environment }) });

test("a changed secret is sent, and an unchanged one is not read as drift", async () => {
  const organizationId = platform.ids.organization;
  const program = (token: string) => () => {
    declare("GitToken", "git token", { organizationId, type: "GITHUB", token });
  };
  await stack.run("up", program("first canary"));
  expect((await stack.run("refresh")).changes).not.toHaveProperty("update");
  expect((await stack.run("up", program("first canary"))).changes).not.toHaveProperty("update");
  expect((await stack.run("up", program("second canary"))).changes).toMatchObject({ update: 1 });
  const { id } = await stack.resource("git token");
  const { tables } = (await platform.request("GET", "/_local/snapshot")).body;
  const stored = tables.record.find((row: { id: string }) => row.id === id);
  expect(stored.body).toMatchObject({ type: "GITHUB", token: "second canary" });
  expect(JSON.stringify(await stack.resource("git token"))).not.toContain("canary");
});
