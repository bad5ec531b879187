/** How long reads of large environments take: all of an environment's services were deployed together. */
import { join } from "node:path";
import { type PlatformProcess, startPlatformProcess } from "../../test/platform/platform-process.js";
import type { BenchRow } from "../../tools/generate/measured/bench.js";
import { explained, plainRow } from "../row.js";
import { addContainers, deployTogether } from "./many-containers.js";

const runs = 7;
/** Restarts take longer than reads. */
const firstRuns = 3;

/** A data file with one environment of so many containers. */
export async function environmentFile(folder: string, containers: number): Promise<string> {
  const data = join(folder, `${containers}.db`);
  const platform = await startPlatformProcess({ endpoints: "extended", data });
  await deployTogether(platform, await addContainers(platform, containers));
  await platform.stop();
  return data;
}

const listPath = ({ ids }: PlatformProcess) => `/environment/${ids.environment}/container`;
const statusesPath = ({ ids }: PlatformProcess) => `/environment/${ids.environment}/statuses`;
const dashboardPath = ({ ids }: PlatformProcess) => `/_local/environments/${ids.environment}/content`;

/** Milliseconds until the whole response has arrived. Parsing it is not the backend's time. */
export async function timedRead({ url, tokens }: PlatformProcess, path: string): Promise<number> {
  const before = performance.now();
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${tokens.viewer}` } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`GET ${path} responded with ${response.status}.`);
  return performance.now() - before;
}

/** The same read again and again; the first one is not counted. */
async function repeated(platform: PlatformProcess, path: string): Promise<number[]> {
  await timedRead(platform, path);
  const times: number[] = [];
  for (let run = 0; run < runs; run++) times.push(await timedRead(platform, path));
  return times;
}

/** The longest time that another request had to wait during a read. */
async function longestPause(platform: PlatformProcess, path: string): Promise<number> {
  let isDone = false;
  let longest = 0;
  const done = timedRead(platform, path).finally(() => {
    isDone = true;
  });
  while (!isDone) longest = Math.max(longest, await timedRead(platform, "/_local/health"));
  await done;
  return longest;
}

/** The first list after a start. */
async function firstLists(data: string): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < firstRuns; run++) {
    const platform = await startPlatformProcess({ endpoints: "extended", data });
    times.push(await timedRead(platform, listPath(platform)));
    await platform.stop();
  }
  return times;
}

const firstListReason =
  "Node.js hasn't compiled the code that writes the response (28 MB) yet; the row above shows the time of later requests";

/** How long something took, in milliseconds. */
export const timeRow = (what: string, atMost: number, times: readonly number[]): BenchRow =>
  plainRow({ what: `backend: ${what}`, against: "", aim: { atMost, unit: "ms" } }, times);

export async function readRows(small: string, large: string): Promise<BenchRow[]> {
  const few = await startPlatformProcess({ endpoints: "extended", data: small });
  const listOfFew = await repeated(few, listPath(few));
  await few.stop();
  const many = await startPlatformProcess({ endpoints: "extended", data: large });
  const statuses = await repeated(many, statusesPath(many));
  const list = await repeated(many, listPath(many));
  const pauses: number[] = [];
  for (let run = 0; run < runs; run++) pauses.push(await longestPause(many, listPath(many)));
  const dashboard = await repeated(many, dashboardPath(many));
  await many.stop();
  return [
    timeRow("list of 1,000 services", 30, listOfFew),
    timeRow("list of 10,000 services", 300, list),
    explained(timeRow("that list for the first time after a start", 300, await firstLists(large)), firstListReason),
    timeRow("wait of another request meanwhile", 300, pauses),
    timeRow("statuses of 10,000 services", 500, statuses),
    timeRow("content of the dashboard, 10,000 services", 500, dashboard),
  ];
}
