/** Decides which services of a deployment fail: by a rule, or by their tag or commit. */
import { z } from "zod";
import type { Platform } from "./platform.js";
import { text } from "./schema/texts.js";
import { integer, optional } from "./schema/values.js";
import { type FailureState, failureStates } from "./states.js";

export const failureRules = z.object({
  rules: z.array(
    z.object({
      /** The id or the name of a service; every service if omitted. */
      service: optional(text),
      state: z.enum(failureStates),
      /** How many deployments fail; all if omitted. */
      times: optional(integer(1)),
    }),
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
  readonly isBuilt: boolean;
  /** The tag or the commit that is deployed. */
  readonly version: string | null;
}

/** How a service will fail, or null; counts down the rule that applies. */
export function failureOf(platform: Platform, candidate: Candidate): FailureState | null {
  const state = marked(candidate.version) ?? ruled(platform, candidate);
  // A service without a build cannot fail in its build.
  return state === "BUILD_ERROR" && !candidate.isBuilt ? "DEPLOYMENT_ERROR" : state;
}

function marked(version: string | null): FailureState | null {
  return marks.find(({ mark }) => version?.includes(mark))?.state ?? null;
}

function ruled(platform: Platform, { id, name }: Candidate): FailureState | null {
  const rules = readFailureRules(platform);
  const rule = rules.find(
    ({ service }) => service === null || service === id || service.toLowerCase() === name.toLowerCase(),
  );
  if (rule === undefined) return null;
  if (rule.times !== null) {
    rule.times -= 1;
    keepFailureRules(
      platform,
      rules.filter(({ times }) => times !== 0),
    );
  }
  return rule.state;
}
