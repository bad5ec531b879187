import { setMaxListeners } from "node:events";
import type { Progress } from "../progress.js";
import type { Check, Examination, Finding } from "./check.js";
import { absences } from "./facts.js";

export interface CheckResult extends Finding {
  readonly name: string;
}

/** Runs the checks in order, since later ones need the results of earlier ones. */
export async function examine(
  checks: readonly Check[],
  examination: Examination,
  progress: Progress,
): Promise<CheckResult[]> {
  setMaxListeners(0, examination.signal);
  const results: CheckResult[] = [];
  for (const check of checks) {
    if (examination.signal.aborted) throw examination.signal.reason;
    const finding = await progress.during(`Checking: ${check.name}`, async () => outcomeOf(check, examination));
    results.push({ name: check.name, ...finding });
  }
  return results;
}

async function outcomeOf(check: Check, examination: Examination): Promise<Finding> {
  const missing = check.needs?.find((fact) => examination.facts[fact] === undefined);
  if (missing !== undefined) return { status: "skipped", message: `${absences[missing]}.` };
  return check.run(examination);
}
