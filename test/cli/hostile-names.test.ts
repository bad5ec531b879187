/** Names and messages of a platform with control characters: no command prints them raw. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openedPlatform } from "../platform/opened.js";
import { addEnvironment, addService, advance, beginDeployment, run } from "./operated.js";
import { type OddServer, startServer } from "./servers.js";

/** Sets the title, rings, colors with one byte, and reverses the direction. */
const hostile = "\u001b]0;pwned\u0007\u009b31mweb\u202e\rx";
const platform = openedPlatform({ endpoints: "extended", speed: "manual" });
let proxy: OddServer;
let environment: string;
let web: string;

beforeAll(async () => {
  environment = await addEnvironment(platform);
  await platform.request("POST", "/_local/environments", { body: { name: "web" } });
  web = await addService(platform, "container", environment, "web");
  await beginDeployment(platform, environment, { containers: [{ id: web, image_tag: "2" }] });
  await advance(platform, 1000);
  // The platform itself accepts no such name.
  proxy = await startServer(async ({ url = "", method = "GET", headers }, response) => {
    const own = { authorization: headers.authorization ?? "" };
    const answer = await fetch(platform.url + url, { method, headers: own }).catch(() => undefined);
    // After the last command, which waits for no other response once it has failed.
    if (answer === undefined) return void response.destroy();
    const text = (await answer.text()).replaceAll(/"web"|(?<="detail":)"[^"]*"/g, JSON.stringify(hostile));
    response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  });
});
afterAll(() => proxy.close());

const nowhere = "00000000-0000-4000-8000-000000000000";
const commands: [command: string, args: () => string[], code: number][] = [
  ["status", () => ["status", environment], 0],
  ["status --json", () => ["status", environment, "--json"], 0],
  ["status --until-done", () => ["status", environment, "--until-done"], 0],
  ["logs", () => ["logs", environment], 0],
  ["export", () => ["export", environment], 0],
  ["export --json", () => ["export", environment, "--json"], 0],
  ["environments", () => ["environments"], 0],
  ["environments --json", () => ["environments", "--json"], 0],
  ["an error that lists names", () => ["deploy", environment, "nosuch"], 1],
  ["an error that lists names, as JSON", () => ["deploy", environment, "nosuch", "--json"], 1],
  ["an error that repeats the platform's words", () => ["status", nowhere], 1],
];

test.each(commands)("%s prints no control character", async (_, args, code) => {
  const ran = await run(platform, args(), { env: { APP_PLATFORM_BASE_URL: proxy.url } });
  const printed = ran.stdout + ran.stderr;
  expect(ran.code, printed).toBe(code);
  expect(printed).toContain("pwned");
  expect(printed).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}]/u);
});
