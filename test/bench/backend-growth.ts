/**
 * Measures how long reads take as an environment grows: `npm run bench:backend`, or with numbers of services. RECORD=1 keeps the
 * figures for docs/performance.md.
 * Each environment has one deployment of all its services. "pause" is the longest time that another request had to wait.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { recordPath } from "../../tools/measured/record-file";
import type { Platform } from "../platform";
import { startPlatformProcess } from "../platform-process";
import { isRecording, writeRecord } from "../recording";
import { addContainers, deployTogether } from "./many-containers";
import { stampBench } from "./stamp";

const defaultSizes = [1_000, 4_000, 10_000];
const rounds = 5;

interface Figures {
  /** Milliseconds. */
  readonly shortest: number;
  readonly pause: number;
}

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now();
  await work();
  return performance.now() - before;
}

/** The longest wait of small requests while `work` runs. */
async function longestPause({ request }: Platform, work: () => Promise<unknown>): Promise<number> {
  let isDone = false;
  let longest = 0;
  const done = work().finally(() => {
    isDone = true;
  });
  while (!isDone) longest = Math.max(longest, await milliseconds(() => request("GET", "/_local/health")));
  await done;
  return longest;
}

async function measure(platform: Platform, path: string): Promise<Figures> {
  const headers = { authorization: `Bearer ${platform.tokens.viewer}` };
  // Not platform.request: parsing the response is not the backend's time.
  const read = async () => {
    const response = await fetch(platform.url + path, { headers });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`GET ${path} responded with ${response.status}.`);
  };
  await read();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await milliseconds(read));
  times.sort((a, b) => a - b);
  return { shortest: times[0] ?? Number.NaN, pause: await longestPause(platform, read) };
}

/** The figures of one size, by what was read, and how long its deployment took. */
async function figuresOf(data: string, size: number): Promise<{ deploy: number; reads: Record<string, Figures> }> {
  const platform = await startPlatformProcess({ endpoints: "extended", data });
  const containers = await addContainers(platform, size);
  const deploy = await milliseconds(() => deployTogether(platform, containers));
  const environment = `/environment/${platform.ids.environment}`;
  const paths = {
    status: `${environment}/status`,
    statuses: `${environment}/statuses`,
    list: `${environment}/container`,
  };
  const reads: Record<string, Figures> = {};
  for (const [name, path] of Object.entries({
    ...paths,
    dashboard: `/_local/environments/${platform.ids.environment}/content`,
  })) {
    const { shortest, pause } = await measure(platform, path);
    reads[name] = { shortest: Math.round(shortest), pause: Math.round(pause) };
  }
  await platform.stop();
  return { deploy: Math.round(deploy), reads };
}

async function main(sizes: readonly number[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "backend-growth-"));
  try {
    const rows: Record<string, Record<string, Figures>> = {};
    console.log("Milliseconds, shortest of five reads:");
    for (const size of sizes) {
      const { deploy, reads } = await figuresOf(join(folder, `${size}.db`), size);
      rows[size] = reads;
      console.log(`${size} services, deployed in ${deploy} ms`);
      console.table(reads);
    }
    if (isRecording) writeRecord(recordPath("bench", "backend"), { ...stampBench(), rows }, 3);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const given = process.argv.slice(2).map(Number);
void main(given.length > 0 ? given : defaultSizes);
