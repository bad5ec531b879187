import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { runPulumi } from "../pulumi-cli/foreground.js";
import { CLI, programFile } from "../pulumi-cli/installation.js";
import { isAlive } from "../pulumi-cli/processes.js";
import type { Places } from "./places.js";
import { QuickstartProblem } from "./quickstart-problem.js";

/** The name of the project, which is in Pulumi.yaml, and of its stack. */
const PROJECT = "quickstart";
const STACK = "quickstart";

/** A resource as the state knows it. */
export interface StackResource {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly outputs?: Record<string, unknown>;
}

/** How many resources the last update created, updated, left the same, … */
export type Changes = Readonly<Record<string, number>>;

/** The quickstart's stack, by way of the Pulumi CLI. */
export interface Stack {
  create(): Promise<void>;
  /** Frees it from a CLI that was killed. A lock whose process lives is somebody's who works on the stack, and stays. */
  unlock(): Promise<void>;
  /** Runs before the person's eyes. */
  show(...args: string[]): Promise<number>;
  resources(): Promise<readonly StackResource[]>;
  lastChanges(): Promise<Changes>;
  removeFromState(): Promise<void>;
}

/** Whether there is state of the stack; without a need for the CLI. */
export function hasStack(places: Places): boolean {
  return existsSync(join(places.state, ".pulumi/stacks", PROJECT, `${STACK}.json`));
}

interface Lock {
  readonly pid: number;
  readonly hostname: string;
}

function locks(places: Places): Lock[] {
  const folder = join(places.state, ".pulumi/locks/organization", PROJECT, STACK);
  if (!existsSync(folder)) return [];
  // Beside each lock is a file about the file.
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  return files.map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as Lock);
}

export function openStack(places: Places, env: NodeJS.ProcessEnv): Stack {
  const ask = (...args: string[]) =>
    new Promise<string>((resolve, reject) => {
      execFile(
        programFile(CLI),
        ["--non-interactive", "-C", places.program, ...args],
        { env, maxBuffer: 64 * 1024 * 1024 },
        (error, stdout, stderr) => {
          if (error === null) return resolve(stdout);
          const said = stderr.trim() || error.message;
          reject(new QuickstartProblem(`\`pulumi ${args.join(" ")}\` failed:\n${said}`, START_OVER));
        },
      );
    });

  return {
    async create() {
      await ask("stack", "select", STACK, "--create");
    },
    async unlock() {
      if (locks(places).some((lock) => lock.hostname === hostname() && !isAlive(lock.pid))) {
        await ask("cancel", "--yes", "--stack", STACK);
      }
    },
    show: (...args) =>
      runPulumi(["-C", places.program, ...args, "--stack", STACK], { cwd: places.program, env, interactive: false }),
    async resources() {
      const { deployment } = JSON.parse(await ask("stack", "export", "--stack", STACK));
      return (deployment.resources ?? []) as StackResource[];
    },
    async lastChanges() {
      const [last] = JSON.parse(await ask("stack", "history", "--json", "--page-size", "1", "--stack", STACK));
      return (last?.resourceChanges ?? {}) as Changes;
    },
    async removeFromState() {
      await ask("stack", "rm", "--force", "--yes", "--stack", STACK);
    },
  };
}

export const START_OVER = "To start over with an empty platform: npm run quickstart -- destroy";
