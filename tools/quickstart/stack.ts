import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import type { OpMap } from "@pulumi/pulumi/automation";
import { runPulumi } from "../pulumi-cli/foreground.js";
import { isAlive } from "../pulumi-cli/processes.js";
import type { Places } from "./places.js";
import { QuickstartProblem } from "./quickstart-problem.js";

const STACK = "quickstart";
/** The exit codes of a CLI that a signal ended. */
const SIGNAL_CODES = new Set(Object.values(constants.signals).map((signal) => 128 + signal));

export const START_OVER = "To start over with an empty platform: npm run quickstart -- destroy";

/** A resource in the stack's state. */
export interface StackResource {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly outputs?: Record<string, unknown>;
}

/** The stack of the quickstart. */
export interface QuickstartStack {
  exists(): Promise<boolean>;
  /** Selects the stack, and creates it if there is none. */
  select(): Promise<void>;
  /** Unlocks the stack if a killed CLI of the quickstart left it locked. Nobody else's lock is removed. */
  unlock(): Promise<void>;
  /**
   * Runs a `pulumi` command on the stack, with its output on the screen.
   * @param variables laid over the environment for this command
   * @returns the exit code
   */
  show(args: readonly string[], variables: Readonly<Record<string, string>>): Promise<number>;
  resources(): Promise<readonly StackResource[]>;
  /** How many resources the last update created, updated, left unchanged, … */
  lastChanges(): Promise<OpMap>;
  /** Removes the stack with its state; the resources stay on the platform. */
  removeFromState(): Promise<void>;
}

/** Names the CLI that works on the stack. The file outlives a CLI that was killed, which then has left the stack locked. */
const updateFile = (places: Places) => join(places.local, "update.json");

function endedUpdate(file: string): boolean {
  if (!existsSync(file)) return false;
  const { pid } = JSON.parse(readFileSync(file, "utf8")) as { pid: number };
  return !isAlive(pid);
}

/** Runs a call of the Automation API; what the CLI printed becomes a problem that says what to do. */
async function ask<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw new QuickstartProblem(`Pulumi failed:\n${(error as Error).message.trim()}`, START_OVER);
  }
}

/** @param env the variables to run the CLI with, laid over `process.env` */
export async function openStack(places: Places, env: Record<string, string>): Promise<QuickstartStack> {
  // Loaded here, because it takes half a second, which commands without a stack save.
  const { LocalWorkspace, Stack } = await import("@pulumi/pulumi/automation/index.js");
  // The Automation API looks for the CLI on the PATH of its own process.
  if (env.PATH !== undefined) process.env.PATH = env.PATH;
  const workspace = await ask(() => LocalWorkspace.create({ workDir: places.project, envVars: env }));
  const selected = () => Stack.select(STACK, workspace);
  const update = updateFile(places);

  return {
    exists: () => ask(async () => (await workspace.listStacks()).some(({ name }) => name === STACK)),
    select: () =>
      ask(async () => {
        await Stack.createOrSelect(STACK, workspace);
      }),
    async unlock() {
      if (!endedUpdate(update)) return;
      await ask(async () => (await selected()).cancel());
      rmSync(update);
    },
    async show(args, variables) {
      const code = await runPulumi([...args, "--stack", STACK], {
        cwd: places.project,
        env: { ...process.env, ...env, ...variables },
        interactive: false,
        onStart: (pid) => writeFileSync(update, JSON.stringify({ pid })),
      });
      if (!SIGNAL_CODES.has(code)) rmSync(update, { force: true });
      return code;
    },
    async resources() {
      const { deployment } = await ask(() => workspace.exportStack(STACK));
      return (deployment.resources ?? []) as StackResource[];
    },
    async lastChanges() {
      const [last] = await ask(async () => (await selected()).history(1));
      return last?.resourceChanges ?? {};
    },
    removeFromState: () => ask(() => workspace.removeStack(STACK, { force: true })),
  };
}
