/** Who is struck, and when. */
import { setTimeout as pause } from "node:timers/promises";
import { isAlive, kill } from "../../support/processes.js";
import type { World } from "./crash-stage.js";
import type { Hold } from "./gate.js";
import type { Run } from "./project.js";

export type Victim = "kill -9 of the CLI" | "kill -9 of the plugin" | "kill -9 of the backend" | "Ctrl-C";

/**
 * When it happens: the call has left the plugin, and the platform has not got it and never will; the platform has carried
 * it out, and its response is on the way and will be lost; the state has what it made, and the next call is on the way.
 */
export type Moment = "before" | "during" | "after";

/** How long a plugin without its CLI is watched after its last call, in milliseconds: longer than its pauses between tries. */
const quiet = 1_500;
/** How long it has to notice that its engine is gone, in milliseconds: it does in a second, where nothing else runs. */
const timeout = 120_000;

const held = {
  before: { call: "mainCall", side: "request" },
  during: { call: "mainCall", side: "answer" },
  after: { call: "companionCall", side: "request" },
} as const;

type Struck = Victim | "Ctrl-C twice" | "kill -9 of the backend, which starts again";

/** One `pulumi up` in which that happens, until all its processes are gone. */
export async function crash(world: World, victim: Struck, moment: Moment) {
  const { gate, project } = world;
  const { call, side } = held[moment];
  const hold = gate.hold(world[call], side);
  const run = project.start("up", "--yes", "--skip-preview");
  await Promise.race([hold.there, failEarly(run)]);
  const { resources } = await project.state();
  /** What was so when it happened. */
  const scene = {
    isCarriedOut: world.timesCarriedOut() > 0,
    isInState: resources.some(({ name }) => name === world.declared.main.name),
  };
  const before = gate.arrivals.length;
  await strikes[victim](world, run, hold);
  hold.lose();
  const { output } = await run.ended;
  await untilQuiet(world, run);
  await project.endRuns();
  if (victim === "kill -9 of the backend") await world.restartPlatform();
  return { scene, output, callsAfterwards: gate.arrivals.length - before };
}

/** A plugin lives on without its CLI. What it still does is part of what the next `up` finds. */
async function untilQuiet({ gate }: World, run: Run): Promise<void> {
  const since = Date.now();
  const last = () => Math.max(since, gate.arrivals.at(-1) ?? 0);
  while (run.started().length > 0 && Date.now() - last() < quiet) await pause(20);
}

async function failEarly(run: Run): Promise<never> {
  const { code, output } = await run.ended;
  throw new Error(`pulumi up ended with ${code} before the call came:\n${output}`);
}

const strikes: Readonly<Record<Struck, (world: World, run: Run, hold: Hold) => Promise<void>>> = {
  async "kill -9 of the CLI"(_world, run, hold) {
    kill(run.pid, "SIGKILL");
    await run.ended;
    await untilLeft(run, hold);
  },
  async "kill -9 of the plugin"(_world, run) {
    const { pid } = run.plugin();
    kill(pid, "SIGKILL");
    while (isAlive(pid)) await pause(5);
  },
  async "kill -9 of the backend"(world) {
    await world.killPlatform();
    await world.gate.shut();
  },
  "Ctrl-C": (_world, run) => interrupt(run, "^C received; cancelling"),
  async "kill -9 of the backend, which starts again"(world, run, hold) {
    await strikes["kill -9 of the backend"](world, run, hold);
    await world.restartPlatform();
  },
  async "Ctrl-C twice"(_world, run, hold) {
    await interrupt(run, "^C received; cancelling");
    await interrupt(run, "^C received; terminating");
    await run.ended;
    await untilLeft(run, hold);
  },
};

/** Gives a plugin whose CLI is gone the time to notice it, before its call is lost. */
async function untilLeft(run: Run, hold: Hold): Promise<void> {
  const limit = Date.now() + timeout;
  while (!hold.isLeft() && run.started().length > 0 && Date.now() < limit) await pause(20);
}

/** As a terminal does: to the CLI and whatever is in its group, which the plugin is not. */
async function interrupt(run: Run, answer: string): Promise<void> {
  process.kill(-run.pid, "SIGINT");
  await run.until(answer);
}
