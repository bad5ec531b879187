/**
 * `npx tsx bench/plugin/profile.ts`: prints where the plugin spends its time in 1,000 creates, after as many that are not
 * counted, for the provider of a container and for one that only sends the same request.
 */
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startClient } from "./client.js";
import { startExample } from "./example.js";
import { providerTexts } from "./texts.js";

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const warmUps = 3;

/** Whose code a function is. */
function partOf({ functionName, url }: Profile["nodes"][number]["callFrame"]): string {
  if (url.startsWith("node:")) return "Node.js";
  if (url === "") return functionName === "(garbage collector)" ? "garbage collection" : "Node.js";
  const [, dependency] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? [];
  return dependency ?? (url.includes("/dist/") ? "this package" : "the provider's text");
}

/** Microseconds a create, by whose code it is. */
function shares({ nodes, samples, timeDeltas }: Profile, creates: number): Record<string, number> {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const frame = frames.get(id);
    if (frame === undefined || frame.functionName === "(idle)" || frame.functionName === "(program)") continue;
    const part = partOf(frame);
    times.set(part, (times.get(part) ?? 0) + (timeDeltas[index] ?? 0) / creates);
  }
  const sorted = [...times].sort(([, one], [, other]) => other - one);
  return Object.fromEntries(sorted.map(([part, time]) => [part, Math.round(time)]));
}

async function profiled(provider: string): Promise<Record<string, number>> {
  const file = join(mkdtempSync(join(tmpdir(), "plugin-profile-")), "creates.cpuprofile");
  const { task, stop } = await startExample();
  const client = startClient({ ...task, provider, profile: file });
  try {
    for (let round = 0; round < warmUps; round++) await client.run();
    client.profile();
    await sleep(500);
    await client.run();
    client.profile();
    await sleep(2_000);
    return shares(JSON.parse(readFileSync(file, "utf8")), task.creates);
  } finally {
    await client.stop();
    stop();
  }
}

async function main(): Promise<void> {
  const all = {
    container: await profiled(providerTexts.container),
    onlySending: await profiled(providerTexts.onlySending),
  };
  console.log("Microseconds a create");
  console.table(all);
}

void main();
