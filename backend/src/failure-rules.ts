/** Decides which services fail when they are deployed or stopped: by a rule, or by their tag or commit. */
import { z } from "zod";
import type { Platform } from "./platform.js";
import { rule, withRules } from "./schema/rules.js";
import { text } from "./schema/texts.js";
import { integer, optional } from "./schema/values.js";
import {
  type Action,
  canFailIn,
  type FailingState,
  type FailureState,
  failingStates,
  failureStates,
  mayFollow,
  progressions,
  type Way,
} from "./states.js";

const duringOnlyWithDeploymentError = rule<{ state: string; during: string | null }>(
  ["state", "during"],
  ({ state, during }, report) => {
    if (during !== null && state !== "DEPLOYMENT_ERROR") report(["during"], "is allowed only with DEPLOYMENT_ERROR");
  },
);

export const failureRules = z.object({
  rules: z.array(
    withRules(
      z.object({
        /** The id or the name of a service; every service if omitted. */
        service: optional(text),
        state: z.enum(failureStates),
        /** The state in which a deployment fails; a service that never has it fails while DEPLOYING. */
        during: optional(z.enum(failingStates)),
        /** How many operations fail; all if omitted. */
        times: optional(integer(1)),
      }),
      duringOnlyWithDeploymentError,
    ),
  ),
});
type FailureRules = z.output<typeof failureRules>["rules"];

const key = "deployment-failures";

export function readFailureRules({ store }: Platform): FailureRules {
  return JSON.parse(store.meta.get(key) ?? "[]");
}

export function keepFailureRules({ store }: Platform, rules: FailureRules): void {
  store.meta.set(key, JSON.stringify(rules));
}

const marks: readonly { mark: string; state: FailureState }[] = [
  { mark: "build-error", state: "BUILD_ERROR" },
  { mark: "deployment-error", state: "DEPLOYMENT_ERROR" },
];

interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly action: Action;
  readonly way: Way;
  /** The tag or the commit that is deployed. */
  readonly version: string | null;
}

/** How a service fails. */
export interface Failure {
  readonly state: FailureState;
  /** The state in which it fails, if it has several that the failure may follow. */
  readonly during: FailingState | null;
  /** Why, as a sentence. */
  readonly reason: string;
}

/** How a service will fail, or null; counts down the rule that applies. */
export function failureOf(platform: Platform, candidate: Candidate): Failure | null {
  const failure = marked(candidate) ?? ruled(platform, candidate);
  if (failure === null) return null;
  const { state, during, reason } = failure;
  const steps = progressions[candidate.action].ways[candidate.way];
  // A service without a build cannot fail in its build.
  if (!steps.some((step) => mayFollow(step.state, state))) return { state: "DEPLOYMENT_ERROR", during: null, reason };
  return { state, during: steps.some((step) => step.state === during) ? during : null, reason };
}

function marked({ action, version }: Candidate): Failure | null {
  if (action !== "deploy") return null;
  const found = marks.find(({ mark }) => version?.includes(mark));
  if (found === undefined) return null;
  return { state: found.state, during: null, reason: `Its tag or commit "${version}" contains "${found.mark}".` };
}

function ruled(platform: Platform, { id, name, action }: Candidate): Failure | null {
  const rules = readFailureRules(platform);
  const rule = rules.find(
    ({ service, state }) =>
      canFailIn(action, state) && (service === null || service === id || service.toLowerCase() === name.toLowerCase()),
  );
  if (rule === undefined) return null;
  if (rule.times !== null) {
    rule.times -= 1;
    keepFailureRules(
      platform,
      rules.filter(({ times }) => times !== 0),
    );
  }
  const of = rule.service === null ? "every service" : `"${rule.service}"`;
  return { ...rule, reason: `A failure rule for ${of} applied: ${rule.state}.` };
}
