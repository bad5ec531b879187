import type { Comparison } from "../../definition/comparison.js";
import type { Plan, PlanScope, Scope } from "../../definition/resourceDefinition.js";
import { EditNotPossibleError } from "../../errors/index.js";
import { plan } from "../../lifecycle/plan.js";

/** Arguments that the platform never changes. Replacing is not possible either, since the provider creates no clusters. */
const constant: readonly string[] = ["region", "cloudProvider"];

/** Rejects a new region or cloud provider. Otherwise, a cluster is updated like any other resource. */
export function planCluster(scope: PlanScope, comparison: Comparison): Plan {
  const planned = plan(scope, comparison);
  const refused = comparison.changes.filter(({ arg }) => constant.includes(arg));
  if (planned.replaces === undefined && refused.length > 0) {
    const texts = refused.map(({ text }) => text);
    throw new EditNotPossibleError(scope.label, texts, "the platform never changes these arguments.", [
      "undo the change",
      "to manage another cluster instead, change `clusterId`",
    ]);
  }
  return planned;
}

/** The provider does not create clusters, and therefore does not delete them. */
export async function leaveCluster({ log, label }: Scope, id: string): Promise<void> {
  log.warn(`${label} (id ${id}) stays on the platform unchanged: this provider never deletes a cluster.`);
}
