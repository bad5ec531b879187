import { relative } from "node:path";
import { CHECKOUT } from "../pulumi-cli/search.js";
import type { Step } from "./steps.cjs";

export function say(...lines: string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}

/** A path in the checkout, relative to it; any other text as it is. */
export function shortPath(text: string): string {
  return text.startsWith(CHECKOUT) ? relative(CHECKOUT, text) : text;
}

/** Does the work of a step and ends the step's line, with the result if there is one to show. */
export async function during<T>(
  step: Pick<Step, "done" | "fail">,
  work: () => Promise<T>,
  result?: (value: T) => string,
): Promise<T> {
  try {
    const value = await work();
    step.done(result?.(value) || undefined);
    return value;
  } catch (error) {
    step.fail();
    throw error;
  }
}
