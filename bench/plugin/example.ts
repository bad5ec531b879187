/** What is created in the comparison of creates, and the platform on which. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { startPlatform } from "../../test/platform/platform.js";
import type { CreatesTask } from "./client-process.js";

/** How long the platform takes to respond, in milliseconds. */
export const delay = 20;

/** Starts the platform of the comparison. */
export async function startExample(): Promise<{ readonly task: CreatesTask; stop(): void }> {
  const { inputs, response, token } = await examplePlatform();
  const { base, stop } = await startSlowServer(response);
  return { task: { base, token, inputs, creates: 1_000, atOnce: 64 }, stop };
}

/** What the platform responds, and what requests need. */
async function examplePlatform() {
  const platform = await startPlatform();
  try {
    const { environment, registries } = platform.ids;
    const inputs = {
      environmentId: environment,
      registryId: registries.GENERIC_CR,
      imageName: "library/nginx",
      tag: "1",
      healthchecks: {},
    };
    const body = {
      name: "web",
      registry_id: inputs.registryId,
      image_name: inputs.imageName,
      tag: "1",
      healthchecks: {},
    };
    const { body: response } = await platform.request("POST", `/environment/${environment}/container`, { body });
    return { inputs, response, token: platform.tokens.admin };
  } finally {
    await platform.stop();
  }
}

/** A platform of which each response takes the same time, in a process of its own. */
async function startSlowServer(response: unknown): Promise<{ readonly base: string; stop(): void }> {
  const server = spawn(
    process.execPath,
    [join(__dirname, "slow-server.mjs"), JSON.stringify(response), String(delay)],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  for await (const port of createInterface(server.stdout)) {
    return { base: `http://127.0.0.1:${port}`, stop: () => void server.kill() };
  }
  throw new Error("The server ended before it printed its port.");
}
