/** A worker: takes workflows, and the runs of the platforms that `FLEET_PLATFORMS` names. */
import { Client } from "@temporalio/client";
import { loadClientConnectConfig } from "@temporalio/envconfig";
import { DefaultLogger, NativeConnection, Runtime, Worker, type WorkerOptions } from "@temporalio/worker";
import { type Connection, createActivities } from "./activities.js";
import { QUEUE, queueOf } from "./vocabulary.js";

/** Takes work until it is told to stop. It finishes its runs then, unless it is told to stop them too. */
export async function work(stop: AbortSignal, stopRuns: AbortSignal): Promise<void> {
  const { FLEET_PLATFORMS = "", FLEET_METRICS, FLEET_BUILD } = process.env;
  const metrics = FLEET_METRICS && { telemetryOptions: { metrics: { prometheus: { bindAddress: FLEET_METRICS } } } };
  // Temporal has the failures of runs.
  Runtime.install({ logger: new DefaultLogger("ERROR"), shutdownSignals: [], ...metrics });
  const { connectionOptions, namespace = "default" } = loadClientConnectConfig();
  const native = await NativeConnection.connect(connectionOptions);
  const client = new Client({ connection: native, namespace });
  const connection: Connection = { client, contact: Date.now(), stop: stopRuns };
  const asking = setInterval(() => {
    const at = Date.now();
    const respond = () => Object.assign(connection, { contact: at });
    native.workflowService.getSystemInfo({}).then(respond, () => {});
  }, 1000);
  const common: Omit<WorkerOptions, "taskQueue"> = {
    ...{ connection: native, namespace, activities: createActivities(connection), shutdownGraceTime: "1 day" },
    // Otherwise the SDK sends fewer heartbeats than the activities report.
    maxHeartbeatThrottleInterval: 1000,
  };
  if (FLEET_BUILD) {
    const version = { deploymentName: "fleet", buildId: FLEET_BUILD };
    const deployment = { useWorkerVersioning: true, version, defaultVersioningBehavior: "AUTO_UPGRADE" } as const;
    common.workerDeploymentOptions = deployment;
  }
  const platforms = FLEET_PLATFORMS.split(",").map((platform) => platform.split(":"));
  const queues: WorkerOptions[] = platforms.map(([platform = "", runs = "2"]) => {
    return { ...common, taskQueue: queueOf(platform), maxConcurrentActivityTaskExecutions: Number(runs) };
  });
  queues.push({ ...common, taskQueue: QUEUE, workflowsPath: require.resolve("./workflows.ts") });
  const workers = await Promise.all(queues.map((queue) => Worker.create(queue)));
  const shutdown = () => workers.map((worker) => worker.getState() === "RUNNING" && worker.shutdown());
  stop.addEventListener("abort", shutdown);
  const running = workers.map((worker) => worker.run());
  console.log(`This worker runs environments of ${FLEET_PLATFORMS}`);
  if (stop.aborted) shutdown();
  await Promise.all(running).finally(() => clearInterval(asking));
  await native.close();
}
