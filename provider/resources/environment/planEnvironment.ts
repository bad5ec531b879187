import type { Comparison } from "../../definition/comparison.js";
import type { Plan, Scope } from "../../definition/resourceDefinition.js";
import { keptInside } from "../../gate/contents.js";
import { plan } from "../../lifecycle/plan.js";

/** Says what a replacement deletes with the environment: of other deletes, Pulumi tells providers nothing at preview. */
export async function planEnvironment(scope: Scope, comparison: Comparison): Promise<Plan> {
  const planned = plan(scope, comparison);
  if (planned.replaces === undefined) return planned;
  const { definition, platform, log, label } = scope;
  const { id, state } = comparison;
  // Where it cannot be read, the delete says so.
  const kept = await keptInside({ scope, definition, id, values: state }).catch(() => []);
  // What the run deletes itself, it plans later.
  const foreign = kept.filter(({ why }) => why === "foreign");
  if (foreign.length === 0) return planned;
  const verb = platform.onDelete === "everything" ? "also deletes" : "is refused because of";
  const count = `${foreign.length} ${foreign.length === 1 ? "resource" : "resources"}`;
  log.warn(
    `${label} (id ${id}): the deletion of the replaced one ${verb} ${count} that this stack does not manage: ${foreign.map((each) => each.label).join(", ")}.`,
  );
  return planned;
}
