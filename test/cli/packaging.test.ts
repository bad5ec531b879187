import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runProcess } from "./run-process.js";

const root = join(__dirname, "..", "..");

describe("the package", () => {
  test.each(["pulumi-app-platform", "pulumi-app-platform/runtime"])(
    "loads nothing of the command line with %s",
    (name) => {
      const script = `require(${JSON.stringify(name)}); console.log(JSON.stringify(Object.keys(require.cache)))`;
      const loaded = JSON.parse(
        execFileSync(process.execPath, ["-e", script], { cwd: root, encoding: "utf8" }),
      ) as string[];
      expect(loaded.some((file) => file.includes("dist/provider"))).toBe(true);
      expect(
        loaded.filter(
          (file) => file.startsWith(join(root, "dist", "cli")) || file.includes(join("node_modules", "commander")),
        ),
      ).toEqual([]);
    },
  );

  test("says which Node.js the command needs, in one that cannot load it", async () => {
    const env = { NODE_OPTIONS: `--require ${JSON.stringify(join(__dirname, "ancient-node.cjs"))}` };
    const { code, stdout, stderr } = await runProcess(["doctor"], { env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(
      /^app-platform needs Node\.js 20\.19 or newer; got 16\.20\.2 .*\n {2}What to do: install a newer Node\.js/,
    );
  });
});
