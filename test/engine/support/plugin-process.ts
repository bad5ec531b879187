/** A plugin in a process of its own, as Pulumi starts it: the engine is the test. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Platform } from "../../platform/support/platform.js";
import type { DoorName } from "../../support/frontend.js";
import { connectTo } from "../native/door.js";
import { printedPort, startEngine } from "./engine-server.js";

const root = join(__dirname, "../../..");
const executables: Readonly<Record<DoorName, string>> = {
  dynamic: join(root, "node_modules/@pulumi/pulumi/cmd/dynamic-provider"),
  native: join(root, "dist/native/pulumi-resource-app-platform"),
};

/** A connection to a new plugin, which ends with the test. */
export async function startPluginProcess(door: DoorName, platform: Platform) {
  const engine = await startEngine();
  const env = {
    ...process.env,
    APP_PLATFORM_BASE_URL: platform.url,
    APP_PLATFORM_TOKEN: platform.tokens.admin,
    APP_PLATFORM_ENDPOINTS: "extended",
  };
  const child = spawn(process.execPath, [executables[door], engine.address], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(child, "exit");
  const connection = connectTo(await printedPort(child));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
    connection.client.close();
    engine.stop();
  });
  return connection;
}
