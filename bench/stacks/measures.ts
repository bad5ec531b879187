/** Measures for large stacks, each compared with a plain `pulumi up`: for the page on large stacks. */

import type { Platform } from "../../test/platform/support/platform.js";
import { startPlatformProcess } from "../../test/platform/support/platform-process.js";
import type { BenchRow } from "../../tools/generate/measured/bench.js";
import { ratioRow } from "../row.js";
import { type Postgres, startPostgres } from "./postgres.js";
import { type BenchProject, openBenchProject, writtenOnce } from "./project.js";
import { startSlowProxy } from "./slow-proxy.js";

/** The share of the number of resources of the other parts. */
const share = 0.3;
const environmentCount = 3;
/** How long a distant platform takes to respond, in milliseconds. */
const distance = 200;
const up = ["up", "--yes", "--skip-preview"];
const adopting = { ...writtenOnce, APP_PLATFORM_ON_EXISTING: "adopt" };

interface Seconds {
  readonly standard: number;
  readonly skipped: number;
  readonly recovered: number;
  readonly apart: readonly number[];
  readonly far: number;
  readonly farParallel: number;
  readonly postgres?: { readonly standard: number; readonly skipped: number };
}

/** Runs the work with a platform of its own, and a project on it. */
async function onPlatform<T>(
  size: number,
  work: (project: BenchProject, platform: Platform) => Promise<T>,
  choose: (environments: readonly string[]) => readonly string[] = (all) => all,
): Promise<T> {
  const platform = await startPlatformProcess({ endpoints: "extended" });
  try {
    const environments: string[] = [];
    for (let index = 0; index < environmentCount; index++) {
      environments.push((await platform.request("POST", "/_local/environments", { body: {} })).body.id);
    }
    const project = await openBenchProject(platform, {
      size,
      environments: choose(environments),
    });
    try {
      return await work(project, platform);
    } finally {
      project.close();
    }
  } finally {
    await platform.stop();
  }
}

/** The first `up` without checkpoints, and the one after it if its state was lost: it adopts everything. */
const measureSkipped = (size: number) =>
  onPlatform(size, async (project) => {
    const skipped = await project.run(up, writtenOnce);
    await project.run(["stack", "init", "again"]);
    return { skipped, recovered: await project.run([...up, "--stack", "again"], adopting) };
  });

/** A stack for each environment, one after the other. */
async function measureApart(size: number): Promise<number[]> {
  const seconds: number[] = [];
  for (let index = 0; index < environmentCount; index++) {
    const only = (all: readonly string[]) => all.slice(index, index + 1);
    seconds.push(await onPlatform(size / environmentCount, (project) => project.run(up), only));
  }
  return seconds;
}

const measureFar = (size: number, options: readonly string[]) =>
  onPlatform(size, async (project, platform) => {
    const proxy = await startSlowProxy(platform.url, distance);
    try {
      return await project.run([...up, ...options], { ...writtenOnce, APP_PLATFORM_BASE_URL: proxy.url });
    } finally {
      await proxy.close();
    }
  });

async function measurePostgres(size: number): Promise<Seconds["postgres"] | undefined> {
  const server = await openPostgres();
  if (server === undefined) return undefined;
  const measure = (name: string, variables: object) =>
    onPlatform(size, async (project) => {
      const backend = { PULUMI_BACKEND_URL: server.url };
      await project.run(["stack", "init", name], backend);
      const seconds = await project.run([...up, "--stack", name], { ...backend, ...variables });
      await project.run(["destroy", "--yes", "--skip-preview", "--remove", "--stack", name], {
        ...backend,
        ...writtenOnce,
      });
      return seconds;
    });
  try {
    return { standard: await measure("standard", {}), skipped: await measure("skipped", writtenOnce) };
  } finally {
    await server.stop();
  }
}

/** The server that BENCH_POSTGRES names, or one of this machine; none if PostgreSQL is not installed. */
async function openPostgres(): Promise<Postgres | undefined> {
  const url = process.env.BENCH_POSTGRES;
  if (url !== undefined) return { url, stop: async () => undefined };
  return startPostgres().catch((error: Error) => {
    console.warn(`Not measured: state in PostgreSQL. ${error.message}`);
    return undefined;
  });
}

export async function largeStackRows(full: number): Promise<BenchRow[]> {
  const size = Math.round((full * share) / environmentCount) * environmentCount;
  const standard = await onPlatform(size, (project) => project.run(up));
  const skipped = await measureSkipped(size);
  const apart = await measureApart(size);
  const far = await measureFar(size, []);
  const farParallel = await measureFar(size, ["--parallel", "64"]);
  const postgres = await measurePostgres(size);
  return rowsOf(size, { standard, ...skipped, apart, far, farParallel, ...(postgres && { postgres }) });
}

function rowsOf(size: number, seconds: Seconds): BenchRow[] {
  const { standard, skipped, recovered, apart, far, farParallel, postgres } = seconds;
  const against = `\`pulumi up\` of ${size} containers in one stack, state in a file`;
  const row = (what: string, value: number, atMost: number, other = standard, than = against, note?: string) =>
    ratioRow({ what, against: than, aim: { atMost }, ...(note === undefined ? {} : { note }) }, [value], [other], "s");
  const total = apart.reduce((sum, each) => sum + each, 0);
  const each = size / environmentCount;
  return [
    row("checkpoints skipped", skipped, 0.6),
    row(`checkpoints skipped, after a crash that lost the state: all ${size} adopted`, recovered, 0.8),
    row(
      `${environmentCount} stacks of ${each}, one for each environment, one after the other`,
      total,
      0.9,
      standard,
      against,
      `${environmentCount} runs start the CLI, the program and the plugin ${environmentCount} times, which outweighs the gain for stacks of this size`,
    ),
    row("only one of them, since nothing changed in the others", total / environmentCount, 0.4),
    row(
      "`--parallel 64`",
      farParallel,
      0.8,
      far,
      `without it, a platform that responds after ${distance} ms, checkpoints skipped`,
    ),
    ...(postgres === undefined
      ? []
      : [
          row(
            "state in PostgreSQL",
            postgres.standard,
            2,
            standard,
            against,
            "after each step, Pulumi sends the whole state to the server, and waits until it is on its disk",
          ),
          row("state in PostgreSQL, checkpoints skipped", postgres.skipped, 0.6),
        ]),
  ];
}
