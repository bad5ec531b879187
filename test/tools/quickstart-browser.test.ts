import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { browserCommand, type Desktop, openInBrowser } from "../../tools/quickstart/browser.js";
import { script } from "./fake-machine.js";

const URL = "http://127.0.0.1:4310/_local/";
const desktop = (changes: Partial<Desktop> = {}): Desktop => ({
  env: {},
  system: "linux",
  isTerminal: true,
  ...changes,
});

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "browser-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the dashboard's page", () => {
  it.each<[string, Partial<Desktop>, string[] | undefined]>([
    ["on macOS", { system: "darwin" }, ["open", URL]],
    ["on Linux with X", { env: { DISPLAY: ":0" } }, ["xdg-open", URL]],
    ["on Linux with Wayland", { env: { WAYLAND_DISPLAY: "wayland-0" } }, ["xdg-open", URL]],
    ["on Linux without a screen", {}, undefined],
    ["with the browser of the user", { env: { BROWSER: "my-browser --new" } }, ["my-browser", "--new", URL]],
    ["with a browser that names the place of the address", { env: { BROWSER: "b %s -x:other" } }, ["b", URL, "-x"]],
    ["in CI", { system: "darwin", env: { CI: "true", BROWSER: "b" } }, undefined],
    ["without a terminal", { system: "darwin", env: { BROWSER: "b" }, isTerminal: false }, undefined],
    ["on another system", { system: "win32" }, undefined],
  ])("is opened %s with the right command, or not at all", (_where, changes, command) => {
    expect(browserCommand(URL, desktop(changes))).toEqual(command);
  });

  it("is opened by the program that $BROWSER names", async () => {
    const opened = join(folder, "opened");
    script(folder, "my-browser", `echo "$1" > ${opened}.new && mv ${opened}.new ${opened}`);
    openInBrowser(URL, desktop({ env: { BROWSER: join(folder, "my-browser"), PATH: process.env.PATH } }));
    await expect.poll(() => readFileSync(opened, "utf8"), { timeout: 5000 }).toBe(`${URL}\n`);
  });

  it("is not opened by a program that does not exist, which is no failure", async () => {
    openInBrowser(URL, desktop({ env: { BROWSER: join(folder, "missing") } }));
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
});
