/** What the starts of the CLI that the Automation API does around `up` cost a stack of 5 resources. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LocalWorkspace, PulumiCommand } from "@pulumi/pulumi/automation";
import { deployShop } from "../../examples/fleet/program.js";
import { startPlatform } from "../../test/platform/support/platform.js";
import { pulumiEnvironment, stateUrl } from "../../tools/fetch/pulumi-cli/environment.js";
import { CHECKOUT } from "../../tools/fetch/pulumi-cli/search.js";

const RUNS = 3;

export interface RunSeconds {
  /** What the example does: it reads neither outputs nor history after the run. */
  readonly few: number[];
  /** `createOrSelectStack` and `up` as they are. */
  readonly all: number[];
}

interface Runnable {
  run(args: readonly string[], ...rest: unknown[]): Promise<unknown>;
}

export async function measureRuns(): Promise<RunSeconds> {
  const platform = await startPlatform({ endpoints: "extended" });
  const states = mkdtempSync(join(tmpdir(), "fleet-states-"));
  const environment = await pulumiEnvironment();
  process.env.PATH = environment.PATH;
  const envVars = {
    ...environment,
    PULUMI_BACKEND_URL: stateUrl(states),
    APP_PLATFORM_BASE_URL: platform.url,
    APP_PLATFORM_TOKEN: platform.tokens.admin,
    APP_PLATFORM_ENDPOINTS: "extended",
    APP_PLATFORM_ON_EXISTING: "adopt",
  };
  const settings = {
    environmentId: platform.ids.environment,
    registryId: platform.ids.registries.DOCKER_HUB,
    tag: "1",
  };

  /** The times of the CLI's runs for one new stack, in their order, by what they do. */
  const timesOf = async (stackName: string): Promise<[string, number][]> => {
    const workDir = mkdtempSync(join(tmpdir(), "fleet-"));
    const times: [string, number][] = [];
    const timed = async <T>(what: string, work: Promise<T>): Promise<T> => {
      const start = performance.now();
      try {
        return await work;
      } finally {
        times.push([what, (performance.now() - start) / 1000]);
      }
    };
    const pulumiCommand = await timed("version", PulumiCommand.get());
    // The SDK does not declare the method, and calls it for each start of the CLI.
    const command = pulumiCommand as unknown as Runnable;
    const run = command.run.bind(command);
    command.run = (args, ...rest) => timed(args.slice(0, 2).join(" "), run(args, ...rest));
    const stack = await LocalWorkspace.createOrSelectStack(
      { stackName, projectName: "fleet", program: () => deployShop(settings) },
      {
        workDir,
        envVars,
        pulumiCommand,
        projectSettings: { name: "fleet", runtime: "nodejs", main: join(CHECKOUT, "examples/fleet") },
      },
    );
    await stack.up();
    rmSync(workDir, { recursive: true, force: true });
    return times;
  };

  try {
    const result: RunSeconds = { few: [], all: [] };
    for (let index = 0; index < RUNS; index++) {
      const times = await timesOf(`run-${index}`);
      console.log(times.map(([what, seconds]) => `${what} ${seconds.toFixed(2)} s`).join(", "));
      const sum = (chosen: typeof times) => chosen.reduce((total, [, seconds]) => total + seconds, 0);
      result.all.push(sum(times));
      result.few.push(sum(times.filter(([what]) => !["stack output", "stack history"].includes(what))));
    }
    return result;
  } finally {
    await platform.stop();
    rmSync(states, { recursive: true, force: true });
  }
}
