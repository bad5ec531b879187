/** What the README of the example promises to who tries it: the servers, rollouts, lost workers, drift, and Temporal's page. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { parseEnv, promisify } from "node:util";
import { Client, Connection } from "@temporalio/client";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { temporalFolder } from "../../../tools/fetch/temporal-cli/find.js";
import { requests } from "../../engine/support/journal.js";
import { openTab } from "../../package/site/browser.js";
import type { Platform } from "../../platform/support/platform.js";
import { sendRequest } from "../../support/api-request.js";
import { isFull } from "../../support/full.js";
import { isAlive, startedBy } from "../../support/processes.js";
import { type CopiedFolder, type StartedProgram, startIn } from "../support/project-folder.js";
import { codec } from "./codec.js";
import { type Entry, withTag } from "./environments.js";
import {
  type Fleet,
  killAll,
  openFleet,
  openTroubledExample,
  PASSPHRASE,
  servicesOf,
  until,
  workflowsOf,
} from "./fleet.js";

const isRecording = process.env.RECORD === "1";
const picture = join(__dirname, "../../../docs/public/fleet-temporal.png");
const readme = readFileSync(join(__dirname, "../../../examples/fleet/README.md"), "utf8");

let example: CopiedFolder;
let servers: StartedProgram | undefined;
let worker: ChildProcess;
let fleet: Fleet;
let client: Client;
let platform: Platform;
let first: Entry;
let nowhere: Entry;
let page = "";
const { endOf, importEntries, reportOf, roll } = workflowsOf(() => client);

const fileOf = (name: string) => join(example.folder, ".local", name);

const startServers = () =>
  startIn(example.folder, process.execPath, ["--import", "tsx", "servers.ts"], example.env, true);

beforeAll(async () => {
  const folder = await temporalFolder();
  example = await openTroubledExample({ isEncoded: true });
  // The servers decide where the states are.
  for (const name of ["PULUMI_BACKEND_URL", "PULUMI_CONFIG_PASSPHRASE"]) delete example.env[name];
  example.env.PATH = `${folder}:${example.env.PATH}`;
});
afterAll(async () => {
  await fleet?.close();
  await client?.connection.close();
  if (servers?.isOver() === false) process.kill(-servers.pid, "SIGKILL");
  await example?.close();
});

test("fleet: servers leave no process behind if one does not start", async () => {
  mkdirSync(fileOf("platform.db"), { recursive: true });
  const { pid, ended } = startServers();
  const { code, output } = await ended;
  expect(code, output).toBe(1);
  expect(startedBy(pid)).toEqual([]);
  await example.run("rm", ["-r", ".local"]);
});

test("fleet: servers start, and twelve environments are imported", async () => {
  servers = startServers();
  const printed = await servers.until("The platform's page");
  [, page = ""] = /^Temporal's page: (http:\S+)$/m.exec(printed) ?? [];
  expect(page, printed).toMatch(/^http:/);
  fleet = openFleet(example, fileOf("state"));
  const imported = await fleet.run("import", ".local/environments.json");
  expect(imported.output).toBe("12 environments imported\n");
  writeFileSync(fileOf("wrong.json"), '{"name":"x"}');
  const refused = await fleet.run("import", ".local/wrong.json");
  expect([refused.code, refused.output]).toEqual([1, expect.stringMatching(/^Wrong .*\n {2}must be a list of env/)]);

  const variables = (name: string) => parseEnv(readFileSync(fileOf(`${name}.env`), "utf8"));
  const { APP_PLATFORM_BASE_URL: url = "", APP_PLATFORM_TOKEN: admin = "" } = variables("local");
  const target = { url, tokens: { admin, editor: "", viewer: "" } };
  const agent = new Agent();
  platform = {
    ...target,
    request: (method: string, path: string, options = {}) => sendRequest(agent, target, method, path, options),
  } as Platform;
  const connection = await Connection.connect({ address: variables("servers").TEMPORAL_ADDRESS ?? "" });
  client = new Client({ connection, dataConverter: { payloadCodecs: [codec] } });
  [first] = JSON.parse(readFileSync(fileOf("environments.json"), "utf8"));
  // A value that the message of an error contains.
  appendFileSync(fileOf("local.env"), `PULUMI_CONFIG_PASSPHRASE=${PASSPHRASE}\nREPEATED=not found\n`);
});

test("fleet: each environment is deployed once although a worker is killed and another environment fails", async () => {
  nowhere = { ...first, name: "nowhere", settings: { ...first.settings, environmentId: crypto.randomUUID() } };
  await importEntries([nowhere]);
  // The one that fails comes after the worker that is killed, so that it runs once.
  const options = ["--waves", "1", "--failures", "3", "--work"];
  const lost = await fleet.startWorker("up", first.name, nowhere.name, ...options);
  const { environmentId } = first.settings;
  await until(async () => fleet.isLocked(first) && (await servicesOf(environmentId, platform)).names.length > 0);
  await killAll(lost);
  expect(fleet.locked()).toContain(first.name);
  // The number of the lock's process is given to another one.
  const later = spawn("sleep", ["1000"], { stdio: "ignore" });
  onTestFinished(() => void later.kill());
  fleet.changeLock(first, { pid: later.pid as number, timestamp: new Date(Date.now() - 60_000).toISOString() });
  const [, rollout = ""] = /^Rollout (up-\d{8}T\d{9}Z)$/m.exec(fleet.logs()) ?? [];
  worker = await fleet.startWorker();

  expect(await endOf(rollout)).toMatchObject({ ended: { done: 1, failed: 1 }, problems: ["nowhere"] });
  expect(await reportOf(first.name)).toMatchObject({ state: "done", attempts: 2 });
  expect((await reportOf("nowhere"))?.error?.message).toMatch(/failed: \*\*\* \(404\)/);
  await fleet.expectDeployed([first], platform);
  const sent = await requests(platform);
  const created = ["database", "container", "job"].map((kind) => sent[`POST /environment/{environmentId}/${kind} 201`]);
  expect(created).toEqual([1, 2, 1]);
});

test("fleet: the command names a platform without a worker", async () => {
  await importEntries([{ ...first, name: "misspelled", platform: "lokal" }]);
  const hint = 'No worker runs environments of the platform "lokal": misspelled\n';
  const exited = once(await fleet.start(hint, "up", "misspelled"), "exit");
  await client.workflow.getHandle("misspelled").cancel();
  expect(await exited, fleet.logs()).toEqual([0, null]);
});

test("fleet: a schedule finds drift and reports it", async () => {
  const { jobs } = await servicesOf(first.settings.environmentId, platform);
  const removed = await platform.request("DELETE", `/job/${jobs[0]?.id}`);
  expect(removed.status).toBeLessThan(300);
  const [, command = ""] = /^(temporal schedule create [\s\S]*?)\n```/m.exec(readme) ?? [];
  const scheduled = command.replace('{"operation": "preview"}', `{"operation": "preview", "names": ["${first.name}"]}`);
  expect(scheduled).not.toBe(command);
  const { TEMPORAL_ADDRESS = "" } = parseEnv(readFileSync(fileOf("servers.env"), "utf8"));
  await promisify(execFile)("sh", ["-c", scheduled], { env: { ...example.env, TEMPORAL_ADDRESS } });
  await client.schedule.getHandle("drift").trigger();
  const state = async () => (await reportOf(first.name))?.state;
  await expect.poll(state, { interval: 200 }).toBe("drifted");
  const report = await fleet.run("report");
  expect(report.stdout, report.output).toMatch(/^customer-01: preview 1\.0 drifted: 1 create, /m);
  expect(report.stdout).toMatch(/^nowhere: up 1\.0 failed: AP3003 after \d attempts?\n/m);
  expect(report.stdout).toContain(`There is no environment with the id ${nowhere.settings.environmentId}.`);
  expect(report.stdout).toMatch(/errors\.html#ap3003$/m);
});

test("fleet: a new version removes drift, and its run gets only the platform's variables", async () => {
  const newer = withTag(first, "environment");
  await importEntries([newer]);
  const up = await fleet.run("up", first.name);
  expect(up.code, up.output).toBe(0);
  expect(up.stdout, up.output).toContain("wave 1 of 1, 1 of 1 environments: 1 done\n");
  await fleet.expectDeployed([newer], platform);
  const mark = join(example.folder, `environment-${first.settings.environmentId}`);
  const variables = JSON.parse(readFileSync(mark, "utf8"));
  expect(variables.APP_PLATFORM_TOKEN).toBe(platform.tokens.admin);
  expect(variables).not.toHaveProperty("OTHER_SECRET");
});

/** What the README filters environments with on Temporal's page. */
const query = '`WorkflowType`="environment" AND `ExecutionStatus`="Running" AND `WorkflowId` STARTS_WITH "customer-"';

test("fleet: Temporal and the command show the state of environments", async () => {
  const states = async () => {
    const found: string[] = [];
    for await (const { searchAttributes } of client.workflow.list({ query })) {
      const { FleetPlatform, FleetState = [] } = searchAttributes;
      expect(FleetPlatform).toEqual([expect.any(String)]);
      found.push(...FleetState.map(String));
    }
    return found.sort();
  };
  // Temporal's list shows a change a moment later.
  await expect.poll(states).toEqual(["done", ...Array(11).fill("new")]);
  const { stdout } = await fleet.run("status", "--json");
  expect(JSON.parse(stdout)).toMatchObject({ running: 0, drifted: 0, failed: 1, done: 1, new: 11 });
  expect((await fetch(page)).status).toBe(200);
});

/** A browser for one page: the short form asks Temporal instead. */
const testOfPage = isFull || isRecording ? test : undefined;
testOfPage?.("fleet: Temporal's page shows each environment with its state", async () => {
  const deploying = example.run("npm", ["run", "try"]);
  // Of its own, because of what it does whenever a page is loaded.
  const tab = await (await openTab()).context().newPage();
  try {
    const shown = ["Status", "Workflow ID", "FleetPlatform", "FleetState", "FleetVersion", "FleetError", "Start"];
    const columns = JSON.stringify({ default: shown.map((label) => ({ label })) });
    // As they are chosen on the page, where the browser keeps them.
    await tab.addInitScript(`localStorage.setItem("namespace-workflow-table-columns", '${columns}')`);
    const rows = tab.locator("tr", { hasText: "customer-" });
    const inState = (state: string) =>
      rows.filter({ has: tab.getByRole("cell", { name: state, exact: true }) }).count();
    await expect
      .poll(async () => {
        await tab.goto(`${page}/namespaces/default/workflows?query=${encodeURIComponent(query)}`);
        await rows.first().waitFor();
        return (await inState("done")) > 0 && (await inState("running")) > 0;
      })
      .toBe(true);
    expect(await rows.count()).toBe(12);
    if (isRecording)
      writeFileSync(picture, await tab.screenshot({ clip: { x: 272, y: 64, width: 1152, height: 656 } }));
  } finally {
    await tab.close();
  }
  const { code, output } = await deploying;
  expect(code, output).toBe(1);
  const lines = readme.match(/^(?:wave 1 of 3, 0 of 12.*|\d+ environments imported)$/gm) ?? [];
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(output.replaceAll("of 13", "of 12")).toContain(`${line}\n`);
  expect(output).toContain("13 of 13 environments: 12 done, 1 failed");
});

test("fleet: a destroy deletes services and state, although the worker gets SIGTERM meanwhile", async () => {
  await roll({ operation: "destroy", names: [first.name] });
  await until(() => fleet.isLocked(first));
  const exited = once(worker, "exit");
  worker.kill("SIGTERM");
  expect(await exited, fleet.logs()).toEqual([0, null]);
  expect((await servicesOf(first.settings.environmentId, platform)).names).toEqual([]);
  expect(existsSync(fileOf(`state/.pulumi/stacks/fleet/${first.name}.json`))).toBe(false);
  const { events } = await client.workflow.getHandle(first.name).fetchHistory();
  expect(events?.filter(({ activityTaskCompletedEventAttributes: ended }) => ended)).toHaveLength(1);
});

test("fleet: Temporal's database and the logs contain no tokens, passphrases or settings", () => {
  const files = readdirSync(fileOf("")).filter((name) => name.startsWith("temporal.db"));
  // SQLite deletes its journal with each commit, and Temporal is still running.
  const read = (name: string) => {
    try {
      return readFileSync(fileOf(name), "latin1");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      return "";
    }
  };
  const data = files.map(read).join("") + fleet.logs();
  expect(data).toContain("customer-01");
  expect(data).not.toContain(platform.tokens.admin);
  expect(data).not.toContain(PASSPHRASE);
  // With a codec, not even settings can be read.
  expect(files.map(read).join("")).not.toContain(first.settings.registryId);
});

test("fleet: Ctrl-C ends all servers", async () => {
  await fleet.close();
  const { pid, ended } = servers as StartedProgram;
  const started = startedBy(pid).map((each) => each.pid);
  expect(started.length).toBeGreaterThan(0);
  // The terminal sends it to all of them.
  process.kill(-pid, "SIGINT");
  expect((await ended).code).toBe(0);
  expect(started.filter(isAlive)).toEqual([]);
});
