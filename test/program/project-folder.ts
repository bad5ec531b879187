/** A Pulumi project in a folder, run by `pulumi` as a process: the way most people use it. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cp, mkdir, readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { vi } from "vitest";
import { pulumiEnvironment } from "../../tools/pulumi-cli/environment.js";
import type { Platform } from "../platform.js";
import { expectReadable } from "./readable.js";

// Every step is a run of the CLI, on machines that may be busy with other things.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

export interface Ran {
  readonly code: number | null;
  readonly output: string;
  /** The lines below `Resources:`, for example `+ 4 created`. */
  readonly summary: readonly string[];
}

export interface ProjectFolder {
  readonly folder: string;
  /** The name of the project. */
  readonly name: string;
  /** The address of its state, for a project that reads its stack. */
  readonly state: string;
  /** Runs `pulumi` with these arguments in the folder, on its stack. */
  pulumi(...args: string[]): Promise<Ran>;
  close(): Promise<void>;
}

/** A copy of a project with its own stack. The copy is in the checkout, so that Node.js finds the modules there. */
export async function openProject(
  source: string,
  platform: Pick<Platform, "url" | "tokens">,
  variables: Readonly<Record<string, string>> = {},
): Promise<ProjectFolder> {
  const home = join(__dirname, "../../.local/test-program", `p${randomBytes(4).toString("hex")}`);
  const folder = join(home, basename(source));
  const state = join(home, "state");
  await mkdir(state, { recursive: true });
  await cp(source, folder, { recursive: true, filter: (path) => !/node_modules|Pulumi\.[^/]+\.yaml$/.test(path) });
  const env: Record<string, string | undefined> = {
    ...process.env,
    ...(await pulumiEnvironment({ state })),
    APP_PLATFORM_BASE_URL: platform.url,
    APP_PLATFORM_TOKEN: platform.tokens.admin,
    // Types are checked once for all examples; here it would cost seconds with every run.
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    ...variables,
  };
  const run = (args: readonly string[]) =>
    new Promise<Ran>((resolve, reject) => {
      const child = spawn("pulumi", [...args, "--non-interactive", "--color", "never"], { cwd: folder, env });
      let output = "";
      const take = (chunk: Buffer) => {
        output += chunk.toString("utf8");
      };
      child.stdout.on("data", take);
      child.stderr.on("data", take);
      child.once("error", reject);
      child.once("close", (code) => {
        expectReadable(output);
        resolve({ code, output, summary: summaryOf(output) });
      });
    });
  const { code, output } = await run(["stack", "init", "dev"]);
  if (code !== 0) throw new Error(`pulumi stack init failed:\n${output}`);
  const [, name = ""] = /^name: (.+)$/m.exec(await readFile(join(folder, "Pulumi.yaml"), "utf8")) ?? [];
  return {
    folder,
    name,
    state: env.PULUMI_BACKEND_URL ?? "",
    pulumi: (...args) => run(args),
    close: () => rm(home, { recursive: true, force: true }),
  };
}

function summaryOf(output: string): string[] {
  // The last one: an `up` shows that of its preview first.
  const [, block = ""] = [...output.matchAll(/\nResources:\n((?: +.+\n)+)/g)].at(-1) ?? [];
  return block.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
}
