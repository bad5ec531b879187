import fc from "fast-check";
import { afterAll, beforeAll, describe, it } from "vitest";
import { frontends } from "../../support/frontend.js";
import { isFull } from "../../support/full.js";
import { printFigures } from "../../support/outcomes.js";
import type { EndpointSet } from "../../support/provider.js";
import { holds } from "../../support/seeds.js";
import { type Backend, openBackend } from "./backend.js";
import { historiesOf, play, type Reported } from "./history.js";

const sets = ["documented", "extended"] as const;
/** Of each set of endpoints. */
const histories = isFull ? 5_000 : 50;
/** How long a failure may be made shorter, in milliseconds. */
const shrinking = 60_000;

/** What the histories showed, by description. */
const figures: Record<string, number> = {};
afterAll(() => printFigures("Simulated histories", Object.fromEntries(Object.entries(figures).sort())));

/** Promises that failed while nobody waited for them. */
const unheard: unknown[] = [];
const note = (reason: unknown) => void unheard.push(reason);
beforeAll(() => void process.on("unhandledRejection", note));
afterAll(() => void process.off("unhandledRejection", note));

describe.each(sets)("simulated histories with the %s endpoints", (set) => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await openBackend(set);
  });
  afterAll(() => backend.close());

  it("end with nothing duplicated, lost, or left without a warning", async () => {
    let ended: number | undefined;
    const property = fc.asyncProperty(historiesOf(set, frontends), async (history) => {
      // A failure is made shorter for a while, then shown as it is.
      if (ended !== undefined && Date.now() > ended) return;
      try {
        count(set, await play(history, { backend }));
        if (unheard.length > 0) throw new Error(`nobody heard of ${unheard.splice(0).map(String).join(", ")}`);
      } catch (error) {
        ended ??= Date.now() + shrinking;
        throw error;
      }
    });
    await holds(property, histories);
  });
});

/** Adds up what one history showed. */
function count(set: EndpointSet, { counts, acts, isByItself, left, lateDeployments }: Reported): void {
  const add = (what: string, times = 1) => {
    figures[what] = (figures[what] ?? 0) + times;
  };
  add(`histories, ${set} endpoints`);
  const isAlone = isByItself && acts.length === 0;
  add(`converged ${isAlone ? "without help" : "after a person followed the error message"}`);
  for (const [what, times] of Object.entries(counts)) {
    add(what, times);
    if (what.startsWith("fault: ")) add("faults", times);
    if (what.startsWith("crash: ")) add("crashes", times);
  }
  for (const act of acts) add(`a person: ${act}`);
  for (const [why, times] of Object.entries(left)) add(`left on the platform and reported: ${why}`, times);
  add("deployments by requests whose sender had given up", lateDeployments);
}
