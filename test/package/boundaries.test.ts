import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { openedFolder } from "../support/opened-folder.js";

const root = join(__dirname, "..", "..");
/** What a file must not import, and the boundary that says so; nothing if it may. */
const imports = [
  ["provider/errors/a.ts", "../schema/view.js", "errors"],
  ["provider/schema/a.ts", "../platform/client.js", "schema"],
  ["provider/resource/a.ts", "../kinds/container.js", "resource"],
  ["provider/resource/b.ts", "../../sdk/index.js", "provider"],
  ["provider/resource/c.ts", "../schema/view.js", ""],
  ["provider/resource/d.ts", "../frontends/native/serve.js", "core"],
  ["provider/deployment/a.ts", "../kinds/container.js", "deployment"],
  ["provider/deployment/b.ts", "../generated/deployable.js", ""],
  ["provider/frontends/dynamic/a.ts", "../native/serve.js", "dynamic"],
  ["provider/frontends/native/a.ts", "../dynamic/log.js", "native"],
  ["provider/frontends/native/b.ts", "@pulumi/pulumi", "native"],
  ["provider/engine/a.ts", "../kinds/container.js", "engine"],
  ["provider/frontends/native/c.ts", "@pulumi/pulumi/proto/provider_pb.js", ""],
  ["sdk/a.ts", "../cli/main.js", "program"],
  ["sdk/b.ts", "../provider/runtime.js", ""],
  ["sdk/c.ts", "app-platform-backend", "sdk"],
  ["cli/commands/a.ts", "../../sdk/index.js", "cli"],
  ["cli/commands/b.ts", "../../provider/runtime.js", "command"],
  ["tools/a.ts", "../test/full.js", "tools"],
  ["backend/src/a.ts", "../../provider/runtime.js", "backend"],
  ["backend/src/b.ts", "pulumi-app-platform", "backend"],
  ["backend/dashboard/src/a.ts", "../../../provider/runtime.js", "backend"],
  ["backend/dashboard/src/b.ts", "../../src/store/store.js", "dashboard"],
  ["backend/dashboard/src/c.ts", "../../src/dashboard/contract.js", ""],
] as const;

const folder = openedFolder("boundaries");
let violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

beforeAll(() => {
  for (const [file, imported] of imports) {
    write(join(folder, file), `import type { Value } from "${imported}";\nexport type Same = Value;\n`);
    if (imported.startsWith("."))
      write(join(folder, dirname(file), imported.replace(/js$/, "ts")), "export type Value = string;\n");
  }
  const cruise = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const args = ["--config", join(root, "tools/boundaries.cjs"), "--output-type", "json", "."];
  const { stdout } = spawnSync(process.execPath, [cruise, ...args], { cwd: folder, encoding: "utf8" });
  violations = JSON.parse(stdout).summary.violations;
});

const labeled = imports.map(([file, imported, boundary]) => [file, imported, boundary || "none", boundary] as const);
it.each(labeled)("%s importing %s breaks the boundary: %s", (file, _, __, boundary) => {
  const broken = violations.filter(({ from }) => from === file).map(({ rule }) => rule.name);
  expect(broken).toEqual(boundary === "" ? [] : [boundary]);
});
