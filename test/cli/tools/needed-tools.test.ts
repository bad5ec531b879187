import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CHECKOUT, cacheFolder } from "../../../tools/pulumi-cli/search.js";
import { openedFolder } from "../../opened-folder.js";
import { script, start } from "./fake-machine.js";

const folder = openedFolder("needed-tools");

it("the README names the version of Go that builds the modules", () => {
  const needed = ["pulumi-cli/cli", "temporal-cli/cli"].map((module) => {
    const [, version = ""] = /^go (.+)$/m.exec(readFileSync(join(CHECKOUT, "tools", module, "go.mod"), "utf8")) ?? [];
    return `Go ${version} or newer`;
  });
  const readme = readFileSync(join(CHECKOUT, "README.md"), "utf8");
  for (const each of needed) expect(readme).toContain(each);
});

/** Neither what this run has found nor what the machine has besides Node.js. */
function environment(changes: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(FOUND_|TEST_|VITEST|CHROMIUM$)/.test(name));
  const none = join(folder, "none");
  return { ...Object.fromEntries(inherited), PATH: none, PLAYWRIGHT_BROWSERS_PATH: none, ...changes };
}

describe("a run that needs a tool which is missing", () => {
  it("says so in its first line and its last but one, and each test that needs it fails without a stack trace", () => {
    // No folder, so that nothing can be unpacked.
    const cache = join(folder, "file");
    writeFileSync(cache, "");
    const args = [join(CHECKOUT, "node_modules/vitest/vitest.mjs"), "run", "test/platform/reference.test.ts"];
    const env = environment({ XDG_CACHE_HOME: cache, NO_COLOR: "1", FORCE_COLOR: undefined });
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: CHECKOUT, env, encoding: "utf8" });
    const missing = "Missing, so the tests that need it fail: Chromium (install Chromium";
    const lines = stdout.split("\n").filter((line) => line.trim() !== "");
    expect(lines[1]).toContain(missing);
    expect(lines.at(-2)).toContain(missing);
    expect(lines.at(-1)).toMatch(/^0 passed, [1-9]\d* failed$/);
    expect(`${stdout}${stderr}`.match(/Chromium is missing/g)).toHaveLength(1);
    expect(`${stdout}${stderr}`).not.toMatch(/^ *(at |❯ .+:\d+:\d+)/m);
    expect(status).toBe(1);
  });
});

describe.runIf(process.platform === "linux" && process.arch === "x64")("the search for Chromium", () => {
  it("names those that do not start, and ends with the one of an npm package, which loads its own NSS, NSPR and expat", async () => {
    const path = join(folder, "path");
    mkdirSync(path);
    script(path, "google-chrome", "echo 'cannot open shared object file' >&2; exit 127");
    const env = environment({ PATH: path, CHROMIUM: join(folder, "nowhere") });
    const { code, out, err } = await start(join(__dirname, "chromium-in-process.ts"), [], env).ended;
    expect(code, err).toBe(0);
    expect(err).toMatch(/^Using the Chromium of the npm package @sparticuz\/chromium. These don't start:\n/m);
    expect(err).toMatch(/^ {2}- CHROMIUM: .*executable doesn't exist at .*nowhere$/m);
    expect(err).toMatch(/^ {2}- the PATH: .*cannot open shared object file$/m);
    const { width, files } = JSON.parse(out) as { readonly width: number; readonly files: readonly string[] };
    // It has a font.
    expect(width).toBeGreaterThan(20);
    const libraries = files.filter((file) => /\/lib(nss|nspr|plc4|plds4|softokn|freebl|expat|smime)\w*\.so/.test(file));
    for (const name of ["libnss3.so", "libnssutil3.so", "libnspr4.so", "libexpat.so.1"])
      expect(libraries).toContainEqual(expect.stringContaining(`/${name}`));
    for (const library of libraries) expect(library.startsWith(cacheFolder(process.env))).toBe(true);
  });
});
