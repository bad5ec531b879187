/** How administrators log in to a database: the outputs `username` and `password`. */
import { Database } from "pulumi-app-platform";
import { expect, test } from "vitest";
import { databaseArgs } from "./support/declare.js";
import { forgetRequests, requests } from "./support/journal.js";
import { opened } from "./support/opened.js";

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

test("database: `username` and `password`, encrypted in the state, are outputs that only a create and a refresh read", async () => {
  const { output, outputs } = await run("up");
  expect(await requests(platform)).toMatchObject({ [`GET ${route} 200`]: 1 });
  const { login, password } = await credentials();
  expect(outputs).toMatchObject({ username: login });
  expect(output).not.toContain(password);
  await run("up", { cpu: 500 });
  expect(await requests(platform)).not.toHaveProperty(`GET ${route} 200`);
  expect((await run("refresh")).changes).toEqual({ same: 2 });
  expect(await requests(platform)).toMatchObject({ [`GET ${route} 200`]: 1 });
  expect((await run("preview", { cpu: 500 })).changes).toEqual({ same: 2 });
  const text = JSON.stringify(await stack.resources());
  expect(text).toContain(login);
  expect(text).not.toContain(password);
});
