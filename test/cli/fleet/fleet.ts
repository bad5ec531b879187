/** The example `fleet` in a copied folder, with workers that a test may kill. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { expect } from "vitest";
import { attributes, type Progress, QUEUE, type Report, type Rollout } from "../../../examples/fleet/vocabulary.js";
import { filesBelow } from "../../package/support/files-below.js";
import type { Platform } from "../../platform/support/platform.js";
import { kill, startedBy } from "../../support/processes.js";
import { type CopiedFolder, openExample, type StartedProgram, startIn } from "../support/project-folder.js";
import type { Entry } from "./environments.js";

export const PASSPHRASE = "a passphrase of tests";

const RESOURCES = ["api", "nightly", "orders", "release", "web"];

export const until = async (isTrue: () => boolean | Promise<boolean>) => {
  while (!(await isTrue())) await delay(50);
};

/** A copy of the example whose program does what `trouble.ts` says, and whose data Temporal gets encoded. */
export async function openTroubledExample({ isEncoded = false } = {}): Promise<CopiedFolder> {
  const example = await openExample("fleet", {});
  const { folder } = example;
  cpSync(join(__dirname, "trouble.ts"), join(folder, "trouble.ts"));
  const program = readFileSync(join(folder, "program.ts"), "utf8");
  const troubled = program.replace(
    /^(export async function deployShop.*)$/m,
    "$1\n  await trouble(tag, environmentId);",
  );
  writeFileSync(join(folder, "program.ts"), `import { trouble } from "./trouble.js";\n${troubled}`);
  if (isEncoded) {
    cpSync(join(__dirname, "codec.ts"), join(folder, "codec.ts"));
    const encoded = 'import { codec } from "./codec.js";\nexport const dataConverter = { payloadCodecs: [codec] };\n';
    writeFileSync(join(folder, "dataConverter.ts"), encoded);
  }
  // The first worker bundles the workflows, which takes seconds, and the others take its bundle.
  cpSync(join(__dirname, "bundle.ts"), join(folder, "bundle.ts"));
  const worker = readFileSync(join(folder, "worker.ts"), "utf8");
  const quick = worker.replace(/workflowsPath: (require\.resolve\(.*?\))/, "workflowBundle: await bundleOnce($1)");
  writeFileSync(join(folder, "worker.ts"), `import { bundleOnce } from "./bundle.js";\n${quick}`);
  return example;
}

/** What a test does with the workflows of a fleet. */
export const workflowsOf = (client: () => Client) => ({
  /** Imports the entries, as the command does. */
  async importEntries(entries: readonly Entry[]): Promise<void> {
    for (const { name: workflowId, ...desired } of entries) {
      const signal = { signal: "want", signalArgs: [desired], taskQueue: QUEUE, args: [{}] };
      const typedSearchAttributes = [{ key: attributes.platform, value: desired.platform }];
      await client().workflow.signalWithStart("environment", { ...signal, workflowId, typedSearchAttributes });
    }
  },
  /** Starts a rollout and returns its ID. */
  async roll(rollout: Rollout): Promise<string> {
    const workflowId = `${rollout.operation}-${Date.now()}`;
    await client().workflow.start("rollout", { workflowId, taskQueue: QUEUE, args: [rollout] });
    return workflowId;
  },
  endOf: (rollout: string): Promise<Progress> => client().workflow.getHandle(rollout).result(),
  progressOf: (rollout: string) => client().workflow.getHandle(rollout).query<Progress | undefined>("progress"),
  reportOf: async (environment: string) =>
    (await client().workflow.getHandle(environment).describe()).memo?.report as Report | undefined,
});

export type Fleet = ReturnType<typeof openFleet>;

/** The commands and the state of a copy. */
export function openFleet(example: CopiedFolder, state: string, variables: NodeJS.ProcessEnv = {}) {
  const { folder } = example;
  const env = { ...example.env, ...variables, FLEET_STOP_SECONDS: "20", OTHER_SECRET: "another secret" };
  const workers: StartedProgram[] = [];
  const locks = join(state, ".pulumi/locks");
  /** The environments whose stacks Pulumi considers to be in use. */
  const locked = () => (existsSync(locks) ? filesBelow(locks).map((path) => path.split("/").at(-2) as string) : []);
  /** Names of the resources in the state of an environment's stack. */
  const resources = (environment: string): string[] => {
    const file = join(state, ".pulumi/stacks/fleet", `${environment}.json`);
    if (!existsSync(file)) return [];
    const { checkpoint } = JSON.parse(readFileSync(file, "utf8"));
    const urns: string[] = (checkpoint.latest?.resources ?? []).map(({ urn }: { urn: string }) => urn);
    return urns.flatMap((urn) => (urn.includes("app-platform:") ? [urn.split("::").at(-1) as string] : [])).sort();
  };
  /** Starts the command and waits until it prints the text. */
  const start = async (text: string, ...args: string[]) => {
    const command = ["--import", "tsx", "index.ts", ...args];
    const started = startIn(folder, process.execPath, command, env);
    workers.push(started);
    await started.until(text);
    return started.child;
  };
  return {
    run: (...args: string[]) => example.run(process.execPath, ["--import", "tsx", "index.ts", ...args], env),
    start,
    /** Starts a worker and waits until it takes work. */
    startWorker: (...args: string[]) => start("This worker runs", ...(args.length > 0 ? args : ["work"])),
    locked,
    isLocked: ({ name }: Entry) => locked().includes(name),
    /** Changes the owner of a lock. */
    changeLock({ name }: Entry, owner: object) {
      const [file = ""] = filesBelow(locks).filter((path) => path.split("/").at(-2) === name);
      const path = join(locks, file);
      writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...owner }));
    },
    /** Every stack is as its settings say: nothing is missing, nothing is there twice, and nothing is locked. */
    async expectDeployed(entries: readonly Entry[], platform: Pick<Platform, "request">) {
      for (const { name, settings } of entries) {
        const { containers, names } = await servicesOf(settings.environmentId, platform);
        expect(names, name).toEqual(["api", "nightly", "orders", "web"]);
        expect(containers, name).toMatchObject([{ tag: settings.tag }, { tag: settings.tag }]);
        expect(resources(name), name).toEqual(RESOURCES);
      }
      expect(locked()).toEqual([]);
    },
    /** Plugins of this fleet's runs that are running, on Linux. */
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
    /** What the workers have printed. */
    logs: () => workers.map(({ output }) => output()).join("\n"),
    /** Ends the workers. */
    close: async () => void (await Promise.all(workers.map(({ child }) => killAll(child)))),
  };
}

export async function servicesOf(environmentId: string, platform: Pick<Platform, "request">) {
  const list = async (kind: string): Promise<{ id: string; name: string; tag: string }[]> =>
    (await platform.request("GET", `/environment/${environmentId}/${kind}`)).body.results;
  const [databases, containers, jobs] = [await list("database"), await list("container"), await list("job")];
  return { containers, jobs, names: [...databases, ...containers, ...jobs].map(({ name }) => name).sort() };
}

/** Kills a process with everything that it has started, as a machine does that loses power. */
export async function killAll(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const exited = once(worker, "exit");
  const started = startedBy(worker.pid as number);
  worker.kill("SIGKILL");
  for (const { pid } of started) kill(pid, "SIGKILL");
  await exited;
}
