/** Every call that a platform with the extended set serves: by row in the document, then those of the extended set. */
import { documentedCalls } from "../kinds/documentedCalls.js";
import { kindNames, records } from "../kinds/index.js";
import { systemCalls } from "./systems-calls.js";

/** As the records of the kinds list them, and as the description of the extended set does. */
export const extendedCalls: readonly string[] = [
  ...new Set([...kindNames.flatMap((kind) => records[kind].extendedCalls), ...systemCalls.map(({ call }) => call)]),
];

export const servedCalls: readonly string[] = [...documentedCalls, ...extendedCalls];
