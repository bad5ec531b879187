import { records as inFolder } from "./generated/records.js";
import { type Kind, kindNames } from "./kindNames.js";
import type { AnyRecord } from "./testRecord.js";

/** What the tests know of each kind: the compiler names a kind that has no record. */
export const records: Readonly<Record<Kind, AnyRecord>> = inFolder;

/** The records with the names of their secrets and resources. */
export type TypedRecords = typeof inFolder;

export { isNotApplicable, type NotApplicable } from "./notApplicable.js";
export { type Kind, kindNames };

/** The record of a kind whose name is not known to the compiler. */
export function recordOf(kind: string): AnyRecord {
  if (!(kind in records)) throw new Error(`test/kinds has no record of ${kind}`);
  return records[kind as Kind];
}
