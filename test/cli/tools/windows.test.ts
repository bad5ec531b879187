import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { CHECKOUT } from "../../../tools/fetch/pulumi-cli/search.js";

const windows = join(__dirname, "windows.cjs");

function run(...args: string[]) {
  // Where Windows keeps temporary files: tsx puts its cache there, and without the variable into the checkout.
  const env = { ...process.env, TEMP: tmpdir() };
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: CHECKOUT, env, encoding: "utf8" });
  return { status, stderr };
}

describe("on Windows", () => {
  it.each(["tools/fetch/pulumi-cli/where.ts", "tools/fetch/pulumi-cli/run.ts", "tools/quickstart/start.mjs"])(
    "%s fails with the advice to use WSL",
    (script) => {
      const { status, stderr } = run("--import", "tsx", "--require", windows, script);
      expect(status).toBe(1);
      expect(stderr).toMatch(
        /^\n?The scripts of this repository run on Linux and macOS; on Windows, run them in WSL\. /,
      );
      expect(stderr).not.toContain("    at ");
    },
  );

  it("loads the provider of a Container, which checks arguments", () => {
    const program = `
      process.env.APP_PLATFORM_BASE_URL = "http://127.0.0.1:1";
      const { provider } = require("./dist/provider/runtime.js");
      provider("Container").check({}, { name: "web" }).then(({ failures }) => console.error(failures.length > 0));`;
    expect(run("--require", windows, "-e", program)).toEqual({ status: 0, stderr: "true\n" });
  });
});
