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
  await addService(platform, "container", platform.ids.environment, "web");
  // The platform itself accepts no such name.
  proxy = await startServer(async ({ url = "", method = "GET", headers: { authorization = "" } }, response) => {
    const answer = await fetch(platform.url + url, { method, headers: { authorization } });
    const text = (await answer.text()).replaceAll(/"web"|(?<="detail":)"[^"]*"/g, JSON.stringify(hostile));
    response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  });
});
afterAll(() => proxy.close());

const run = (...args: string[]) =>
  runProcess(args, { env: { ...settingsOf(platform), APP_PLATFORM_BASE_URL: proxy.url } });

test("control characters from the platform are neither in an error message nor in an exported program", async () => {
  const failed = await run("status", "00000000-0000-4000-8000-000000000000");
  const exported = await run("export", platform.ids.environment);
  expect(failed.stderr).toContain("pwned");
  for (const { stdout, stderr } of [failed, exported]) expect(stdout + stderr).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
  const [, name = ""] = /\bname: ("[^"]*")/.exec(exported.stdout) ?? [];
  expect(JSON.parse(name)).toBe(hostile);
});
