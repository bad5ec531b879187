/** How the time of a fleet falls with the number of workers, as `examples/fleet` runs it. */
import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFleetRows } from "../../test/fleet-rows.js";
import { startPlatform } from "../../test/platform/platform.js";
import { startPostgres } from "../../test/postgres.js";
import type { BenchRow } from "../../tools/measured/bench.js";
import { pulumiEnvironment } from "../../tools/pulumi-cli/environment.js";
import { CHECKOUT } from "../../tools/pulumi-cli/search.js";
import { plainRow, ratioRow } from "../row.js";
import { measureRuns } from "./one-run.js";

/** So the default `--size` of 1,000 resources is a fleet of 200 stacks. */
const RESOURCES_OF_A_STACK = 5;

/** Runs the fleet with 1, 2 and 4 workers, and compares with one. */
export async function fleetRows(size: number): Promise<BenchRow[]> {
  const stacks = Math.ceil(size / RESOURCES_OF_A_STACK);
  const one = await secondsOf(stacks, 1);
  const rows = [
    plainRow(
      {
        what: `fleet of ${stacks} stacks of 5 resources, one worker`,
        against: "",
        aim: { atMost: stacks * 4, unit: "s" },
      },
      [one],
    ),
  ];
  for (const [workers, atMost] of [
    [2, 0.75],
    [4, 0.75],
  ] as const) {
    const seconds = await secondsOf(stacks, workers);
    rows.push(
      ratioRow(
        { what: `the same with ${workers} workers`, against: "one worker", aim: { atMost } },
        [seconds],
        [one],
        "s",
      ),
    );
  }
  const { few, all } = await measureRuns();
  const text = {
    what: "runs of the CLI for a new stack of 5 resources, as the fleet does it: `version`, `stack init`, `up`",
    against: "what the Automation API runs of itself: also `stack select`, `stack output` twice, and `stack history`",
    aim: { atMost: 0.8 },
  };
  return [...rows, ratioRow(text, few, all, "s")];
}

/** Deploys a new fleet with a number of workers, each a process that runs one stack at a time. */
async function secondsOf(stacks: number, workers: number): Promise<number> {
  const postgres = await startPostgres();
  const platform = await startPlatform({ endpoints: "extended" });
  const folder = join(CHECKOUT, ".local/bench-fleet");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(CHECKOUT, "examples/fleet"), folder, {
    recursive: true,
    filter: (path) => !/node_modules|\.local\/v/.test(path),
  });
  const env = {
    ...process.env,
    ...(await pulumiEnvironment()),
    FLEET_DATABASE_URL: postgres.url,
    PULUMI_BACKEND_URL: postgres.url,
    APP_PLATFORM_TOKEN: platform.tokens.admin,
    APP_PLATFORM_ENDPOINTS: "extended",
  };
  const command = (...args: string[]) =>
    spawn(process.execPath, ["--import", "tsx", "index.ts", ...args], {
      cwd: folder,
      env,
      stdio: ["ignore", "ignore", "inherit"],
    });
  try {
    const environments = await newFleetRows(platform, stacks);
    const rows = { platforms: [{ name: "local", baseUrl: platform.url }], environments };
    writeFileSync(join(folder, "rows.json"), JSON.stringify(rows));
    await succeed(command("import", "rows.json"));
    const running = Array.from({ length: workers }, () => command("work", "--runs", "1"));
    const start = performance.now();
    await succeed(command("up"));
    const seconds = (performance.now() - start) / 1000;
    for (const worker of running) worker.kill("SIGTERM");
    await Promise.all(running.map(succeed));
    return seconds;
  } finally {
    await platform.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function succeed(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("exit", (code) =>
      code === 0 ? resolve() : reject(new Error(`${child.spawnargs.join(" ")} ended with ${code}`)),
    );
  });
}
