import fc from "fast-check";
import { afterAll, beforeAll, describe, it } from "vitest";
import { doors } from "../../door.js";
import { isFull } from "../../full.js";
import { printFigures } from "../../outcomes.js";
import type { EndpointSet } from "../../provider.js";
import { holds } from "../../seeds.js";
import { type Backend, openBackend } from "./backend.js";
import { historiesOf, play, type Told } from "./history.js";

const sets = ["documented", "extended"] as const;
/** Of each set of endpoints. */
const histories = isFull ? 5_000 : 50;
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

  it("comes to rest with nothing duplicated, nothing lost, and nothing left behind without a message", async () => {
    let ended: number | undefined;
    const property = fc.asyncProperty(historiesOf(set, doors), async (history) => {
      // A failure is made shorter for a while, then shown as it is.
      if (ended !== undefined && Date.now() > ended) return;
      try {
        sum.add(set, await play(history, { backend }));
        if (unheard.length > 0) throw new Error(`nobody heard of ${unheard.splice(0).map(String).join(", ")}`);
      } catch (error) {
        ended ??= Date.now() + shrinking;
        throw error;
      }
    });
    await holds(property, histories);
  });
});

/** How one history ended. */
type Outcome = "without help" | "after a person followed the error message";

interface Tally {
  add(set: EndpointSet, told: Told): void;
  /** By description. */
  figures(): Readonly<Record<string, number>>;
}

/** What many histories showed, added up. */
function tally(): Tally {
  const figures = new Map<string, number>();
  const add = (what: string, count = 1) => figures.set(what, (figures.get(what) ?? 0) + count);
  return {
    add(set, { counts, acts, isByItself, left, lateDeployments }) {
      const outcome: Outcome =
        isByItself && acts.length === 0 ? "without help" : "after a person followed the error message";
      add(`histories, ${set} endpoints`);
      add(`converged ${outcome}`);
      for (const [what, count] of Object.entries(counts)) {
        add(what, count);
        if (what.startsWith("fault: ")) add("faults", count);
        if (what.startsWith("crash: ")) add("crashes", count);
      }
      for (const act of acts) add(`a person: ${act}`);
      for (const [why, count] of Object.entries(left)) add(`left on the platform and reported: ${why}`, count);
      add("deployments by requests whose sender had given up", lateDeployments);
    },
    figures: () => Object.fromEntries([...figures].sort()),
  };
}
