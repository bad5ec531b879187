import type * as pulumi from "@pulumi/pulumi";
import type { PlanScope } from "../../definition/resourceDefinition.js";
import { plan } from "../../lifecycle/plan.js";
import { isObject, type Values } from "../../schema/json.js";
import { sameSelection } from "../../schema/serviceSelection.js";
import { UNKNOWN } from "../../schema/unknown.js";
import { labelOfSelected } from "../deployment/serviceLabels.js";
import { recordedRollout } from "./rollout.js";

/** Plans as every kind does, and a deployment where the last one is not known to have succeeded. Says what causes it. */
export function planDeployment(scope: PlanScope, id: string, state: Values, args: Values): pulumi.dynamic.DiffResult {
  const { platform, label } = scope;
  const planned = plan(scope, id, state, args);
  if (planned.replaces !== undefined) return planned;
  const causes = planned.changes === false ? [] : changedServices(args, state);
  if (causes.length > 0) platform.info(`${label} deploys again: ${causes.join(", ")}.`);
  const unsuccessful = causes.length > 0 ? undefined : whyAgain(state);
  if (unsuccessful === undefined) return planned;
  platform.info(`${label} ${unsuccessful}.`);
  return planned.changes === false ? { changes: true } : planned;
}

function whyAgain(state: Values): string | undefined {
  const { outcome, failures = [] } = recordedRollout(state) ?? {};
  if (outcome === "unfinished") return "continues to wait for its last deployment, which was not finished";
  if (outcome !== "failed") return undefined;
  // A service that was deployed may have been changed since: what it is now says why, not how its deployment ended.
  if (failures.length > 0) return `deploys again, since ${failures.join(", ")}`;
  return "deploys again, since its last deployment did not succeed";
}

/** The selected services that differ from the state, or may, each with what is different. */
function changedServices(args: Values, state: Values): string[] {
  const before = servicesIn(state);
  const now = servicesIn(args);
  const changed = now.flatMap((service) => {
    const match = before.find(({ id }) => id === service.id);
    if (match === undefined) return [`${labelOfSelected(service)} is new`];
    const isUnknown = Object.values(service).includes(UNKNOWN);
    return isUnknown || !sameSelection(service, match) ? [`${labelOfSelected(service)} changes`] : [];
  });
  const isRemoved = ({ id }: Values) => !now.some((each) => each.id === id || each.id === UNKNOWN);
  return [...changed, ...before.filter(isRemoved).map((service) => `${labelOfSelected(service)} is removed`)];
}

function servicesIn({ services }: Values): Values[] {
  return Array.isArray(services) ? services.filter(isObject) : [];
}
