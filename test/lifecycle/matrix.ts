/** Runs the lifecycle matrix of one endpoint set: one stack per kind, on which all ten steps run. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type KindName, kindNames } from "./kind-names.js";
import { openWorld, type World } from "./kind-stack.js";
import { recorderOf } from "./measured.js";
import { type EndpointSet, type Matrix, stepNames } from "./outcome.js";
import { isFull } from "./sets.js";
import { steps } from "./steps.js";

export function runMatrix(set: EndpointSet, matrix: Matrix, short: readonly KindName[]): void {
  const kinds = isFull ? kindNames : short;
  describe.each(kinds)(`%s with the ${set} endpoints`, (kind) => {
    let world: World;
    beforeAll(async () => {
      world = await openWorld(set, kind);
    }, 120_000);
    const recorder = recorderOf(set, kind);
    afterAll(async () => {
      recorder.keep();
      await world.close();
    });

    test.each(stepNames)(
      "%s",
      async (step) => {
        const cell = matrix[kind][step];
        const shown = await steps[step](world, cell);
        const observed = shown.map(({ output: _, ...rest }) => rest);
        recorder.step(step, cell, observed);
        for (const [index, { output }] of shown.entries()) expect(output).toContain(cell.runs[index]?.tells ?? "");
        expect(observed).toEqual(cell.runs.map(({ tells: _, ...rest }) => rest));
      },
      180_000,
    );
  });
}
