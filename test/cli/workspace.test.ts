/** A project in a workspace whose package manager gives each package only what it depends on itself, as pnpm does. */
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { pulumiEnvironment } from "../../tools/fetch/pulumi-cli/environment.js";
import { openedPlatform } from "../platform/support/opened.js";
import { openedFolder } from "../support/opened-folder.js";
import { writeEmptyStack } from "./support/empty-stack.js";
import { link } from "./support/project.js";
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

/** What Pulumi prints: its own error for a module that it doesn't find is not for people. */
const preview = () =>
  new Promise<{ isDone: boolean; output: string }>((resolve) => {
    const args = ["preview", "--non-interactive", "--color", "never", "--cwd", folder];
    execFile("pulumi", args, { cwd: workspace, env }, (error, stdout, stderr) =>
      resolve({ isDone: error === null, output: `${stdout}${stderr}` }),
    );
  });

test("pnpm workspace: doctor says how to install the package if only another package has it", async () => {
  const { isDone, output } = await preview();
  expect(isDone).toBe(false);
  expect(output).toContain("Cannot find module 'pulumi-app-platform/runtime'");
  expect(output).toContain(`warning: ${missing} ${join(folder, "src")}`);
  expect(output).toContain("`publicHoistPattern: [pulumi-app-platform]` to pnpm-workspace.yaml");
  const report = await runCli(["doctor", "--json", "--cwd", folder], { cwd: workspace, env });
  const { checks } = report.json() as { checks: readonly { name: string; cure?: readonly string[] }[] };
  expect(checks.find(({ name }) => name === "package")?.cure).toEqual([
    "install it there: pnpm add pulumi-app-platform. Destroy and refresh need it as well",
    "add `publicHoistPattern: [pulumi-app-platform]` to pnpm-workspace.yaml, then run pnpm install",
  ]);
});

test("pnpm workspace: the package in the project's own node_modules works", async () => {
  await link(".", workspace, "pulumi-app-platform");
  const { isDone, output } = await preview();
  expect(isDone, output).toBe(true);
  expect(output).not.toContain(missing);
  const report = await runCli(["doctor", "--json", "--cwd", folder], { cwd: workspace, env });
  const { checks } = report.json() as { checks: readonly { name: string; message: string }[] };
  expect(checks.find(({ name }) => name === "token")?.message).toContain(join(folder, "token"));
});
