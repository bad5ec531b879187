/** Runs the lifecycle matrix of one endpoint set: one stack per kind, on which all steps run. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isNotApplicable } from "../../kinds/notApplicable.js";
import { isFull } from "../../support/full.js";
import { type KindName, kindNames, requestedKinds } from "./kind-names.js";
import { openWorld, type World } from "./kind-stack.js";
import { matrixOf } from "./matrix-of.js";
import { type EndpointSet, type Row, type StepName, stepNames } from "./outcome.js";
import { steps } from "./steps.js";

export function runMatrix(set: EndpointSet, short: readonly KindName[]): void {
  const matrix = matrixOf(set);
  for (const kind of requestedKinds ?? (isFull ? kindNames : short)) {
    const row = matrix[kind];
    if (isNotApplicable(row)) {
      test(`lifecycle of ${kind} doesn't apply to the ${set} endpoints: ${row.notApplicable}`, () => {
        expect(row.notApplicable).toMatch(/\w.+\.$/);
      });
    } else describe(`lifecycle of ${kind} with the ${set} endpoints`, () => runSteps(set, kind, row));
  }
}

/** What each step shows, in the words of the documentation. */
const shows: Readonly<Record<StepName, string>> = {
  up: "up creates the resource",
  "preview without change": "a preview without a change shows none",
  refresh: "a refresh without drift shows no change",
  update: "up updates a changed argument, or refuses that",
  remove: "up resets a removed argument, or says that it stays",
  replace: "up replaces the resource if an argument can't be updated, or refuses that",
  drift: "a refresh shows what was changed outside of Pulumi, and up corrects it",
  "deleted outside": "a refresh removes what was deleted outside of Pulumi from the state, and up creates it again",
  adopt: "up adopts an existing resource (adoptId)",
  "rename with alias": "a new Pulumi name with an alias changes nothing",
  destroy: "destroy deletes the resource, or leaves it on the platform",
};

function runSteps(set: EndpointSet, kind: KindName, row: Row): void {
  let world: World;
  beforeAll(async () => {
    world = await openWorld(set, kind);
  });
  afterAll(() => world.close());

  test.each(stepNames.map((step) => [shows[step], step] as const))(
    "has the expected changes and requests: %s (step %s)",
    async (_shows, step) => {
      const expected = row[step];
      const shown = await steps[step](world, expected);
      const observed = shown.map(({ output: _, ...rest }) => rest);
      for (const [index, { output }] of shown.entries()) expect(output).toContain(expected[index]?.tells ?? "");
      expect(observed).toEqual(expected.map(({ tells: _, ...rest }) => rest));
    },
    180_000,
  );
}
