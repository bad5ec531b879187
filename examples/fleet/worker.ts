/** A worker: takes workflows, and the runs of the platforms that `FLEET_PLATFORMS` names. */
import { loadClientConnectConfig } from "@temporalio/envconfig";
import { DefaultLogger, NativeConnection, Runtime, Worker, type WorkerOptions } from "@temporalio/worker";
import * as activities from "./activities.js";
import { dataConverter } from "./dataConverter.js";
import { checked, variables } from "./inputs.js";
import { variablesOf } from "./platformFiles.js";
import { QUEUE, queueOf } from "./vocabulary.js";

/** Takes work until a signal, or until the task has ended. It finishes its runs then. A second signal ends it, and they end themselves. */
export async function work(task?: () => Promise<unknown>): Promise<void> {
  const { FLEET_PLATFORMS: platforms, FLEET_METRICS, FLEET_BUILD } = checked("variables", variables, process.env);
  for (const { name } of platforms) variablesOf(name);
  const metrics = FLEET_METRICS && { telemetryOptions: { metrics: { prometheus: { bindAddress: FLEET_METRICS } } } };
  // Temporal has the failures of runs.
  Runtime.install({ logger: new DefaultLogger("ERROR"), ...metrics });
  const { connectionOptions, namespace = "default" } = loadClientConnectConfig();
  const connection = await NativeConnection.connect(connectionOptions);
  const common: Omit<WorkerOptions, "taskQueue"> = {
    ...{ connection, namespace, dataConverter, activities, shutdownGraceTime: "1 day" },
    // Otherwise the SDK sends fewer heartbeats than the activities report.
    maxHeartbeatThrottleInterval: 1000,
  };
  if (FLEET_BUILD) {
    const version = { deploymentName: "fleet", buildId: FLEET_BUILD };
    const deployment = { useWorkerVersioning: true, version, defaultVersioningBehavior: "AUTO_UPGRADE" } as const;
    common.workerDeploymentOptions = deployment;
  }
  const queues: WorkerOptions[] = platforms.map(({ name, runs }) => {
    return { ...common, taskQueue: queueOf(name), maxConcurrentActivityTaskExecutions: runs };
  });
  queues.push({ ...common, taskQueue: QUEUE, workflowsPath: require.resolve("./workflows.ts") });
  const workers = await Promise.all(queues.map((queue) => Worker.create(queue)));
  console.log(`This worker runs environments of ${platforms.map(({ name, runs }) => `${name}:${runs}`)}`);
  // Not before: until there is a worker, Temporal lets the questions of the task wait, and then fails them.
  const until = task?.();
  await Promise.all(workers.map((worker) => (until ? worker.runUntil(until) : worker.run())));
  await connection.close();
}
