import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type KindName, kindNames } from "../../lifecycle/kind-names.js";
import { isFull } from "../../lifecycle/sets.js";
import { expectReadable } from "../../program/readable.js";
import { recorderOf } from "../figures.js";
import { crash, type Moment, moments, type Victim, victims } from "./crash.js";
import { expectationOf, told } from "./expectations.js";
import { openTemplate, type Template } from "./project.js";
import { recover } from "./recovery.js";
import { openWorld } from "./world.js";

// Every cell takes some runs of the CLI, on machines that may be busy with other things; two at once keep two cores busy.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000, maxConcurrency: 2 });

type Cell = readonly [title: string, victim: Victim, moment: Moment, kind: KindName];

const cell = (victim: Victim, moment: Moment, kind: KindName): Cell => {
  const { outcome } = expectationOf(victim, moment, kind);
  return [`${victim}, ${moment} the call, ${kind}: ${outcome}`, victim, moment, kind];
};

/** The short form strikes every victim at every moment once, each with another kind, which change from run to run. */
const shift = Math.floor(Math.random() * kindNames.length);
const cells = victims.flatMap((victim, row) =>
  moments.flatMap((moment, column) => {
    const first = (row * moments.length + column + shift) % kindNames.length;
    return (isFull ? kindNames : kindNames.slice(first, first + 1)).map((kind) => cell(victim, moment, kind));
  }),
);

const recorder = recorderOf("crashes");
let callsWithoutEngine = 0;
let template: Template;

beforeAll(async () => {
  template = await openTemplate();
});
afterAll(async () => {
  recorder.fact("calls that plugins sent after their CLI was killed", callsWithoutEngine);
  recorder.keep();
  await template.close();
});

describe.concurrent("after a crash, pulumi up ends in exactly what the program says", () => {
  it.for(cells)("%s", async ([, victim, moment, kind], { onTestFinished }) => {
    const world = await openWorld(template, kind);
    onTestFinished(world.close);
    const { scene, output, callsAfterwards } = await crash(world, victim, moment);
    expect(scene, output).toEqual({ isCarriedOut: moment !== "before", isInState: moment === "after" });
    expect(output).toMatch(told[victim]);
    expectReadable(output);
    if (victim === "kill -9 of the CLI") callsWithoutEngine += callsAfterwards;

    const outcome = await recover(world);
    const times = world.timesCarriedOut();
    const isDeployedAgain = kind === "DeploymentTrigger" && times > 1;
    recorder.cell(`${victim}, ${moment} the call`, kind, {
      outcome: isDeployedAgain ? `${outcome}; deployed twice` : outcome,
    });
    expect({ outcome, times }).toEqual(expectationOf(victim, moment, kind));
    // Without an engine, whatever a plugin makes is an orphan.
    if (victim === "kill -9 of the CLI") expect(callsAfterwards).toBe(0);

    const { resources, pending } = await world.project.state();
    expect(resources.map(({ name }) => name).sort()).toEqual(["companion", "main"]);
    expect(pending).toBe(0);
    const main = resources.find(({ name }) => name === "main")?.id ?? "";
    const isFound = kind === "Cluster" || kind === "DeploymentTrigger";
    const ids = resources.filter(({ name }) => name !== "main" || !isFound).map(({ id }) => id);
    expect(await world.made()).toEqual(ids.sort());
    const { given, held } = await world.told(main);
    expect(held).toBe(given);
    const last = await world.project.start("preview", "--diff", "--expect-no-changes").ended;
    expect(last.code, last.output).toBe(0);
    expect(last.output).not.toContain("warning");
  });
});
