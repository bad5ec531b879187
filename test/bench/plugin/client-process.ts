/** The process of a client: for each message, creates the resources of its task, and responds with the seconds that this took. */
import { join } from "node:path";
import { Pool } from "undici";
import { startPlugin } from "./plugin.js";

/** What a client creates, and how. */
export interface CreatesTask {
  readonly base: string;
  readonly token: string;
  /** The inputs of a container except its name. */
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly creates: number;
  readonly atOnce: number;
  /** Text of the provider through which the plugin creates; if omitted, requests are sent without Pulumi. */
  readonly provider?: string;
}

/** Prepares the create of one container, so that only sending it is measured. */
type Prepare = (name: string) => () => Promise<unknown>;

function directly({ base, token, inputs, atOnce }: CreatesTask): Prepare {
  const pool = new Pool(base, { connections: atOnce });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const { environmentId, ...others } = inputs;
  return (name) => async () => {
    const body = JSON.stringify({ ...others, name });
    const path = `/environment/${environmentId}/container`;
    const response = await pool.request({ method: "POST", path, headers, body });
    return response.body.json();
  };
}

async function throughPlugin({ base, token, inputs }: CreatesTask, provider: string): Promise<Prepare> {
  const root = join(__dirname, "../../..");
  const plugin = await startPlugin(root, { APP_PLATFORM_BASE_URL: base, APP_PLATFORM_TOKEN: token });
  process.once("disconnect", () => void plugin.stop());
  return (name) => plugin.preparedCreate({ ...inputs, name, __provider: provider });
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
  const prepare = task.provider === undefined ? directly(task) : await throughPlugin(task, task.provider);
  let round = 0;
  process.on("message", async () => {
    round += 1;
    const calls = Array.from({ length: task.creates }, (_, index) => prepare(`web-${round}-${index}`));
    process.send?.(await timed(calls, task.atOnce));
  });
  process.send?.("ready");
}

if (process.argv[2] !== undefined) void main(JSON.parse(process.argv[2]));
