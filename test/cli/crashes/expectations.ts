/** What each cell of the matrix shows. */

import type { KindName } from "../../engine/support/kind-names.js";
import { records } from "../../kinds/index.js";
import type { Moment, Victim } from "./crash.js";
import { outcomeOf, steps } from "./recovery.js";

export interface Expectation {
  readonly outcome: string;
  /** Whether something was created that only a person knows to be the program's own. */
  readonly needsPerson: boolean;
  /** How often the platform carries out the call under test, with the `up` that recovers. */
  readonly times: 1 | 2;
}

export function expectationOf(victim: Victim, moment: Moment, kind: KindName): Expectation {
  const { createdTwice } = records[kind];
  const isSaved = createdTwice === "saved again";
  const isDeployed = createdTwice === "deployed again";
  // The plugin that sent the call outlives a Ctrl-C and finds the platform there: it looks what became of the call.
  const isForgotten = moment === "during" && victim !== "Ctrl-C";
  const isStackLeft = victim === "kill -9 of the CLI";
  // Pulumi's state says what a killed CLI was creating.
  const needsPerson = isForgotten && !isStackLeft && !isSaved && !isDeployed;
  const taken = [
    ...(isStackLeft ? [steps.cancel] : []),
    // Made, and in no state: the next create meets the name.
    ...(needsPerson ? [steps.adopt] : []),
    ...(isStackLeft ? [steps.refresh] : []),
  ];
  const isRepeated = isForgotten ? isSaved || isDeployed : moment === "during" && isSaved;
  return { outcome: outcomeOf(taken), needsPerson, times: isRepeated ? 2 : 1 };
}

/** What the CLI prints of the crash, for a person to know what happened; a killed one prints nothing. */
export const printedAfter: Readonly<Record<Victim, RegExp>> = {
  "kill -9 of the CLI": /creating/,
  "kill -9 of the plugin": /error: error reading from server: EOF/,
  "kill -9 of the backend": /AP4002: .+ outcome unknown|AP3101: .+ no response/,
  "Ctrl-C": /error: update (?:canceled|failed)/,
};
