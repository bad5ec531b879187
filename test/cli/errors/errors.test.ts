import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorClasses } from "../../../tools/generate/errorsOf.js";
import { type Messages, messagesFile, recordedMessages } from "../../../tools/generate/measured/messages.js";
import { isFull } from "../../support/full.js";
import { isRecording, writeRecord } from "../../support/recording.js";
import { printedError } from "./printed.js";
import { destroys, firstPreviews, laterPreviews, refresh, refreshElsewhere } from "./refusals.js";
import { failingUpdate } from "./requests.js";
import type { Scenario } from "./scenario.js";
import { openWorld, type World } from "./world.js";

/** In this order: later runs find what the earlier ones have created. */
const scenarios: readonly Scenario[] = [
  ...firstPreviews,
  failingUpdate,
  ...laterPreviews,
  refreshElsewhere,
  refresh,
  ...destroys,
];
const chosen = scenarios.filter(({ isRare }) => isFull || isRecording || !isRare);

let world: World;
let found: Messages = {};

beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  await world.close();
  if (isRecording) writeRecord(messagesFile, found, 2);
});

async function run(scenario: Scenario): Promise<Messages> {
  const { command, step, errors, options, prepare, program, meanwhile } = scenario;
  await prepare?.(world);
  const stepOptions = await options?.(world);
  const [output] = await Promise.all([world.stack.fails(step, program?.(world), stepOptions), meanwhile?.(world)]);
  const printed = Object.entries(errors).map(([code, subject]) => [
    code,
    { command, text: printedError(output, code, subject) },
  ]);
  return Object.fromEntries(printed);
}

describe("messages on the page of errors", () => {
  it.each(chosen.map((scenario) => [scenario.command, Object.keys(scenario.errors).join(", "), scenario] as const))(
    "are printed by `%s`: %s",
    async (_, __, scenario) => {
      const printed = await run(scenario);
      found = { ...found, ...printed };
      if (isRecording) return;
      const recorded = Object.entries(recordedMessages()).filter(([code]) => code in printed);
      expect(printed).toEqual(Object.fromEntries(recorded));
    },
  );

  it("include each code that a run can print", () => {
    const codes = scenarios.flatMap(({ errors }) => Object.keys(errors)).sort();
    const unreachable = Object.values(errorClasses).filter(({ unreachable }) => unreachable !== undefined);
    expect([...codes, ...unreachable.map(({ code }) => code)].sort()).toEqual(
      Object.values(errorClasses)
        .map(({ code }) => code)
        .sort(),
    );
    expect(Object.keys(isRecording ? found : recordedMessages()).sort()).toEqual(codes);
  });
});
