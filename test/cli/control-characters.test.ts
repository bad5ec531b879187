/** Names and messages of a platform with control characters, on the two streams of the real process: neither gets them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openedPlatform } from "../platform/support/opened.js";
import { addService, settingsOf } from "./support/operated.js";
import { runProcess } from "./support/run-process.js";
import { startServer } from "./support/servers.js";

/** Sets the title, rings, colors with one byte, and reverses the direction. */
const hostile = "\u001b]0;pwned\u0007\u009b31mweb\u202e\rx";
const platform = openedPlatform({ endpoints: "extended" });
let proxy: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  await platform.request("POST", "/_local/environments", { body: { name: "web" } });
  await addService(platform, "container", platform.ids.environment, "web");
  // The platform itself accepts no such name.
  proxy = await startServer(async ({ url = "", method = "GET", headers: { authorization = "" } }, response) => {
    const answer = await fetch(platform.url + url, { method, headers: { authorization } });
    const text = (await answer.text()).replaceAll(/"web"|(?<="detail":)"[^"]*"/g, JSON.stringify(hostile));
    response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  });
});
afterAll(() => proxy.close());

test.each<[what: string, args: () => readonly string[], stream: "stdout" | "stderr"]>([
  ["names in a program", () => ["export", platform.ids.environment], "stdout"],
  ["names in JSON", () => ["environments", "--json"], "stdout"],
  ["the platform's message in an error", () => ["status", "00000000-0000-4000-8000-000000000000"], "stderr"],
])("output without control characters: %s", async (_, args, stream) => {
  const ran = await runProcess(args(), { env: { ...settingsOf(platform), APP_PLATFORM_BASE_URL: proxy.url } });
  expect(ran[stream]).toContain("pwned");
  expect(ran.stdout + ran.stderr).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
});

test("output in a pipe has the platform's values unchanged", async () => {
  const env = { ...settingsOf(platform), APP_PLATFORM_BASE_URL: proxy.url };
  const { stdout } = await runProcess(["export", platform.ids.environment], { env });
  const [, name = ""] = /\bname: ("[^"]*")/.exec(stdout) ?? [];
  expect(JSON.parse(name)).toBe(hostile);
});
