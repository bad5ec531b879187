/** What a create costs in the plugin beside the request that it sends. */
import { type BenchRow, meets } from "../../tools/generate/measured/bench.js";
import { ratioRow } from "../row.js";
import { type CreatesClient, startClient } from "./client.js";
import { delay, startExample } from "./example.js";
import { providerTexts } from "./texts.js";

/** Rounds until V8 has optimized what runs. */
const warmUps = 3;
const repetitions = 9;

/** Runs all clients in turn, so that what else the machine does meets all of them, after rounds that are not counted. */
export async function timesOf(clients: readonly CreatesClient[]): Promise<number[][]> {
  const times = clients.map((): number[] => []);
  for (let round = -warmUps; round < repetitions; round++) {
    for (const [index, client] of clients.entries()) {
      const seconds = await client.run();
      if (round >= 0) times[index]?.push(seconds);
    }
  }
  return times;
}

export async function createRows(): Promise<BenchRow[]> {
  const { task, stop } = await startExample();
  const { creates, atOnce } = task;
  const clients = [
    startClient(task),
    startClient({ ...task, provider: providerTexts.onlySending }),
    startClient({ ...task, provider: providerTexts.container }),
  ];
  try {
    const [raw = [], onlySending = [], own = []] = await timesOf(clients);
    const work = `${creates.toLocaleString("en")} creates through the plugin, ${atOnce} at a time, platform responds after ${delay} ms`;
    const against = `undici with ${atOnce} connections, without Pulumi`;
    const plain = "a dynamic provider that does nothing but send the same request with undici";
    const aim = { atMost: 1.15 };
    const withoutUs = ratioRow({ what: "", against, aim }, onlySending, raw, "s").value;
    const note = `through Pulumi's plugin, ${plain} takes ${withoutUs} × already: that is gRPC and the conversion of values in Pulumi's SDK, as \`npx tsx bench/plugin/profile.ts\` shows`;
    const row = ratioRow({ what: work, against, aim }, own, raw, "s");
    return [
      meets(row) ? row : { ...row, note },
      ratioRow({ what: "the same creates", against: plain, aim }, own, onlySending, "s"),
    ];
  } finally {
    await Promise.all(clients.map((client) => client.stop()));
    stop();
  }
}
