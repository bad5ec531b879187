/** A runner of Vitest that repeats each test with each change of the code that it reaches. */
import { setMaxListeners } from "node:events";
import { type RunnerTestCase as Test, TestRunner } from "vitest";
import { prepareAgain } from "../repeated.js";
import { type Limits, noticed, reached, reachedOnLoad } from "./marks.js";

interface Mutants {
  readonly ids: readonly number[];
  /** What is known of each change, shared by all workers. */
  readonly marks: Uint8Array;
  /** For how long tests were repeated for each change, in milliseconds. */
  readonly spent: Uint32Array;
  readonly limits: Limits;
}

declare module "vitest" {
  interface ProvidedContext {
    mutants: Mutants;
  }
}

/** What the instrumented code shares with its runner. */
interface Switches {
  readonly activeMutant: string;
  currentTestId: string | undefined;
  mutantCoverage: { readonly static: Record<string, number>; readonly perTest: Record<string, Record<string, number>> };
}

// Repeated tests add listeners again.
setMaxListeners(0);

const none = "none";
const coverage: Switches["mutantCoverage"] = { static: {}, perTest: {} };
let active = none;
/** How often the tested code asked which change is active, and how often it may. */
let [asked, mostAsked] = [0, Number.POSITIVE_INFINITY];
const switches: Switches = {
  currentTestId: undefined,
  mutantCoverage: coverage,
  get activeMutant() {
    asked += 1;
    // Ends a loop that the change has made endless. On a fake clock, it would let no timer fire.
    if (asked > mostAsked) throw new Error("endless because of the change");
    return active;
  },
};
Object.assign(globalThis, { __stryker__: switches });

const { getTestFn: functionOf } = TestRunner;

/** When a repeated test counts as endless. */
interface Most {
  readonly milliseconds: number;
  readonly asked: number;
}

export default class MutantRunner extends TestRunner {
  private readonly mutants: Mutants = this.injectValue("mutants");
  private readonly known = new Set(this.mutants.ids.map(String));
  /** For how long tests of this file were repeated for each change. */
  private readonly spentHere = new Map<string, number>();

  async runTask(test: Test): Promise<void> {
    const { limits, spent } = this.mutants;
    const start = performance.now();
    const ids = await this.reachedBy(test);
    const took = performance.now() - start;
    if (took > limits.longestTest) return;
    const most = { milliseconds: Math.max(2_000, took * 10), asked: Math.max(100_000, 100 * asked) };
    for (const id of ids) {
      const here = this.spentHere.get(id) ?? 0;
      if (this.has(id, noticed) || (spent[Number(id)] ?? 0) > limits.perMutant || here > limits.perFile) continue;
      const began = performance.now();
      const outcome = await this.repeat(test, id, most);
      const duration = performance.now() - began;
      this.spentHere.set(id, here + duration);
      Atomics.add(spent, Number(id), duration);
      if (outcome === "passed") continue;
      // A failure counts only if the test passes again without the change, which may have left something behind.
      const isSpoiled = (await this.repeat(test, none, most)) !== "passed";
      if (outcome === "hung" || !isSpoiled) this.mark(id, noticed);
      if (isSpoiled) return;
    }
  }

  override onAfterRunFiles(): void {
    for (const id of Object.keys(coverage.static)) this.mark(id, reachedOnLoad);
    super.onAfterRunFiles();
  }

  /** Runs the test as it is, and returns the changes that it reaches. */
  private async reachedBy(test: Test): Promise<string[]> {
    delete coverage.perTest.this;
    switches.currentTestId = "this";
    asked = 0;
    try {
      await functionOf(test)();
    } finally {
      switches.currentTestId = undefined;
    }
    const ids = Object.keys(coverage.perTest.this ?? {}).filter((id) => this.known.has(id));
    for (const id of ids) this.mark(id, reached);
    return ids;
  }

  private async repeat(test: Test, id: string, most: Most): Promise<"passed" | "failed" | "hung"> {
    await prepareAgain(this, test);
    [active, asked, mostAsked] = [id, 0, most.asked];
    let timer: NodeJS.Timeout | undefined;
    const hung = new Promise<"hung">((resolve) => {
      timer = setTimeout(() => resolve("hung"), most.milliseconds);
    });
    const run = async () => {
      await functionOf(test)();
      this.onAfterTryTask(test);
      return "passed" as const;
    };
    const outcome = await Promise.race([run().catch(() => "failed" as const), hung]);
    clearTimeout(timer);
    [active, mostAsked] = [none, Number.POSITIVE_INFINITY];
    return outcome;
  }

  private has(id: string, mark: number): boolean {
    return ((this.mutants.marks[Number(id)] ?? 0) & mark) > 0;
  }

  private mark(id: string, mark: number): void {
    if (this.known.has(id)) Atomics.or(this.mutants.marks, Number(id), mark);
  }
}
