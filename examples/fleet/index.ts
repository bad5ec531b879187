/** The command: `npm start -- up`. */
import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Database, openDatabase } from "./database.js";
import { listEnvironments } from "./environments.js";
import { progress, report, watch } from "./report.js";
import { enqueue, importRows } from "./rows.js";
import { startWorker } from "./worker.js";

const usage = `Usage: npm start -- import <file>             adds and changes platforms and environments
       npm start -- enqueue [--all] [<name> …]   enqueues those that are not deployed as their row says; all with --all
       npm start -- up [--all] [--work] [<name> …]   enqueues them, waits, and reports; with --work, runs them too
       npm start -- work [--runs <number>]       takes jobs until it is stopped
       npm start -- status [--watch] [<name> …]  says how far they are
       npm start -- report [<name> …]            says what failed, and why`;

interface Options {
  readonly all: boolean;
  readonly work: boolean;
  readonly watch: boolean;
  readonly runs: number;
}

type Command = (database: Database, given: readonly string[], options: Options) => Promise<number>;

/** Ends with 1 if an environment has failed. */
async function showReport(database: Database, names: readonly string[]): Promise<number> {
  const all = await listEnvironments(database, names);
  console.log(report(all));
  return all.some(({ status }) => status === "failed") ? 1 : 0;
}

const commands: Readonly<Record<string, Command>> = {
  async import(database, [file = ""]) {
    console.log(`${await importRows(database, file)} environments are new or have changed`);
    return 0;
  },
  async enqueue(database, names, { all }) {
    console.log(`${await enqueue(database, names, all)} environments are queued`);
    return 0;
  },
  async up(database, names, { all, work, runs }) {
    const worker = work ? await startWorker(database, runs, () => {}) : undefined;
    if (worker !== undefined) stopOnSignal(worker.abort);
    await enqueue(database, names, all);
    if (!work) console.log("Waiting for workers: npm start -- work");
    await watch(database, names);
    const code = await showReport(database, names);
    await worker?.finish();
    return code;
  },
  async work(database, _names, { runs }) {
    const worker = await startWorker(database, runs, console.log);
    console.log(`${runs} runs at a time`);
    await new Promise<void>((resolve) => stopOnSignal(resolve, worker.abort));
    console.log("Stopping: the current runs are finished; a second signal gives them back");
    await worker.finish();
    return 0;
  },
  async status(database, names, { watch: isWatched }) {
    if (isWatched) await watch(database, names);
    else console.log(progress(await listEnvironments(database, names)));
    return 0;
  },
  report: showReport,
};

/** Calls the first function at the first signal, the next one at the next. */
function stopOnSignal(...stops: (() => void)[]): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stops.shift()?.());
}

/** What `npm run servers` has written, unless there is a database of one's own. */
function loadVariables(): void {
  const file = join(__dirname, ".local", "variables.env");
  if (process.env.FLEET_DATABASE_URL === undefined && existsSync(file)) process.loadEnvFile(file);
}

async function main([name = "", ...args]: string[]): Promise<number> {
  const command = commands[name];
  if (command === undefined) {
    console.error(usage);
    return 2;
  }
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      all: { type: "boolean", default: false },
      work: { type: "boolean", default: false },
      watch: { type: "boolean", default: false },
      runs: { type: "string", default: String(availableParallelism()) },
    },
  });
  loadVariables();
  const database = await openDatabase(name === "work" || values.work ? "worker" : "command");
  try {
    return await command(database, positionals, { ...values, runs: Number(values.runs) });
  } finally {
    await database.close();
  }
}

main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: Error) => {
    console.error(error.message);
    process.exitCode = 1;
  },
);
