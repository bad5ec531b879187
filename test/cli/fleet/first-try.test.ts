/** What the README of the example promises to who tries it: `npm run servers`, `npm run try`, and Temporal's page. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { temporalFolder } from "../../../tools/temporal-cli/find.js";
import { isFull } from "../../full.js";
import { openBrowser } from "../../package/site/browser.js";
import { isAlive, startedBy } from "../../processes.js";
import { type CommandResult, type CopiedFolder, openExample } from "../project-folder.js";

const isRecording = process.env.RECORD === "1";
const picture = join(__dirname, "../../../docs/public/fleet-temporal.png");
const readme = readFileSync(join(__dirname, "../../../examples/fleet/README.md"), "utf8");

let example: CopiedFolder;
let servers: ChildProcess | undefined;
let deployed: Promise<CommandResult> | undefined;
let page = "";
let printed = "";

const shownColumns = ["Status", "Workflow ID", "FleetPlatform", "FleetState", "FleetVersion", "FleetError", "Start"];
const columns = { default: shownColumns.map((label) => ({ label })) };

const run = (...args: string[]) => example.run("npm", args);

function startServers(): ChildProcess {
  printed = "";
  const child = spawn(process.execPath, ["--import", "tsx", "servers.ts"], {
    ...{ cwd: example.folder, env: example.env, detached: true, stdio: ["ignore", "pipe", "pipe"] },
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  return child;
}

beforeAll(async () => {
  const folder = await temporalFolder();
  example = await openExample("fleet", {});
  // The servers decide where the states are.
  for (const name of ["PULUMI_BACKEND_URL", "PULUMI_CONFIG_PASSPHRASE"]) delete example.env[name];
  example.env.PATH = `${folder}:${example.env.PATH}`;
});
afterAll(async () => {
  if (servers?.exitCode === null) process.kill(-(servers.pid as number), "SIGKILL");
  await deployed;
  await example?.close();
});

test("leaves no process behind if one of the servers does not start", async () => {
  const data = join(example.folder, ".local/platform.db");
  mkdirSync(data, { recursive: true });
  const child = startServers();
  const [code] = await once(child, "close");
  expect(code, printed).toBe(1);
  expect(startedBy(child.pid as number)).toEqual([]);
  await example.run("rm", ["-r", ".local"]);
});

test("starts the servers, and imports twelve environments", async () => {
  servers = startServers();
  await vi.waitUntil(() => printed.includes("The platform's page") || servers?.exitCode !== null, { timeout: 60_000 });
  [, page = ""] = /^Temporal's page: (http:\S+)$/m.exec(printed) ?? [];
  expect(page, printed).toMatch(/^http:/);
  const imported = await run("start", "--", "import", ".local/environments.json");
  expect(imported.output).toContain("12 environments imported\n");
  const some = ["start", "--", "up", "--work", "customer-01", "customer-02"];
  deployed = isFull ? run("run", "try") : run(...some);
});

test("shows on Temporal's page which environments are deployed, and in which state they are", async () => {
  const browser = await openBrowser();
  try {
    const tab = await browser.context.newPage();
    // As they are chosen on the page, where the browser keeps them.
    await tab.addInitScript(`localStorage.setItem("namespace-workflow-table-columns", '${JSON.stringify(columns)}')`);
    const query = encodeURIComponent('`WorkflowType`="environment" AND `ExecutionStatus`="Running"');
    const rows = tab.locator("tr", { hasText: "customer-" });
    const inState = (state: string) =>
      rows.filter({ has: tab.getByRole("cell", { name: state, exact: true }) }).count();
    await expect
      .poll(async () => {
        await tab.goto(`${page}/namespaces/default/workflows?query=${query}`);
        await rows.first().waitFor();
        return (await inState("done")) > 0 && (await inState("running")) > 0;
      })
      .toBe(true);
    expect(await rows.count()).toBe(12);
    if (isRecording)
      writeFileSync(picture, await tab.screenshot({ clip: { x: 272, y: 64, width: 1152, height: 656 } }));
  } finally {
    await browser.close();
  }
});

test("deploys them, and prints what the README shows", async () => {
  const { code, output } = await (deployed as Promise<CommandResult>);
  expect(code, output).toBe(0);
  const shown = readme.match(/^(?:wave .*(?: 12 done|1 running)|\d+ environments imported)$/gm) ?? [];
  expect(shown.length).toBeGreaterThan(2);
  if (isFull) for (const line of shown) expect(output).toContain(`${line}\n`);
  expect(output).toMatch(/^Rollout up-\d{8}T\d{9}Z$/m);
  expect(output).toContain(isFull ? "12 of 12 environments: 12 done\n" : "2 of 2 environments: 2 done\n");
});

test("ends everything at Ctrl-C", async () => {
  const child = servers as ChildProcess;
  const started = startedBy(child.pid as number).map(({ pid }) => pid);
  expect(started.length).toBeGreaterThan(0);
  const closed = once(child, "close");
  // The terminal sends it to all of them.
  process.kill(-(child.pid as number), "SIGINT");
  expect(await closed, printed).toEqual([0, null]);
  expect(started.filter(isAlive)).toEqual([]);
});
