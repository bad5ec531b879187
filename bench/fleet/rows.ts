/** How the time of a fleet falls with the number of workers, as `examples/fleet` runs it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { newEnvironments, variablesOf } from "../../test/cli/fleet/environments.js";
import { startTemporal } from "../../test/cli/fleet/temporal.js";
import { startPlatform } from "../../test/platform/support/platform.js";
import { pulumiEnvironment, stateUrl } from "../../tools/fetch/pulumi-cli/environment.js";
import { CHECKOUT } from "../../tools/fetch/pulumi-cli/search.js";
import type { BenchRow } from "../../tools/generate/measured/bench.js";
import { plainRow, ratioRow } from "../row.js";
import { measureRuns } from "./one-run.js";

/** So the default `--size` of 1,000 resources is a fleet of 200 stacks. */
const RESOURCES_OF_A_STACK = 5;
const WORKERS = [1, 2, 4];

/** Runs the fleet with 1, 2 and 4 workers, and compares with one. */
export async function fleetRows(size: number): Promise<BenchRow[]> {
  const stacks = Math.ceil(size / RESOURCES_OF_A_STACK);
  const seconds: number[] = [];
  const loads: string[] = [];
  for (const workers of WORKERS) {
    seconds.push(await secondsOf(stacks, workers));
    loads.push(loadavg()[1]?.toFixed(1) ?? "?");
    console.log(`${stacks} stacks, ${workers} workers: ${seconds.at(-1)?.toFixed(0)} s; load ${loads.at(-1)}`);
  }
  const [one = 0, ...more] = seconds;
  const what = `fleet of ${stacks} stacks of 5 resources, one worker`;
  const note = `the load of the machine was ${loads.join(", ")} at the ends of the measurements with ${WORKERS.join(", ")} workers`;
  const rows = [plainRow({ what, against: "", aim: { atMost: stacks * 4, unit: "s" }, note }, [one])];
  for (const [index, each] of more.entries()) {
    const same = { what: `the same with ${WORKERS[index + 1]} workers`, against: "one worker", aim: { atMost: 0.75 } };
    rows.push(ratioRow(same, [each], [one], "s"));
  }
  const { few, all } = await measureRuns();
  const text = {
    what: "runs of the CLI for a new stack of 5 resources, as the fleet does it: `version`, `stack select`, `stack init`, `up`",
    against: "what the Automation API runs of itself: also `stack output` twice, and `stack history`",
    aim: { atMost: 0.8 },
  };
  return [...rows, ratioRow(text, few, all, "s")];
}

/** Deploys a new fleet with a number of workers, each a process that runs one stack at a time. */
async function secondsOf(stacks: number, workers: number): Promise<number> {
  const platform = await startPlatform({ endpoints: "extended" });
  const home = join(CHECKOUT, ".local/bench-fleet");
  const [folder, states] = [join(home, "fleet"), join(home, "states")];
  rmSync(home, { recursive: true, force: true });
  mkdirSync(states, { recursive: true });
  cpSync(join(CHECKOUT, "examples/fleet"), folder, {
    recursive: true,
    filter: (path) => !/node_modules|fleet\/\.local/.test(path),
  });
  const temporal = await startTemporal(home);
  const env = {
    ...process.env,
    ...(await pulumiEnvironment()),
    PULUMI_BACKEND_URL: stateUrl(states),
    TEMPORAL_ADDRESS: temporal.address,
    FLEET_PLATFORMS: "local:1",
    FLEET_VARIABLES: home,
  };
  const command = (...args: string[]) =>
    spawn(process.execPath, ["--import", "tsx", "index.ts", ...args], {
      cwd: folder,
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
  const running: ChildProcess[] = [];
  try {
    writeFileSync(join(home, "local.env"), variablesOf(platform));
    writeFileSync(join(folder, "environments.json"), JSON.stringify(await newEnvironments(platform, stacks)));
    await succeed(command("import", "environments.json"));
    running.push(...Array.from({ length: workers }, () => command("work")));
    await Promise.all(running.map(({ stdout }) => once(stdout as NodeJS.ReadableStream, "data")));
    const start = performance.now();
    await succeed(command("up", "--waves", "100%"));
    return (performance.now() - start) / 1000;
  } finally {
    for (const worker of running) worker.kill("SIGTERM");
    await Promise.all(running.map(succeed));
    await temporal.stop();
    await platform.stop();
    rmSync(home, { recursive: true, force: true });
  }
}

async function succeed(child: ChildProcess): Promise<void> {
  // So that a process whose output nobody reads does not wait.
  child.stdout?.resume();
  const [code] = child.exitCode === null ? await once(child, "exit") : [child.exitCode];
  if (code !== 0) throw new Error(`${child.spawnargs.join(" ")} ended with ${code}`);
}
