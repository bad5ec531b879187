import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { LANGUAGE_HOST_RELEASE, RELEASE } from "../../../tools/fetch/pulumi-cli/release.js";
import { CHECKOUT } from "../../../tools/fetch/pulumi-cli/search.js";
import { openedFolder } from "../../support/opened-folder.js";

const folder = openedFolder("needed-tools");

it("needed tools: the README names the Go version that builds the modules", () => {
  const needed = ["pulumi-cli/cli", "temporal-cli/cli"].map((module) => {
    const [, version = ""] =
      /^go (.+)$/m.exec(readFileSync(join(CHECKOUT, "tools/fetch", module, "go.mod"), "utf8")) ?? [];
    return `Go ${version} or newer`;
  });
  const readme = readFileSync(join(CHECKOUT, "README.md"), "utf8");
  for (const each of needed) expect(readme).toContain(each);
});

it.each([
  { module: "cli", path: "github.com/pulumi/pulumi/pkg/v3", release: RELEASE },
  { module: "cli", path: "github.com/pulumi/pulumi/sdk/v3", release: RELEASE },
  { module: "language-hosts", path: "github.com/pulumi/pulumi/sdk/v3", release: LANGUAGE_HOST_RELEASE },
])("needed tools: the Pulumi CLI is built from the release of $path that $module pins", (pin) => {
  const read = (file: string) => readFileSync(join(CHECKOUT, "tools/fetch/pulumi-cli", pin.module, file), "utf8");
  expect(read("go.mod")).toMatch(new RegExp(`^\\s*(require )?${pin.path} v${pin.release}( |$)`, "m"));
  expect(read("go.sum")).toContain(`${pin.path} v${pin.release} h1:`);
});

/** Neither what this run has found nor what the machine has besides Node.js. */
function environment(changes: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(FOUND_|TEST_|VITEST|CHROMIUM$)/.test(name));
  const none = join(folder, "none");
  return { ...Object.fromEntries(inherited), PATH: none, PLAYWRIGHT_BROWSERS_PATH: none, ...changes };
}

describe("test run without a needed tool (Chromium)", () => {
  it("names the tool in its first and last lines, and fails its tests", () => {
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
