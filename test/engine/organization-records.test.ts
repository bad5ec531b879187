import { expect, test } from "vitest";
import { declare } from "./declare.js";
import { opened } from "./opened.js";

const environment = { APP_PLATFORM_ENDPOINTS: "extended" };

const { platform, stack } = opened({ endpoints: "extended", isFresh: true, options: () => ({ env: environment }) });

test("a registry that services use is not deleted, and the error names them", async () => {
  const organizationId = platform.ids.organization;
  const config = { username: "acme", password: "a canary of a password" };
  const registry = () => {
    declare("ContainerRegistry", "images", { organizationId, kind: "GITHUB_CR", config });
  };
  await stack.run("up", registry);
  const { id } = await stack.resource("images");
  expect(JSON.stringify(await stack.resource("images"))).not.toContain("canary");
  const body = { name: "web", registry_id: id, image_name: "acme/web", tag: "1", healthchecks: {} };
  const path = `/environment/${platform.ids.environment}/container`;
  const { body: container } = await platform.request("POST", path, { body });
  expect(container.registry).toEqual({ id, name: "images", kind: "GITHUB_CR", url: "https://ghcr.io" });

  const refused = await stack.run("up", () => {}).catch(({ message }: Error) => message);
  expect(refused).toContain("AP3005");
  expect(refused).toContain(`used by container "web" (${container.id})`);
  await platform.request("DELETE", `/container/${container.id}`);
  expect((await stack.run("up", () => {})).changes).toMatchObject({ delete: 1 });
});

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
