import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const root = join(__dirname, "..", "..");
const dist = join(root, "dist");

it("dist has exactly the declarations that its entry points import", async () => {
  const entries = ["sdk/index", "sdk/native", "provider/runtime"].map((entry) => join(dist, `${entry}.d.ts`));
  const options = ["--ignoreConfig", "--noEmit", "--listFiles", "--module", "nodenext"];
  // It fails, with what it printed, if a declaration names a module that is not there.
  const tsc = join(root, "node_modules/typescript7/bin/tsc");
  const { stdout } = await promisify(execFile)(process.execPath, [tsc, ...options, ...entries], { cwd: root });
  const reached = stdout.split("\n").filter((file) => file.startsWith(dist));
  const packed = readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".d.ts"));
  expect(packed.map((name) => join(dist, name)).sort()).toEqual(reached.sort());
});
