/** The pack of docs/how-to/policy-packs.md, which the Pulumi CLI runs on a program that breaks its rules. */
import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { pulumiEnvironment } from "../../tools/pulumi-cli/environment.js";
import { inCheckout, openedFolder } from "../opened-folder.js";
import { openedPlatform } from "../platform/opened.js";
import type { Platform } from "../platform/platform.js";
import { writeEmptyStack } from "./empty-stack.js";
import { settingsOf } from "./operated.js";
import { checkout } from "./project.js";

const platform = openedPlatform();
const folder = openedFolder("policy", inCheckout);

async function write(path: string, text: string, mode = 0o644): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), text, { mode });
}

/** Starts the pack beside it: the language host that is built here starts none, but the engine also takes an executable for a pack. */
const starter = `#!/bin/sh
cd "$(dirname "$0")"
exec node "$(node -p "require.resolve('@pulumi/pulumi/cmd/run-policy-pack')")" "$@" .
`;

const program = ({ environment, registries }: Platform["ids"]) => `
const { Container, Database } = require("pulumi-app-platform");
const environmentId = "${environment}";
const image = { environmentId, registryId: "${registries.DOCKER_HUB}", imageName: "library/nginx", healthchecks: {} };
new Container("web", { ...image, tag: "latest" });
new Container("api", { ...image, tag: "1.27" });
const engine = { environmentId, type: "POSTGRESQL", version: "16", mode: "CONTAINER" };
new Database("db", { ...engine, accessibility: "PUBLIC" });
new Database("cache", engine);
`;

test("the pack of the guide refuses what breaks its rules, in the words of the guide", async () => {
  const page = await readFile(join(checkout, "docs/how-to/policy-packs.md"), "utf8");
  for (const [, path = "", text = ""] of page.matchAll(/^```\w+ \[(policy\/\S+)\]\n(.*?)^```$/gms))
    await write(path, text);
  expect(await readFile(join(folder, "policy/PulumiPolicy.yaml"), "utf8")).toContain("runtime: nodejs\n");
  await write("policy/start", starter, 0o755);
  await write("Pulumi.yaml", "name: shop\nruntime: nodejs\n");
  await write("package.json", '{ "main": "index.js" }');
  await write("index.js", program(platform.ids));
  const pulumi = await pulumiEnvironment({ state: join(folder, "state") });
  const env = { ...process.env, ...pulumi, ...settingsOf(platform, { endpoints: "documented" }) };
  const run = (...args: string[]) =>
    promisify(execFile)("pulumi", [...args, "--non-interactive"], { cwd: folder, env });
  await writeEmptyStack({ folder, state: join(folder, "state"), project: "shop", stack: "dev" });
  const failed = await run("preview", "--stack", "dev", "--policy-pack", "policy/start").catch((error) => error);
  expect(failed.code).not.toBe(0);
  const [, shown = ""] = /```text\n(Policies:\n.*?)```/s.exec(page) ?? [];
  const [, printed = ""] = /^(Policies:\n(?: .*\n)+)/m.exec(failed.stdout.replace("policy/start", "policy")) ?? [];
  const lines = (text: string) =>
    text
      .split("\n")
      .map((line) => line.trim())
      .sort();
  expect(lines(printed)).toEqual(lines(shown));
});
