/** A project in a workspace whose package manager gives each package only what it depends on itself, as pnpm does. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Finding } from "../../cli/doctor/check.js";
import { pulumiEnvironment } from "../../tools/fetch/pulumi-cli/environment.js";
import { openedPlatform } from "../platform/support/opened.js";
import { openedFolder } from "../support/opened-folder.js";
import { writeEmptyStack } from "./support/empty-stack.js";
import { link } from "./support/project.js";
import { startIn } from "./support/project-folder.js";
import { runCli } from "./support/run.js";

const platform = openedPlatform();
const workspace = openedFolder("workspace");
let folder: string;
let env: NodeJS.ProcessEnv;

const missing = "pulumi-app-platform isn't installed for the project: Pulumi loads it from";

beforeAll(async () => {
  folder = join(workspace, "infra");
  await link("node_modules/@pulumi/pulumi", folder);
  await link(".", join(workspace, "lib"), "pulumi-app-platform");
  await mkdir(join(folder, "src"));
  const { environment } = platform.ids;
  const files = {
    "pnpm-lock.yaml": "",
    "lib/index.js": `const { Database } = require("pulumi-app-platform");
exports.database = (name) =>
  new Database(name, { environmentId: "${environment}", type: "POSTGRESQL", version: "16", mode: "CONTAINER" });
`,
    "infra/Pulumi.yaml": "name: infra\nruntime: nodejs\nmain: src\n",
    "infra/src/index.js": 'require("../../lib").database("db");\n',
    "infra/token": `\uFEFF${platform.tokens.admin}\r\n`,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(workspace, name), text);
  const state = join(workspace, "state");
  await writeEmptyStack({ folder, state, project: "infra", stack: "dev" });
  env = {
    ...process.env,
    ...(await pulumiEnvironment({ state })),
    APP_PLATFORM_BASE_URL: platform.url,
    APP_PLATFORM_TOKEN: "",
    APP_PLATFORM_TOKEN_FILE: "token",
    PULUMI_STACK: "dev",
  };
});

/** Pulumi's own error for a module that it doesn't find is not for people. */
const preview = () =>
  startIn(workspace, "pulumi", ["preview", "--non-interactive", "--color", "never", "--cwd", folder], env).ended;

/** What the check of `doctor` with this name finds. */
async function found(name: string): Promise<Finding | undefined> {
  const report = await runCli(["doctor", "--json", "--cwd", folder], { cwd: workspace, env });
  return report.json().checks.find((each: { readonly name: string }) => each.name === name);
}

test("pnpm workspace: doctor says how to install the package if only another package has it", async () => {
  const { code, output } = await preview();
  expect(code).not.toBe(0);
  expect(output).toContain("Cannot find module 'pulumi-app-platform/runtime'");
  expect(output).toContain(`warning: ${missing} ${join(folder, "src")}`);
  expect(output).toContain("`publicHoistPattern: [pulumi-app-platform]` to pnpm-workspace.yaml");
  expect((await found("package"))?.cure).toEqual([
    "install it there: pnpm add pulumi-app-platform. Destroy and refresh need it as well",
    "add `publicHoistPattern: [pulumi-app-platform]` to pnpm-workspace.yaml, then run pnpm install",
  ]);
});

test("pnpm workspace: preview and doctor find the package in the project's own node_modules", async () => {
  await link(".", workspace, "pulumi-app-platform");
  const { code, output } = await preview();
  expect(code, output).toBe(0);
  expect(output).not.toContain(missing);
  expect((await found("token"))?.message).toContain(join(folder, "token"));
});
