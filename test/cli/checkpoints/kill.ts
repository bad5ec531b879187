/** A run that is killed at a random moment, and what it takes to run again. */
import { setTimeout as pause } from "node:timers/promises";
import type { Chance } from "../../support/chance.js";
import { kill } from "../../support/processes.js";
import { untilQuiet } from "../crashes/crash.js";
import type { Gate } from "../crashes/gate.js";
import type { Project, Run } from "../crashes/project.js";
import { succeed } from "../crashes/recovery.js";

export interface Stage {
  readonly project: Project;
  readonly gate: Gate;
}

const victims = ["the CLI", "the plugin", "everything"] as const;

/** How long after the last of the awaited calls the kill may come, in milliseconds. */
const longestDelay = 60;
/** The same for a run without such calls: about how long it takes. */
const longestRun = 1_500;

/**
 * Starts a run, and kills it with `kill -9` while it changes the platform.
 *
 * @param calls How many changing calls the run makes, at least; the kill comes after a random number of them. If none, it comes at
 *   a random time.
 * @returns Whether the run was over before it could be killed.
 */
export async function killAtRandom(
  { project, gate }: Stage,
  chance: Chance,
  args: readonly [command: string, ...args: string[]],
  calls: number,
): Promise<boolean> {
  const before = writesAt(gate);
  const victim = chance.pick(victims);
  const awaited = calls === 0 ? 0 : 1 + chance.below(calls - 1);
  const delay = chance.below(calls === 0 ? longestRun : longestDelay);
  const run = project.start(...args);
  while (!run.isOver() && writesAt(gate) - before < awaited) await pause(1);
  await pause(delay);
  const isOver = run.isOver();
  strike(run, victim);
  await run.ended;
  await untilQuiet({ gate }, run);
  await project.endRuns();
  return isOver;
}

const writesAt = ({ responses }: Gate) => responses.filter(({ method }) => method !== "GET").length;

function strike(run: Run, victim: (typeof victims)[number]): void {
  const started = run.started();
  const plugin = started.filter(({ command }) => command.includes("dynamic-provider"));
  if (victim !== "the plugin" || plugin.length === 0) kill(run.pid, "SIGKILL");
  const others = victim === "everything" ? started : victim === "the plugin" ? plugin : [];
  for (const { pid } of others) kill(pid, "SIGKILL");
}

/**
 * Runs until it succeeds: after `pulumi cancel` where a killed run has left its lock, and again where the response to a create was lost
 * that alone had an output, since the next run replaces the resource.
 *
 * @returns Whether there was a lock.
 */
export async function runAgain(
  { project }: Stage,
  args: readonly [command: string, ...args: string[]],
): Promise<boolean> {
  let wasLocked = false;
  const incomplete = new Set<string>();
  for (;;) {
    const { code, output } = await project.start(...args).ended;
    if (code === 0) return wasLocked;
    const found = withLostOutputs(output);
    if (found.some((id) => !incomplete.has(id))) {
      for (const id of found) incomplete.add(id);
      continue;
    }
    if (wasLocked || !output.includes("the stack is currently locked"))
      throw new Error(`${args.join(" ")}:\n${output}`);
    await unlock({ project });
    wasLocked = true;
  }
}

/** The IDs of the resources that lack an output which only the response to their create contained. */
const withLostOutputs = (output: string): string[] =>
  [...output.matchAll(/AP4001: .* \(id (\S+)\) .*\n\s*- Only the response to the create contains/g)].map(
    ([, id = ""]) => id,
  );

/** Removes the lock of a killed run; without one, there is nothing to cancel. */
export const unlock = ({ project }: Pick<Stage, "project">): Promise<void> => succeed(project, "cancel", "--yes");
