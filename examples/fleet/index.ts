/** The command: `npm start -- <command>`. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { Client, Connection, ScheduleAlreadyRunning } from "@temporalio/client";
import { loadClientConnectConfig } from "@temporalio/envconfig";
import {
  OPERATIONS,
  type Operation,
  type Progress,
  QUEUE,
  type Report,
  type Rollout,
  type Wanted,
} from "./vocabulary.js";
import { work } from "./worker.js";

const USAGE = `npm start -- import FILE           says how environments should be
             up [NAME…]            deploys what has changed; --force: everything, --previous: what was there before
             preview [NAME…]       looks for drift; --cron "0 3 * * *" does so regularly
             refresh, destroy, unlock NAME… (or --all)
               --waves 1,10%,100%  --failures 0  --at-once 20 (of a platform)  --detach  --work (as a worker, too)
             pause, resume, abort ROLLOUT
             status [--json], report
             work`;
const STATES = ["new", "running", "done", "unchanged", "drifted", "failed", "cancelled"];

// Of `npm run servers`. Variables that are set stay as they are.
const servers = join(__dirname, ".local/servers.env");
if (existsSync(servers)) process.loadEnvFile(servers);

const [flag, text] = [{ type: "boolean" }, { type: "string" }] as const;
const flags = { force: flag, previous: flag, all: flag, detach: flag, work: flag, json: flag };
const texts = { waves: text, failures: text, cron: text, "at-once": { ...text, default: "20" } };
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
  const entries: (Wanted & { name: string })[] = JSON.parse(readFileSync(names[0] ?? "", "utf8"));
  const signal = { taskQueue: QUEUE, args: [{}], signal: "want" };
  for (let at = 0; at < entries.length; at += 50) {
    const some = entries.slice(at, at + 50);
    const sent = some.map(({ name: workflowId, ...wanted }) =>
      workflow.signalWithStart("environment", { ...signal, workflowId, signalArgs: [wanted] }),
    );
    await Promise.all(sent);
  }
  say(`${entries.length} environments imported`);
}

/** Starts a rollout, now or regularly, and shows its progress. */
async function roll(client: Client, operation: Operation): Promise<void> {
  const isSafe = operation === "up" || operation === "preview";
  if (!isSafe && !values.all && names.length === 0) throw new Error(`Name what to ${operation}, or use --all.`);
  const { force = false, previous = false, cron, waves = operation === "up" ? "1,10%" : "100%" } = values;
  const rollout: Rollout = {
    wish: { operation, force, previous },
    ...(names.length > 0 && { names }),
    waves: waves.split(","),
    failures: Number(values.failures ?? (operation === "up" ? 0 : 1e9)),
    perPlatform: Number(values["at-once"]),
  };
  const action = { workflowType: "rollout", taskQueue: QUEUE, args: [rollout] };
  if (cron) {
    const starts = { action: { ...action, type: "startWorkflow" as const, workflowId: operation } };
    const scheduled = { ...starts, spec: { cronExpressions: [cron], jitter: "30 minutes" as const } };
    await client.schedule.create({ ...scheduled, scheduleId: operation }).catch((error) => {
      if (!(error instanceof ScheduleAlreadyRunning)) throw error;
      return client.schedule.getHandle(operation).update((before) => ({ ...before, ...scheduled }));
    });
    return say(`${operation} is scheduled: ${cron}`);
  }
  const workflowId = `${operation}-${new Date().toISOString().replace(/\W/g, "")}`;
  const handle = await client.workflow.start("rollout", { ...action, workflowId });
  say(`Rollout ${workflowId}`);
  for (let shown = ""; !values.detach; await delay(500)) {
    const now = await handle.query<Progress | undefined>("progress");
    if (!now) continue;
    const ended = Object.values(now.ended).reduce((sum, each) => sum + each, 0);
    const state = now.state === "running" ? "" : `; ${now.state}${now.reason ? `: ${now.reason}` : ""}`;
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

async function status({ workflow }: Client): Promise<void> {
  for (;;) {
    const count = async (state: string) => [state, (await workflow.count(inState(state))).count] as const;
    const counts = Object.fromEntries(await Promise.all(STATES.map(count)));
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
    if (!described?.memo?.report) {
      say(`${name} has not been imported`);
      continue;
    }
    const { operation, tag = "", state, attempts = 0, changes = {}, error } = described.memo.report as Report;
    const why = error ? `${error.code} after ${attempts} ${attempts === 1 ? "attempt" : "attempts"}` : listed(changes);
    say(`${name}: ${operation} ${tag} ${state}: ${why}`);
    for (const line of error?.message.split("\n") ?? []) say(`  ${line}`);
  }
}

const commands: Record<string, (client: Client) => Promise<unknown>> = { import: importFile, status, report };
for (const each of OPERATIONS) commands[each] = (client) => roll(client, each);
for (const each of ["pause", "resume", "abort"])
  commands[each] = ({ workflow }) => workflow.getHandle(names[0] ?? "").signal(each);

async function main(): Promise<void> {
  const [stop, stopRuns] = [new AbortController(), new AbortController()];
  const run = commands[command];
  if (!run && command !== "work") throw new Error(USAGE);
  const works = command === "work" || values.work;
  for (const signal of works ? ["SIGINT", "SIGTERM"] : [])
    process.on(signal, () => (stop.signal.aborted ? stopRuns : stop).abort());
  const working = works ? work(stop.signal, stopRuns.signal) : undefined;
  if (!run) return working;
  const { connectionOptions, namespace = "default" } = loadClientConnectConfig();
  const connection = await Connection.connect(connectionOptions);
  await Promise.all([working, run(new Client({ connection, namespace })).finally(() => stop.abort())]);
  await connection.close();
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
