/** Decides which services fail when they are deployed or stopped: by a rule, or by their tag or commit; and which clusters, by a rule. */
import { z } from "zod";
import {
  type ClusterAction,
  type ClusterFailureState,
  canClusterFailIn,
  clusterFailureStates,
} from "./cluster-progress.js";
import type { Platform } from "./platform.js";
import { rule, withRules } from "./schema/rules.js";
import { text } from "./schema/texts.js";
import { integer, omittable, optional } from "./schema/values.js";
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

interface Affected {
  service: string | null;
  cluster?: string | undefined;
  state: string;
  during: string | null;
}

const ofServiceOrCluster = rule<Affected>(
  ["service", "cluster", "state", "during"],
  ({ service, cluster, state, during }, report) => {
    if (cluster !== undefined && service !== null) report(["cluster"], "is allowed only without service");
    if (cluster !== undefined && during !== null) report(["during"], "is allowed only for services");
    const states: readonly string[] = cluster === undefined ? failureStates : clusterFailureStates;
    if (!states.includes(state)) report(["state"], `must be one of ${states.join(", ")}`);
  },
);

export const failureRules = z.strictObject({
  rules: z.array(
    withRules(
      z.strictObject({
        /** The id or the name of a service; every service if omitted, and if there is no cluster. */
        service: optional(text),
        /** The id or the name of a cluster. */
        cluster: omittable(text),
        state: z.enum([...failureStates, ...clusterFailureStates]),
        /** The state in which a deployment fails; a service that never has it fails while DEPLOYING. */
        during: optional(z.enum(failingStates)),
        /** How many operations fail; all if omitted. */
        times: optional(integer(1)),
        /** What statuses say about the failure, as a sentence. */
        reason: omittable(text),
      }),
      duringOnlyWithDeploymentError,
      ofServiceOrCluster,
    ),
  ),
});
type FailureRules = z.output<typeof failureRules>["rules"];
type FailureRule = FailureRules[number];

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
  if (!steps.some((step) => mayFollow(step.state, state))) {
    // A service without a build cannot fail in its build, and one that is stopped at once not at all.
    return candidate.action === "deploy" ? { state: "DEPLOYMENT_ERROR", during: null, reason } : null;
  }
  return { state, during: steps.some((step) => step.state === during) ? during : null, reason };
}

function marked({ action, version }: Candidate): Failure | null {
  if (action !== "deploy") return null;
  const found = marks.find(({ mark }) => version?.includes(mark));
  if (found === undefined) return null;
  return { state: found.state, during: null, reason: `Its tag or commit "${version}" contains "${found.mark}".` };
}

function ruled(platform: Platform, { id, name, action }: Candidate): Failure | null {
  const applied = applyRule(
    platform,
    ({ service, cluster, state }) =>
      cluster === undefined &&
      canFailIn(action, state as FailureState) &&
      (service === null || service === id || service.toLowerCase() === name.toLowerCase()),
  );
  if (applied === undefined) return null;
  const { service, state, during } = applied;
  const of = service === null ? "every service" : `"${name}"`;
  return { state: state as FailureState, during, reason: reasonOf(applied, of) };
}

/** The first rule that applies; its count is decremented. */
function applyRule(platform: Platform, fits: (rule: FailureRule) => boolean): FailureRule | undefined {
  const rules = readFailureRules(platform);
  const rule = rules.find(fits);
  if (rule === undefined || rule.times === null) return rule;
  rule.times -= 1;
  keepFailureRules(
    platform,
    rules.filter(({ times }) => times !== 0),
  );
  return rule;
}

function reasonOf({ reason }: FailureRule, of: string): string {
  return reason ?? `A failure rule for ${of} applied.`;
}

/** How an operation of a cluster fails. */
export interface ClusterFailure {
  readonly state: ClusterFailureState;
  readonly reason: string;
}

interface ClusterCandidate {
  readonly id: string;
  readonly name: string;
  readonly action: ClusterAction;
}

/** How an operation of a cluster will fail, or null; counts down the rule that applies. */
export function clusterFailureOf(platform: Platform, { id, name, action }: ClusterCandidate): ClusterFailure | null {
  const applied = applyRule(
    platform,
    ({ cluster, state }) =>
      cluster !== undefined &&
      canClusterFailIn(action, state) &&
      (cluster === id || cluster.toLowerCase() === name.toLowerCase()),
  );
  if (applied === undefined) return null;
  return { state: applied.state as ClusterFailureState, reason: reasonOf(applied, `"${name}"`) };
}
