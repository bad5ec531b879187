/** The pack of docs/how-to/components.md, which the Pulumi CLI runs on a program that breaks its rules. */
import { chmod, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { policyStarter } from "../package/install/programs.js";
import { openProjectIn } from "../package/install/project.js";
import { openedPlatform } from "../platform/support/opened.js";
import type { Platform } from "../platform/support/platform.js";
import { inCheckout, openedFolder } from "../support/opened-folder.js";
import { checkout } from "./support/project.js";
import { writeFiles } from "./support/source-checks.js";

const platform = openedPlatform();
const folder = openedFolder("policy", inCheckout);

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

test("policy pack of docs/how-to/components.md prints the violations that the page shows", async () => {
  const page = await readFile(join(checkout, "docs/how-to/components.md"), "utf8");
  const blocks = page.matchAll(/^```\w+ \[(policy\/\S+)\]\n(.*?)^```$/gms);
  const pack = [...blocks].map(([, path = "", text = ""]) => [path, text]);
  await writeFiles(folder, {
    ...Object.fromEntries(pack),
    "policy/start": policyStarter,
    "Pulumi.yaml": "name: shop\nruntime: nodejs\n",
    "package.json": '{ "main": "index.js" }',
    "index.js": program(platform.ids),
  });
  await chmod(join(folder, "policy/start"), 0o755);
  expect(await readFile(join(folder, "policy/PulumiPolicy.yaml"), "utf8")).toContain("runtime: nodejs\n");
  const project = await openProjectIn(folder, platform, { APP_PLATFORM_ENDPOINTS: "documented" });
  // The language host that is built here starts no pack, but the engine also takes an executable for one.
  const failed = await project.fails("preview", "--policy-pack", "policy/start");
  const [, shown = ""] = /```text\n(Policies:\n.*?)```/s.exec(page) ?? [];
  const [, printed = ""] = /^(Policies:\n(?: .*\n)+)/m.exec(failed.replace("policy/start", "policy")) ?? [];
  const lines = (text: string) => text.split(/\s*\n\s*/).sort();
  expect(lines(printed)).toEqual(lines(shown));
});
