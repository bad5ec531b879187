/** The command: `npm start -- <command>`. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client, Connection } from "@temporalio/client";
import { loadClientConnectConfig } from "@temporalio/envconfig";
import { isOperation, readCommandLine } from "./commandLine.js";
import { dataConverter } from "./dataConverter.js";
import { checked, entries } from "./inputs.js";
import * as fleet from "./vocabulary.js";
import { work } from "./worker.js";

// Of `npm run servers`. Variables that are set stay as they are.
const servers = join(__dirname, ".local/servers.env");
if (existsSync(servers)) process.loadEnvFile(servers);

const say = (line: string) => void process.stdout.write(`${line}\n`);
const listed = (counts: object) =>
  Object.entries(counts)
    .sort()
    .map(([what, count]) => `${count} ${what}`)
    .join(", ");

type CommandLine = ReturnType<typeof readCommandLine>;
type Task = (client: Client) => Promise<unknown>;

/** Sends each environment of the file what it should be. One that is new gets a workflow. */
function importFile(file: string): Task {
  const all = checked(`environments in ${file}`, entries, parseFile(file));
  return async ({ workflow }) => {
    const signal = { taskQueue: fleet.QUEUE, args: [{}], signal: "want" };
    for (let at = 0; at < all.length; at += 50) {
      const some = all.slice(at, at + 50).map(({ name: workflowId, ...wanted }) => {
        const typedSearchAttributes = [{ key: fleet.attributes.platform, value: wanted.platform }];
        const options = { ...signal, workflowId, signalArgs: [wanted], typedSearchAttributes };
        return workflow.signalWithStart("environment", options);
      });
      await Promise.all(some);
    }
    say(`${all.length} environments imported`);
  };
}

function parseFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Error(`${file} can't be read as JSON: ${(error as Error).message}`);
  }
}

/** Starts a rollout, and shows its progress. It goes on without this process. */
async function roll(client: Client, operation: fleet.Operation, line: CommandLine): Promise<void> {
  const isUp = operation === "up";
  const { names, all, previous, "at-once": perPlatform } = line;
  const { waves = isUp ? ["1", "10%"] : ["100%"], failures = isUp ? 0 : 1e9 } = line;
  const which = names.length > 0 ? names : undefined;
  const rollout: fleet.Rollout = { operation, previous, names: which, all, waves, failures, perPlatform };
  const workflowId = `${operation}-${new Date().toISOString().replace(/\W/g, "")}`;
  const handle = await client.workflow.start("rollout", { taskQueue: fleet.QUEUE, args: [rollout], workflowId });
  say(`Rollout ${workflowId}`);
  const hinted = new Set<string>();
  for (let [shown, same] = ["", 0]; ; await delay(500)) {
    const now = await handle.query<fleet.Progress | undefined>("progress");
    if (!now) continue;
    const ended = Object.values(now.ended).reduce((sum, each) => sum + each, 0);
    const state = now.state === "running" ? "" : `; ${now.state}`;
    const counts = listed({ ...now.ended, ...(now.running.length > 0 && { running: now.running.length }) });
    const text = `wave ${now.wave} of ${now.waves}, ${ended} of ${now.total} environments: ${counts}${state}`;
    if (text !== shown) say(text);
    same = text === shown ? same + 1 : 0;
    shown = text;
    // Without progress, perhaps nobody does the work.
    if (same % 10 === 9) await hint(client, now.running, hinted);
    if (now.running.length > 0 || (now.state === "running" && ended < now.total)) continue;
    if (now.ended.failed || now.state !== "running") process.exitCode = 1;
    return show(client, now.problems);
  }
}

/** Says whether workflows are stuck, and which of the environments' platforms have no worker, each once. */
async function hint(client: Client, running: readonly fleet.Member[], hinted: Set<string>): Promise<void> {
  const stuck = await stuckIn(client);
  if (stuck > 0 && !hinted.has(""))
    say(`${stuck} workflows are stuck. To list them: temporal workflow list -q '${STUCK}'`);
  if (stuck > 0) hinted.add("");
  for (const platform of new Set(running.map(([, each]) => each))) {
    if (hinted.has(platform) || (await hasWorker(client, platform))) continue;
    hinted.add(platform);
    const names = running.flatMap(([name, each]) => (each === platform ? [name] : []));
    const some = `${names.slice(0, 3).join(", ")}${names.length > 3 ? ", …" : ""}`;
    say(`No worker runs environments of the platform ${JSON.stringify(platform)}: ${some}
  Start one with that name in FLEET_PLATFORMS. If the name is wrong, cancel their workflows, and import them again.`);
  }
}

/** Whether any worker has asked for work of a platform in the last five minutes. */
async function hasWorker({ workflowService, options: { namespace } }: Client, platform: string): Promise<boolean> {
  const taskQueue = { name: fleet.queueOf(platform) };
  // 2: Temporal's number for the queues of activities.
  const { pollers } = await workflowService.describeTaskQueue({ namespace, taskQueue, taskQueueType: 2 });
  return (pollers ?? []).length > 0;
}

const inState = (state: string) =>
  `WorkflowType = 'environment' AND ExecutionStatus = 'Running' AND FleetState = '${state}'`;

/** Of workflows that can't continue, for example because of an error in `workflows.ts`. Older servers don't know it. */
const STUCK =
  "ExecutionStatus = 'Running' AND TemporalReportedProblems IN ('category=WorkflowTaskFailed', 'category=WorkflowTaskTimedOut')";
const stuckIn = async ({ workflow }: Client) => (await workflow.count(STUCK).catch(() => ({ count: 0 }))).count;

/** How many environments are in which state: live in a terminal. */
async function status(client: Client, isJson: boolean): Promise<void> {
  for (;;) {
    const count = async (state: string) => [state, (await client.workflow.count(inState(state))).count] as const;
    const states = ["new", "running", "done", "drifted", "failed"].map(count);
    const counts = Object.fromEntries([...(await Promise.all(states)), ["stuck", await stuckIn(client)]]);
    if (isJson) return say(JSON.stringify(counts));
    if (!process.stdout.isTTY) return say(listed(counts));
    process.stdout.write(`\r\x1b[K${listed(counts)}`);
    await delay(1000);
  }
}

async function report(client: Client): Promise<void> {
  const query = `${inState("failed")} OR ${inState("drifted")}`;
  for await (const { workflowId } of client.workflow.list({ query })) await show(client, [workflowId]);
}

/** Prints the latest reports of environments. */
async function show({ workflow }: Client, environments: readonly string[]): Promise<void> {
  for (const name of environments) {
    const described = await workflow
      .getHandle(name)
      .describe()
      .catch(() => undefined);
    if (described?.status.name !== "RUNNING" || !described.memo?.report) {
      say(`${name} hasn't been imported, or its workflow was ended`);
      continue;
    }
    const { operation, tag = "", state, attempts = 0, changes = {}, error } = described.memo.report as fleet.Report;
    const why = error ? `${error.code} after ${attempts} ${attempts === 1 ? "attempt" : "attempts"}` : listed(changes);
    say(`${name}: ${operation} ${tag} ${state}: ${why}`);
    for (const line of error?.message.split("\n") ?? []) say(`  ${line}`);
  }
}

/** What a command does once there is a connection. What is wrong with its input is said before. */
function taskOf(line: CommandLine): Task {
  const { command, names, json = false } = line;
  if (isOperation(command)) return (client) => roll(client, command, line);
  if (command === "import") return importFile(names[0] as string);
  return command === "status" ? (client) => status(client, json) : report;
}

async function main(): Promise<void> {
  const line = readCommandLine(process.argv.slice(2));
  if (line.command === "work") return work();
  const run = taskOf(line);
  const { connectionOptions, namespace = "default" } = loadClientConnectConfig();
  const connection = await Connection.connect(connectionOptions);
  const task = () => run(new Client({ connection, namespace, dataConverter }));
  await (line.work ? work(task) : task());
  await connection.close();
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
