/** Temporal's development server as a process of a test's own, with its data in a file. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client, Connection } from "@temporalio/client";
import { attributes } from "../../../examples/fleet/vocabulary.js";
import { temporalFolder } from "../../../tools/fetch/temporal-cli/find.js";
import { freePort } from "../support/servers.js";

export type Temporal = Awaited<ReturnType<typeof startTemporal>>;

/** `more` are further arguments. */
export async function startTemporal(folder: string, ...more: string[]) {
  const program = join(await temporalFolder(), "temporal");
  const port = await freePort();
  const named = Object.values(attributes).flatMap(({ name, type }) => [
    "--search-attribute",
    `${name}=${type === "KEYWORD" ? "Keyword" : type}`,
  ]);
  const args = ["server", "start-dev", "--ip", "127.0.0.1", "--port", `${port}`, "--headless"];
  const file = ["--db-filename", join(folder, "temporal.db"), "--log-level", "error"];
  const address = `127.0.0.1:${port}`;
  let server: ChildProcess;
  const end = () => server.kill("SIGKILL");
  /** Ends the server as a machine does that loses power. */
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    end();
    await once(server, "exit");
  };
  /** Starts it, or starts it again, on its file and at its address. */
  const restart = async () => {
    server = spawn(program, [...args, ...file, ...named, ...more], { stdio: "ignore" });
    await untilReady(address, server);
  };
  // A test that is interrupted leaves no server behind.
  process.once("exit", end);
  await restart();
  const connection = await Connection.connect({ address });
  return {
    address,
    client: new Client({ connection }),
    process: () => server,
    kill,
    restart,
    async stop() {
      await connection.close();
      await kill();
      process.off("exit", end);
    },
  };
}

async function untilReady(address: string, server: ChildProcess): Promise<void> {
  while (server.exitCode === null) {
    try {
      const connection = await Connection.connect({ address, connectTimeout: 1000 });
      const found = await connection.workflowService
        .describeNamespace({ namespace: "default" })
        .finally(() => connection.close());
      if (found.namespaceInfo?.name === "default") return;
    } catch {
      await delay(100);
    }
  }
  throw new Error(`Temporal's server ended with ${server.exitCode}`);
}
