/** A runner of Vitest that repeats each quick test with each of its assertions turned into its opposite. */
import { setMaxListeners } from "node:events";
import { type Assertion, type RunnerTestCase as Test, TestRunner } from "vitest";
import { prepareAgain } from "../repeated.js";
import { executed, noticed, turned } from "./marks.js";

interface Assertions {
  /** What is known of each assertion, shared by all workers. */
  readonly marks: Uint8Array;
  /** Longer tests aren't repeated, in milliseconds; 0 repeats none. */
  readonly longestTest: number;
}

declare module "vitest" {
  interface ProvidedContext {
    assertions: Assertions;
  }
}

// Repeated tests add listeners again.
setMaxListeners(0);

const { getTestFn: functionOf } = TestRunner;

let marks: Uint8Array = new Uint8Array();
let reached = new Set<number>();
let turnedId: number | undefined;

/** Instrumented tests call this for each `expect`: `isOpposite` if `.not` follows. */
function assertion(id: number, expected: Assertion, isOpposite: boolean): Assertion {
  Atomics.or(marks, id, executed);
  reached.add(id);
  return isOpposite === (id === turnedId) ? expected : expected.not;
}
Object.assign(globalThis, { __assertion__: assertion });

export default class AssertionRunner extends TestRunner {
  private readonly longestTest: number;

  constructor(...config: ConstructorParameters<typeof TestRunner>) {
    super(...config);
    const assertions: Assertions = this.injectValue("assertions");
    ({ marks } = assertions);
    this.longestTest = assertions.longestTest;
  }

  async runTask(test: Test): Promise<void> {
    reached = new Set();
    const start = performance.now();
    await functionOf(test)();
    if (performance.now() - start >= this.longestTest) return;
    for (const id of reached) {
      if (((marks[id] ?? 0) & noticed) > 0) continue;
      Atomics.or(marks, id, turned);
      if (!(await this.passes(test, id))) Atomics.or(marks, id, noticed);
    }
  }

  private async passes(test: Test, id: number): Promise<boolean> {
    await prepareAgain(this, test);
    turnedId = id;
    try {
      await functionOf(test)();
      this.onAfterTryTask(test);
      return true;
    } catch {
      return false;
    } finally {
      turnedId = undefined;
    }
  }
}
