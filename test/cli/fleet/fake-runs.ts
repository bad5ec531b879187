/** A worker in the process of the test, whose runs are pretended: what they do is the `tag` of the settings. */
import { readFileSync } from "node:fs";
import { ApplicationFailure, Context } from "@temporalio/activity";
import { DefaultLogger, NativeConnection, Runtime, Worker } from "@temporalio/worker";
import { type Order, QUEUE, queueOf } from "../../../examples/fleet/vocabulary.js";
import { bundleOnce } from "./bundle.js";

export type Pretended = Awaited<ReturnType<typeof startPretendedWorker>>;

/** The workflows, whose rollouts ask every five seconds, and not every minute, what has become of their environments. */
async function quickWorkflows(): Promise<string> {
  const workflowsPath = require.resolve("../../../examples/fleet/workflows.ts");
  const code = readFileSync((await bundleOnce(workflowsPath)).codePath, "utf8");
  const quick = code.replace(/(condition\(.*), "1 minute"/, '$1, "5 seconds"');
  if (quick === code) throw new Error("A rollout must ask every minute what has become of its environments.");
  return quick;
}

let isInstalled = false;

/** Must be the first call of Temporal's SDK in the process. Failures are in the reports, and signals are for the test. */
export function installRuntime(): void {
  if (!isInstalled) Runtime.install({ logger: new DefaultLogger("ERROR"), shutdownSignals: [] });
  isInstalled = true;
}

export async function startPretendedWorker(address: string) {
  /** The runs so far, as `name tag`, in their order. */
  const runs: string[] = [];
  const waiting = new Set<() => void>();
  const run = async ({ name, settings: { tag } }: Order) => {
    const { heartbeat, info, cancelled } = Context.current();
    runs.push(`${name} ${tag}`);
    if (tag.startsWith("fails ") && info.attempt <= Number(tag.slice("fails ".length))) throw new Error("not yet");
    if (tag === "wrong") throw ApplicationFailure.create({ type: "AP1001", details: [1], nonRetryable: true });
    if (tag === "waits") {
      const beat = setInterval(() => heartbeat("a host"), 1000);
      await Promise.race([new Promise<void>((resolve) => waiting.add(resolve)), cancelled]).finally(() =>
        clearInterval(beat),
      );
    }
    return { attempts: info.attempt, changes: { same: 1 } };
  };
  const listMembers = async (names: readonly string[]) => names.map((name) => [name, "pretended"]);
  installRuntime();
  const connection = await NativeConnection.connect({ address });
  const activities = { up: run, preview: run, destroy: run, listMembers };
  const workflowBundle = { code: await quickWorkflows() };
  const workers = await Promise.all([
    Worker.create({ connection, taskQueue: QUEUE, workflowBundle, activities }),
    Worker.create({ connection, taskQueue: queueOf("pretended"), activities, maxHeartbeatThrottleInterval: 500 }),
  ]);
  const running = workers.map((worker) => worker.run());
  return {
    runs,
    /** Ends the runs that wait. */
    release() {
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
    async stop() {
      for (const worker of workers) worker.shutdown();
      await Promise.all(running);
      await connection.close();
    },
  };
}
