/** One stack from its first `pulumi up` to its end, with kills in between. */
import { expect } from "vitest";
import type { EndpointSet } from "../../engine/support/outcome.js";
import type { Chance } from "../../support/chance.js";
import { programOf, type Resource } from "./declarations.js";
import { expectContent, expectDestroyed, type Place } from "./expected-content.js";
import { killAtRandom, runAgain, type Stage, unlock } from "./kill.js";

export interface World extends Stage, Place {
  readonly set: EndpointSet;
  close(): Promise<void>;
}

interface Options {
  readonly size: number;
  readonly chance: Chance;
  /** Whether each phase has one kill, the `up` with changes comes right after the first one, and no refresh after the last one. */
  readonly isShort: boolean;
}

/** What a kill led to. */
export interface Outcome {
  readonly phase: "the first `up`" | "an `up` with changes" | "`destroy`";
  /** What it took besides the same command again. */
  readonly outcome: string;
}

const up = ["up", "--yes", "--skip-preview"] as const;
const destroy = ["destroy", "--yes", "--skip-preview"] as const;
/** Of what a killed `destroy` has deleted, the state knows nothing: only a refresh finds out. */
const upRefreshed = [...up, "--refresh"] as const;

/** @returns What each kill led to, in order. */
export async function runHistory(world: World, { size, chance, isShort }: Options): Promise<Outcome[]> {
  const { set, platform, project } = world;
  const outcomes: Outcome[] = [];
  /** Kills runs in a row. Returns what takes down the outcome of the last one, once it is known whether that has left its lock. */
  const killed = async (phase: Outcome["phase"], command: typeof up | typeof destroy, calls: number) => {
    for (let more = isShort ? 0 : chance.below(3); ; more--) {
      const isOver = await killAtRandom(world, chance, command, calls);
      const end = (wasLocked: boolean) => void outcomes.push({ phase, outcome: outcomeOf(isOver, wasLocked) });
      if (more === 0) return end;
      end(await isUnlocked(world));
    }
  };
  const recover = async (end: (wasLocked: boolean) => void, command: typeof up | typeof destroy | typeof upRefreshed) =>
    end(await runAgain(world, command));
  const expectConverged = async (declared: readonly Resource[]) => {
    await expectContent(world, declared);
    const { code, output } = await project.start("preview", "--diff", "--expect-no-changes").ended;
    expect(code, output).toBe(0);
  };

  const first = programOf(set, size, 1, platform.ids);
  await project.declare(first);
  const end = await killed("the first `up`", up, first.length);
  if (isShort) end(await isUnlocked(world));
  else {
    await recover(end, up);
    await expectConverged(first);
  }

  const second = programOf(set, size, 2, platform.ids);
  await project.declare(second);
  await recover(await killed("an `up` with changes", up, Math.ceil(second.length / 2)), up);
  await expectConverged(second);

  const isDeleted = set === "extended";
  const deletes = isDeleted ? Math.floor(second.length / 2) : 0;
  if (!isShort) {
    await recover(await killed("`destroy`", destroy, deletes), upRefreshed);
    await expectConverged(second);
  }
  await recover(await killed("`destroy`", destroy, deletes), destroy);
  await expectDestroyed(world, isDeleted ? [] : second);
  return outcomes;
}

/** Removes the lock of a killed run if it left one, since several are killed in a row. */
async function isUnlocked(world: World): Promise<boolean> {
  const isLocked = await world.project.isLocked();
  if (isLocked) await unlock(world);
  return isLocked;
}

function outcomeOf(isOver: boolean, wasLocked: boolean): string {
  if (isOver) return "over before the kill";
  return wasLocked ? "pulumi cancel, then the same again" : "the same again";
}
