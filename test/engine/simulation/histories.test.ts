import fc from "fast-check";
import { afterAll, beforeAll, describe, it } from "vitest";
import { definitions } from "../../../provider/resources/index.js";
import { isFull } from "../../full.js";
import { printFigures } from "../../outcomes.js";
import { holds } from "../../seeds.js";
import { doors } from "../faults/provider.js";
import { type Backend, openBackend } from "./backend.js";
import { historiesOf, play } from "./history.js";
import { tally } from "./tally.js";

const sets = ["documented", "extended"] as const;
/** Of each set of endpoints. */
const histories = isFull ? 5_000 : 100;
/** How long a failure may be made shorter, in milliseconds. */
const shrinking = 60_000;

const sum = tally();
afterAll(() => printFigures("Simulated histories", sum.figures()));

/** Promises that failed while nobody waited for them. */
const unheard: unknown[] = [];
const note = (reason: unknown) => void unheard.push(reason);
beforeAll(() => void process.on("unhandledRejection", note));
afterAll(() => void process.off("unhandledRejection", note));

describe.each(sets)("every history with the %s endpoints", (set) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await openBackend(set);
  });
  afterAll(() => backend.close());

  it("comes to rest with nothing twice, nothing lost and nothing left that nobody was told of", async () => {
    let ended: number | undefined;
    const property = fc.asyncProperty(historiesOf(set, doors), async (history) => {
      // A failure is made shorter for a while, then shown as it is.
      if (ended !== undefined && Date.now() > ended) return;
      try {
        sum.add(set, await play(history, { backend, definitions }));
        if (unheard.length > 0) throw new Error(`nobody heard of ${unheard.splice(0).map(String).join(", ")}`);
      } catch (error) {
        ended ??= Date.now() + shrinking;
        throw error;
      }
    });
    await holds(property, histories);
  });
});
