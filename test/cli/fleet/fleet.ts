/** The example `fleet` in a copied folder, with a Temporal server and workers that a test may kill. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Progress, Report } from "../../../examples/fleet/vocabulary.js";
import type { Platform } from "../../platform/platform.js";
import { kill, startedBy } from "../../processes.js";
import { type CommandResult, openExample } from "../project-folder.js";
import type { Entry } from "./environments.js";
import { startTemporal, type Temporal } from "./temporal.js";

export const PASSPHRASE = "a passphrase of tests";

export interface Fleet {
  readonly folder: string;
  readonly temporal: Temporal;
  /** Runs the command. */
  run(...args: string[]): Promise<CommandResult>;
  /** Imports the entries. */
  import(entries: readonly Entry[]): Promise<void>;
  /** Starts a worker for these platforms, such as `local:2`, and waits until it takes work. */
  startWorker(platforms: string): Promise<ChildProcess>;
  /** The environments whose stacks Pulumi considers to be in use. */
  locked(): string[];
  /** Names of the resources in the state of an environment's stack. */
  resources(environment: string): string[];
  report(environment: string): Promise<Report | undefined>;
  /** Starts a rollout and returns its ID. */
  roll(...args: string[]): Promise<string>;
  progress(rollout: string): Promise<Progress | undefined>;
  /** Plugins of this fleet's runs that are running, on Linux. */
  plugins(): string[];
  /** What the workers have printed. */
  logs(): string;
  close(): Promise<void>;
}

/** Opens it for platforms, by their names. */
export async function openFleet(platforms: Readonly<Record<string, Pick<Platform, "url" | "tokens">>>): Promise<Fleet> {
  const variables = Object.entries(platforms).flatMap(([name, { url, tokens }]) => [
    [`APP_PLATFORM_${name.toUpperCase()}_BASE_URL`, url],
    [`APP_PLATFORM_${name.toUpperCase()}_TOKEN`, tokens.admin],
    [`APP_PLATFORM_${name.toUpperCase()}_ENDPOINTS`, "extended"],
  ]);
  const example = await openExample("fleet", {});
  const { folder, state } = example;
  cpSync(join(__dirname, "trouble.ts"), join(folder, "trouble.ts"));
  const program = readFileSync(join(folder, "program.ts"), "utf8");
  const troubled = program.replace(
    /^(export async function deployShop.*)$/m,
    "$1\n  await trouble(tag, environmentId);",
  );
  writeFileSync(join(folder, "program.ts"), `import { trouble } from "./trouble.js";\n${troubled}`);
  const data = join(folder, "..", "temporal");
  mkdirSync(data);
  const temporal = await startTemporal(data);
  const env = {
    ...example.env,
    ...Object.fromEntries(variables),
    TEMPORAL_ADDRESS: temporal.address,
    PULUMI_CONFIG_PASSPHRASE: PASSPHRASE,
    FLEET_STOP_SECONDS: "20",
    // Of the machine that runs the tests.
    OTHER_SECRET: "another secret",
  };
  const workers: ChildProcess[] = [];
  let logs = "";
  const run = (...args: string[]) => example.run(process.execPath, ["--import", "tsx", "index.ts", ...args], env);
  return {
    folder,
    temporal,
    run,
    async import(entries) {
      writeFileSync(join(folder, "environments.json"), JSON.stringify(entries));
      const { code, output } = await run("import", "environments.json");
      if (code !== 0) throw new Error(output);
    },
    async startWorker(served) {
      const options = { cwd: folder, env: { ...env, FLEET_PLATFORMS: served } };
      const worker = spawn(process.execPath, ["--import", "tsx", "index.ts", "work"], { ...options, stdio: "pipe" });
      workers.push(worker);
      worker.once("exit", (...how) => {
        logs += `\nThe worker ended: ${how}`;
      });
      const isReady = new Promise<void>((resolve, reject) => {
        for (const stream of [worker.stdout, worker.stderr]) {
          stream.setEncoding("utf8").on("data", (text: string) => {
            logs += text;
            if (logs.includes("This worker runs")) resolve();
          });
        }
        worker.once("exit", () => reject(new Error(logs)));
      });
      logs = "";
      await isReady;
      return worker;
    },
    locked: () => filesIn(join(state, ".pulumi/locks")).map((path) => path.split("/").at(-2) as string),
    resources(environment) {
      const file = join(state, ".pulumi/stacks/fleet", `${environment}.json`);
      if (!existsSync(file)) return [];
      const { checkpoint } = JSON.parse(readFileSync(file, "utf8"));
      const urns: string[] = (checkpoint.latest?.resources ?? []).map(({ urn }: { urn: string }) => urn);
      return urns.flatMap((urn) => (urn.includes("app-platform:") ? [urn.split("::").at(-1) as string] : [])).sort();
    },
    async report(environment) {
      const { memo } = await temporal.client.workflow.getHandle(environment).describe();
      return memo?.report as Report | undefined;
    },
    async roll(...args) {
      const { output } = await run(...args, "--detach");
      const [, id] = /^Rollout (\S+)$/m.exec(output) ?? [];
      if (id === undefined) throw new Error(output);
      return id;
    },
    progress: (rollout) => temporal.client.workflow.getHandle(rollout).query<Progress | undefined>("progress"),
    plugins: () =>
      readdirSync("/proc").filter((pid) => {
        const read = (file: string) => (/^\d+$/.test(pid) ? readFileSync(join("/proc", pid, file), "utf8") : "");
        try {
          return read("cmdline").includes("dynamic-provider") && read("environ").includes(state);
        } catch {
          // It has ended meanwhile.
          return false;
        }
      }),
    logs: () => logs,
    async close() {
      await Promise.all(workers.map(killAll));
      await temporal.stop();
      await example.close();
    },
  };
}

const filesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : [];

/** Kills a process with everything that it has started, as a machine does that loses power. */
export async function killAll(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const exited = once(worker, "exit");
  const started = startedBy(worker.pid as number);
  worker.kill("SIGKILL");
  for (const { pid } of started) kill(pid, "SIGKILL");
  await exited;
}
