/** The command: `npm start -- <command>`. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Client, Connection } from "@temporalio/client";
import { loadClientConnectConfig } from "@temporalio/envconfig";
import * as fleet from "./vocabulary.js";
import { work } from "./worker.js";

const USAGE = `npm start -- import FILE           says how environments should be
             up [NAME…]            deploys; --previous: what was there before
             preview [NAME…]       looks for drift
             refresh, destroy, unlock NAME… (or --all)
               --waves 1,10%  --failures 0  --at-once 20 (of a platform)  --work (as a worker, too)
             status [--json], report
             work`;

// Of `npm run servers`. Variables that are set stay as they are.
const servers = join(__dirname, ".local/servers.env");
if (existsSync(servers)) process.loadEnvFile(servers);

const [flag, text] = [{ type: "boolean" }, { type: "string" }] as const;
const flags = { previous: flag, all: flag, work: flag, json: flag };
const texts = { waves: text, failures: text, "at-once": { ...text, default: "20" } };
const { values, positionals } = parseArgs({ allowPositionals: true, options: { ...flags, ...texts } });
const [command = "", ...names] = positionals;
const say = (line: string) => void process.stdout.write(`${line}\n`);
const listed = (counts: object) =>
  Object.entries(counts)
    .sort()
    .map(([what, count]) => `${count} ${what}`)
    .join(", ");

/** Sends each environment of the file what it should be. One that is new gets a workflow. */
async function importFile({ workflow }: Client): Promise<void> {
  const entries: (fleet.Wanted & { name: string })[] = JSON.parse(readFileSync(names[0] ?? "", "utf8"));
  const signal = { taskQueue: fleet.QUEUE, args: [{}], signal: "want" };
  for (let at = 0; at < entries.length; at += 50) {
    const some = entries.slice(at, at + 50);
    const sent = some.map(({ name: workflowId, ...wanted }) =>
      workflow.signalWithStart("environment", { ...signal, workflowId, signalArgs: [wanted] }),
    );
    await Promise.all(sent);
  }
  say(`${entries.length} environments imported`);
}

/** Starts a rollout, and shows its progress. It goes on without this process. */
async function roll(client: Client, operation: fleet.Operation): Promise<void> {
  const isUp = operation === "up";
  const which = names.length > 0 ? names : undefined;
  if (!isUp && operation !== "preview" && !which && !values.all) throw new Error("Name environments, or use --all.");
  const { previous, waves = isUp ? "1,10%" : "100%", failures = isUp ? 0 : 1e9, "at-once": perPlatform } = values;
  const limits = { waves: waves.split(","), failures: Number(failures), perPlatform: Number(perPlatform) };
  const rollout: fleet.Rollout = { operation, previous, names: which, ...limits };
  const workflowId = `${operation}-${new Date().toISOString().replace(/\W/g, "")}`;
  const handle = await client.workflow.start("rollout", { taskQueue: fleet.QUEUE, args: [rollout], workflowId });
  say(`Rollout ${workflowId}`);
  for (let shown = ""; ; await delay(500)) {
    const now = await handle.query<fleet.Progress | undefined>("progress");
    if (!now) continue;
    const ended = Object.values(now.ended).reduce((sum, each) => sum + each, 0);
    const state = now.state === "running" ? "" : `; ${now.state}`;
    const counts = listed({ ...now.ended, ...(now.running.length > 0 && { running: now.running.length }) });
    const line = `wave ${now.wave} of ${now.waves}, ${ended} of ${now.total} environments: ${counts}${state}`;
    if (line !== shown) say(line);
    shown = line;
    if (now.running.length > 0 || (now.state === "running" && ended < now.total)) continue;
    if (now.ended.failed || now.state !== "running") process.exitCode = 1;
    return show(client, now.problems);
  }
}

const inState = (state: string) =>
  `WorkflowType = 'environment' AND ExecutionStatus = 'Running' AND FleetState = '${state}'`;

/** How many environments are in which state: live in a terminal. */
async function status({ workflow }: Client): Promise<void> {
  for (;;) {
    const count = async (state: string) => [state, (await workflow.count(inState(state))).count] as const;
    const counts = Object.fromEntries(await Promise.all(["new", "running", "done", "drifted", "failed"].map(count)));
    if (values.json) return say(JSON.stringify(counts));
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
      say(`${name} has not been imported, or its workflow was ended`);
      continue;
    }
    const { operation, tag = "", state, attempts = 0, changes = {}, error } = described.memo.report as fleet.Report;
    const why = error ? `${error.code} after ${attempts} ${attempts === 1 ? "attempt" : "attempts"}` : listed(changes);
    say(`${name}: ${operation} ${tag} ${state}: ${why}`);
    for (const line of error?.message.split("\n") ?? []) say(`  ${line}`);
  }
}

const commands: Record<string, (client: Client) => Promise<unknown>> = { import: importFile, status, report };
for (const each of fleet.OPERATIONS) commands[each] = (client) => roll(client, each);

async function main(): Promise<void> {
  if (command === "work") return work();
  const run = commands[command];
  if (!run) throw new Error(USAGE);
  const { connectionOptions, namespace = "default" } = loadClientConnectConfig();
  const connection = await Connection.connect(connectionOptions);
  const task = () => run(new Client({ connection, namespace }));
  await (values.work ? work(task) : task());
  await connection.close();
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
