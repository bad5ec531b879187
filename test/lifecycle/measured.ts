/** What the full run of the matrix measured, kept beside it as JSON, from which `docs/lifecycle.md` is made. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { KindName } from "./kind-names.js";
import type { EndpointSet, Observed, StepName } from "./outcome.js";

export type Measured = Partial<Record<KindName, Partial<Record<StepName, readonly Observed[]>>>>;

const fileOf = (set: EndpointSet) => join(__dirname, "measured", `${set}.json`);

export function measured(set: EndpointSet): Measured {
  try {
    return JSON.parse(readFileSync(fileOf(set), "utf8"));
  } catch {
    return {};
  }
}

const taken: Measured = {};

/** Notes what a cell showed. A run with RECORD=1 keeps it. */
export function record(set: EndpointSet, kind: KindName, step: StepName, observed: readonly Observed[]): void {
  taken[kind] = { ...taken[kind], [step]: observed };
  if (process.env.RECORD !== "1") return;
  const all = { ...measured(set), ...taken };
  writeFileSync(fileOf(set), `${JSON.stringify(all, undefined, 1)}\n`);
}
