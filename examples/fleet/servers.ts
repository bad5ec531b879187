/** For a first try: Temporal's development server, and the local platform with twelve empty environments. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { TestWorkflowEnvironment } from "@temporalio/testing";
import { Runtime } from "@temporalio/worker";
import { startPlatform } from "app-platform-backend";
import { attributes } from "./vocabulary.js";

const local = join(__dirname, ".local");

/**
 * Temporal's command line of the `PATH`. Without one, it is downloaded. Its SDK gives up after 5 seconds, which a busy machine may need
 * for other work, so it is started up to three times.
 */
function startTemporal() {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const path = folders.map((folder) => join(folder, "temporal")).find((file) => existsSync(file));
  const executable = path === undefined ? {} : { executable: { type: "existing-path", path } as const };
  const server = { ...executable, ip: "127.0.0.1", ui: true, dbFilename: join(local, "temporal.db") };
  const start = () =>
    TestWorkflowEnvironment.createLocal({ server: { ...server, searchAttributes: Object.values(attributes) } });
  return start().catch(start).catch(start);
}

function writeVariables(name: string, variables: Readonly<Record<string, string>>): void {
  const lines = Object.entries(variables).map(([variable, value]) => `${variable}=${value}\n`);
  writeFileSync(join(local, `${name}.env`), lines.join(""), { mode: 0o600 });
}

async function main(): Promise<void> {
  mkdirSync(join(local, "state"), { recursive: true });
  Runtime.install({ shutdownSignals: [] });
  const stopped = new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, resolve);
  });
  const temporal = await startTemporal().catch((error: Error) => {
    throw new Error(`Temporal didn't start. Install its command line: https://docs.temporal.io/cli\n${error.message}`);
  });
  try {
    const environments = Array.from({ length: 12 }, (_, index) => {
      const number = String(index + 1).padStart(2, "0");
      return { id: `f1ee7000-0000-4000-8000-0000000000${number}`, name: `customer-${number}`, auto_preview: false };
    });
    const platform = await startPlatform({
      endpoints: "extended",
      seed: { environments },
      data: join(local, "platform.db"),
    });
    const settings = { registryId: platform.ids.registries.DOCKER_HUB, tag: "1.0" };
    const file = environments.map(({ id, name }) => {
      return { name, platform: "local", settings: { environmentId: id, ...settings } };
    });
    writeFileSync(join(local, "environments.json"), `${JSON.stringify(file, null, 2)}\n`);
    writeVariables("servers", { TEMPORAL_ADDRESS: temporal.address, FLEET_PLATFORMS: "local:2" });
    writeVariables("local", {
      APP_PLATFORM_BASE_URL: platform.url,
      APP_PLATFORM_TOKEN: platform.tokens.admin,
      APP_PLATFORM_ENDPOINTS: "extended",
      PULUMI_BACKEND_URL: `${pathToFileURL(join(local, "state"))}?metadata=skip`,
      PULUMI_CONFIG_PASSPHRASE: "first-try",
    });
    const [host, port] = temporal.address.split(":");
    console.log(`Temporal's page: http://${host}:${Number(port) + 1000}\nThe platform's page: ${platform.url}/_local/`);
    await stopped;
    await platform.close();
  } finally {
    await temporal.teardown();
  }
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
