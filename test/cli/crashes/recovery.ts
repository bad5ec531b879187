/** What a person does after a crash: `pulumi up`, and then whatever its output asks for. */
import { expect } from "vitest";
import { isFull } from "../../support/full.js";
import { expectReadable } from "../support/readable.js";
import type { World } from "./crash-stage.js";
import type { Declared, Project } from "./project.js";

/** What it takes besides `pulumi up`. */
export const steps = {
  cancel: "pulumi cancel",
  /** The program is given the id of what the crash left without an owner. */
  adopt: "adoptId set by a person",
  /** What only the response to the create had is lost: the next `up` replaces the resource. */
  replace: "pulumi up again, which replaces what lost outputs",
  /** Until then every `up` warns of what was under way. */
  refresh: "pulumi refresh",
} as const;
type Step = (typeof steps)[keyof typeof steps];

/** Steps in words. */
export function outcomeOf(taken: readonly Step[]): string {
  return taken.length === 0 ? "pulumi up alone" : taken.join(", ");
}

/** More than any crash can ask for. */
const mostRuns = 5;

/** Runs `pulumi up` until it succeeds and warns of nothing. Returns what that took. */
export async function recover(world: World): Promise<string> {
  const { project } = world;
  const declared: Declared[] = [world.declared.main, world.declared.companion];
  const taken: Step[] = [];
  const outputs: string[] = [];
  while (outputs.length < mostRuns) {
    const { code, output } = await project.start("up", "--yes", "--skip-preview").ended;
    expectReadable(output);
    outputs.push(output);
    const [, orphan] = /set adoptId: "([^"]+)"/.exec(output) ?? [];
    if (code === 0) {
      if (output.includes("pending operations from previous deployment")) {
        taken.push(steps.refresh);
        await succeed(project, "refresh", "--yes", "--skip-preview", "--clear-pending-creates");
      }
      return outcomeOf(taken);
    }
    if (output.includes("the stack is currently locked") && output.includes("`pulumi cancel`")) {
      taken.push(steps.cancel);
      await succeed(project, "cancel", "--yes");
    } else if (output.includes("AP4001") && output.includes("run `pulumi up` again: it replaces the resource")) {
      taken.push(steps.replace);
    } else if (orphan !== undefined) {
      taken.push(steps.adopt);
      const index = declared.findIndex(({ kind, name }) => output.includes(`Creating ${kind} "${name}"`));
      const one = declared[index];
      if (one === undefined) throw new Error(`no resource of the program is meant:\n${output}`);
      declared[index] = { ...one, args: { ...one.args, adoptId: orphan } };
      await project.declare(declared);
    } else break;
  }
  throw new Error(`pulumi up does not succeed:\n${outputs.join("\n")}`);
}

/** Runs a command that must succeed. */
export async function succeed(project: Project, command: string, ...args: string[]): Promise<void> {
  const { code, output } = await project.start(command, ...args).ended;
  if (code !== 0) throw new Error(`pulumi ${command} failed:\n${output}`);
}

/**
 * Holds the platform to exactly what the program says, once, with the state knowing all of it; nothing is left to do. The short form
 * has no preview of what `pulumi up` alone has done.
 */
export async function expectConverged(world: World, outcome: string): Promise<void> {
  const { resources, pending } = await world.project.state();
  expect(resources.map(({ name }) => name).sort()).toEqual(["companion", "main"]);
  expect(pending).toBe(0);
  const main = resources.find(({ name }) => name === "main")?.id ?? "";
  const ids = resources.filter(({ name }) => name !== "main" || !world.existsBefore).map(({ id }) => id);
  expect(await world.made()).toEqual(ids.sort());
  const { expected, actual } = await world.editedValue(main);
  expect(actual).toBe(expected);
  if (!isFull && outcome === outcomeOf([])) return;
  const last = await world.project.start("preview", "--diff", "--expect-no-changes").ended;
  expect(last.code, last.output).toBe(0);
  expect(last.output).not.toContain("warning");
}
