import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { openedFolder } from "../opened-folder.js";

const root = join(__dirname, "..", "..");
/** What the linter must say about a file that imports another one; nothing if it may. */
const imports = [
  ["provider/errors/a.ts", "../schema/view.js", "Errors know nothing"],
  ["provider/schema/a.ts", "../platform/client.js", "of the provider it may import only errors"],
  ["provider/lifecycle/a.ts", "../resources/container.js", "it names no kind"],
  ["provider/lifecycle/b.ts", "../../sdk/index.js", "it never imports sdk"],
  ["provider/lifecycle/c.ts", "../schema/view.js", ""],
  ["provider/lifecycle/d.ts", "../native/serve.js", "The core knows neither"],
  ["provider/dynamic/a.ts", "../native/serve.js", "The doors share the core"],
  ["provider/native/a.ts", "../dynamic/log.js", "of Pulumi's SDK it loads the protocol alone"],
  ["provider/native/b.ts", "@pulumi/pulumi", "of Pulumi's SDK it loads the protocol alone"],
  ["provider/resources/a.ts", "../plugin/shutdown.js", "everything of the core"],
  ["provider/native/c.ts", "@pulumi/pulumi/proto/provider_pb.js", ""],
  ["sdk/a.ts", "../cli/main.js", "knows nothing of the command line"],
  ["sdk/b.ts", "../provider/runtime.js", ""],
  ["cli/commands/a.ts", "../../sdk/index.js", "imports neither the SDK"],
  ["tools/a.ts", "../test/full.js", "Tools never import tests"],
  ["backend/src/a.ts", "../../provider/runtime.js", "The backend validates on its own"],
  ["backend/dashboard/src/a.ts", "../../../provider/runtime.js", "The backend validates on its own"],
  ["backend/dashboard/src/b.ts", "../../src/store/store.js", "only the types in src/dashboard/contract.ts"],
  ["backend/dashboard/src/c.ts", "../../src/dashboard/contract.js", ""],
] as const;

const folder = openedFolder("boundaries");
let findings: readonly { readonly location: { readonly path: string }; readonly message: string }[];

beforeAll(() => {
  copyFileSync(join(root, "biome.json"), join(folder, "biome.json"));
  for (const [file, imported] of imports) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `import { value } from "${imported}";\nvalue();\n`);
  }
  const args = ["lint", "--only=style/noRestrictedImports", "--reporter=json", "."];
  const { stdout } = spawnSync(join(root, "node_modules/.bin/biome"), args, { cwd: folder, encoding: "utf8" });
  findings = JSON.parse(stdout).diagnostics;
});

it.each(imports)("the linter says about %s that imports %s: '%s'", (file, _, says) => {
  const texts = findings.filter(({ location }) => location.path === file).map((finding) => JSON.stringify(finding));
  expect(texts).toEqual(says === "" ? [] : [expect.stringContaining(says)]);
});
