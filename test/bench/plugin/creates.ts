/** What a create costs in the plugin beside the request that it sends. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { BenchRow } from "../../../tools/measured/bench.js";
import { startPlatform } from "../../platform.js";
import { ratioRow } from "../row.js";
import { type CreatesClient, startClient } from "./client.js";
import type { CreatesTask } from "./client-process.js";
import { providerTexts } from "./texts.js";

const creates = 1_000;
const atOnce = 64;
const delay = 20;
const repetitions = 9;

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

/** Runs all clients in turn, so that what else the machine does meets all of them, after a round that is not counted. */
async function timesOf(clients: readonly CreatesClient[]): Promise<number[][]> {
  const times = clients.map((): number[] => []);
  for (let round = 0; round <= repetitions; round++) {
    for (const [index, client] of clients.entries()) {
      const seconds = await client.run();
      if (round > 0) times[index]?.push(seconds);
    }
  }
  return times;
}

export async function createRows(): Promise<BenchRow[]> {
  const { inputs, response, token } = await examplePlatform();
  const server = await startSlowServer(response);
  const task: CreatesTask = { base: server.base, token, inputs, creates, atOnce };
  const clients = [
    startClient(task),
    startClient({ ...task, provider: providerTexts.onlySending }),
    startClient({ ...task, provider: providerTexts.container }),
  ];
  try {
    const [raw = [], onlySending = [], own = []] = await timesOf(clients);
    const work = `${creates.toLocaleString("en")} creates through the plugin, ${atOnce} at a time, platform responds after ${delay} ms`;
    const against = `undici with ${atOnce} connections, without Pulumi`;
    return [
      ratioRow({ what: work, against, aim: { atMost: 1.15 } }, own, raw, "s"),
      ratioRow(
        {
          what: "the same",
          against: "a dynamic provider that does nothing but send the same request, with undici",
          aim: { atMost: 1.15 },
        },
        own,
        onlySending,
        "s",
      ),
    ];
  } finally {
    for (const client of clients) await client.stop();
    server.stop();
  }
}
