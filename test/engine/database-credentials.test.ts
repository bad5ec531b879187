/** How administrators log in to a database: the outputs `username` and `password`. */
import { Database, getDatabase } from "pulumi-app-platform";
import { expect, test } from "vitest";
import { databaseArgs } from "./declare.js";
import { forgetRequests, requests } from "./journal.js";
import { opened } from "./opened.js";
import { openStack } from "./stack.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true, isConfigured: true });

const route = "/database/{databaseId}/masterCredentials";
const program = (wish: object = {}) => {
  return () => {
    const { username, password } = new Database("db", databaseArgs(platform, wish));
    return { username, password };
  };
};
const run = async (step: Parameters<typeof stack.run>[0], wish?: object) => {
  await forgetRequests(platform);
  return stack.run(step, program(wish));
};
const credentials = async () =>
  (await platform.request("GET", `/database/${(await stack.resource("db")).id}/masterCredentials`)).body;

test("the user and the password of a database are outputs, and the state has the password encrypted", async () => {
  const { output, outputs } = await run("up");
  expect(await requests(platform)).toMatchObject({ [`GET ${route} 200`]: 1 });
  const { login, password } = await credentials();
  expect(outputs).toMatchObject({ username: login });
  expect(output).not.toContain(password);
  const text = JSON.stringify(await stack.resources());
  expect(text).toContain(login);
  expect(text).not.toContain(password);
});

test("an update doesn't read them again, a refresh does", async () => {
  await run("up");
  await run("up", { cpu: 500 });
  expect(await requests(platform)).not.toHaveProperty(`GET ${route} 200`);
  expect((await run("refresh")).changes).toEqual({ same: 2 });
  expect(await requests(platform)).toMatchObject({ [`GET ${route} 200`]: 1 });
  expect((await run("preview", { cpu: 500 })).changes).toEqual({ same: 2 });
  const text = JSON.stringify(await stack.resources());
  expect(text).not.toContain((await credentials()).password);
});

test("a lookup doesn't read them, and the documented endpoints have none", async () => {
  await run("up");
  await forgetRequests(platform);
  const { outputs } = await stack.run("up", () => {
    new Database("db", databaseArgs(platform));
    const found = getDatabase({ environmentId: platform.ids.environment, name: "db" });
    return { names: found.then((all) => Object.keys(all).join()) };
  });
  expect(outputs.names).not.toMatch(/password|username/);
  expect(await requests(platform)).not.toHaveProperty(`GET ${route} 200`);
  const other = await openStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "documented" } });
  const documented = await other.run("up", program({ name: "other" }));
  expect(documented.outputs).not.toHaveProperty("password");
  await other.close();
});
