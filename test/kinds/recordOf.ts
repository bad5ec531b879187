import { type Kind, records } from "./index.js";
import type { AnyRecord } from "./testRecord.js";

/** The record of a kind whose name is not known to the compiler. */
export function recordOf(kind: string): AnyRecord {
  if (!(kind in records)) throw new Error(`test/kinds/index.ts has no record of ${kind}`);
  return records[kind as Kind];
}
