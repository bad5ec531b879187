import { expect } from "vitest";
import { isFull } from "../../support/full.js";
import type { World } from "./crash-stage.js";
import { outcomeOf } from "./recovery.js";

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
