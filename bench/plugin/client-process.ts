/** The process of a client: for each message, creates the resources of its task, and responds with the seconds that this took. */
import { join } from "node:path";
import { Pool } from "undici";
import { startNative, startPlugin } from "./plugin.js";

/** What a client creates, and how. */
export interface CreatesTask {
  readonly base: string;
  readonly token: string;
  /** The inputs of a container except its name. */
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly creates: number;
  readonly atOnce: number;
  /** The native provider, or the text of a dynamic one, that creates; if omitted, requests are sent without Pulumi. */
  readonly provider?: "native" | (string & {});
  /** File for a CPU profile of the plugin. */
  readonly profile?: string;
}

/** What a client is told: to create everything, or to begin or end the profile. */
export type ClientMessage = "run" | "profile";

interface Way {
  /** Prepares the create of one container, so that only sending it is measured. */
  prepare(name: string): () => Promise<unknown>;
  /** Begins or ends the profile. */
  profile?(): void;
}

function directly({ base, token, inputs, atOnce }: CreatesTask): Way {
  const pool = new Pool(base, { connections: atOnce });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const { environmentId, ...others } = inputs;
  const path = `/environment/${environmentId}/container`;
  const send = async (body: string) => (await pool.request({ method: "POST", path, headers, body })).body.json();
  return {
    prepare(name) {
      const body = JSON.stringify({ ...others, name });
      return () => send(body);
    },
  };
}

async function throughPlugin({ base, token, inputs, profile }: CreatesTask, provider: string): Promise<Way> {
  const root = join(__dirname, "../..");
  const variables = { APP_PLATFORM_BASE_URL: base, APP_PLATFORM_TOKEN: token, PROFILE: profile ?? "" };
  const flags = profile === undefined ? [] : ["--require", join(__dirname, "profiler.cjs")];
  const isNative = provider === "native";
  const plugin = await (isNative ? startNative(variables) : startPlugin(root, variables, flags));
  process.once("disconnect", () => void plugin.stop());
  return {
    prepare: (name) => plugin.preparedCreate({ ...inputs, name, ...(isNative ? {} : { __provider: provider }) }),
    profile: () => plugin.signal("SIGUSR2"),
  };
}

/** Runs all calls, so many at a time, and returns the seconds. */
async function timed(calls: readonly (() => Promise<unknown>)[], atOnce: number): Promise<number> {
  const before = performance.now();
  const left = calls.values();
  const worker = async () => {
    for (const call of left) await call();
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return (performance.now() - before) / 1000;
}

async function main(task: CreatesTask): Promise<void> {
  const way = task.provider === undefined ? directly(task) : await throughPlugin(task, task.provider);
  let round = 0;
  process.on("message", async (message: ClientMessage) => {
    if (message === "profile") return way.profile?.();
    round += 1;
    const calls = Array.from({ length: task.creates }, (_, index) => way.prepare(`web-${round}-${index}`));
    process.send?.(await timed(calls, task.atOnce));
  });
  process.send?.("ready");
}

if (process.argv[2] !== undefined) void main(JSON.parse(process.argv[2]));
