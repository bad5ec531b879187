/**
 * Random cases that come again. `npm test` tries a few fixed seeds, so it fails only for what has changed; `FULL=1` tries a fresh one. A
 * failure prints the `SEED` that repeats it.
 */
import { relative } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import { isFull } from "./full.js";

const { SEED } = process.env;
const fresh = Math.floor(Math.random() * 2 ** 31);

/** A seed, and the part of all cases that it is tried with. */
interface Try {
  readonly seed: number;
  readonly part: number;
}

const tries: readonly Try[] =
  SEED !== undefined
    ? [{ seed: Number(SEED), part: 1 }]
    : isFull
      ? [{ seed: fresh, part: 1 }]
      : [1, 2, 3].map((seed) => ({ seed, part: 0.3 }));

/** The seed of a test whose random case takes long. */
export const oneSeed = tries[0]?.seed as number;

/** What repeats a failure in the file that runs. */
export function toRepeat(seed: number): string {
  const { testPath = "" } = expect.getState();
  return `To repeat: SEED=${seed} npx vitest run ${relative(process.cwd(), testPath)}`;
}

/** The property holds in this many random cases. */
export async function holds<Case>(property: fc.IRawProperty<Case>, cases: number): Promise<void> {
  for (const { seed, part } of tries) {
    const numRuns = Math.ceil(cases * part);
    const result = await fc.check(property, { seed, numRuns });
    if (!result.failed) continue;
    const report = fc.defaultReportMessage(result as fc.RunDetails<Case>);
    throw new Error(`${report}\n\n${toRepeat(seed)}`, { cause: result.errorInstance });
  }
}
