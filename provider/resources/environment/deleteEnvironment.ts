import type { Comparison } from "../../definition/comparison.js";
import type { Plan, Scope } from "../../definition/resourceDefinition.js";
import { NotEmptyError, NotFoundError } from "../../errors/index.js";
import { removeAfter } from "../../lifecycle/delete.js";
import { plan } from "../../lifecycle/plan.js";
import { servicesOfOthers } from "./services.js";

/** Deletes the environment, unless that would delete services that the stack does not manage and the settings do not allow it. */
export const deleteEnvironment = removeAfter(async (scope, id) => {
  const lost = await lostWith(scope, id);
  if (lost.length === 0) return;
  if (scope.platform.onDelete !== "everything") throw new NotEmptyError(scope.label, id, lost);
  scope.log.warn(`${scope.label} (id ${id}): ${withIt("its deletion also deletes", lost)}.`);
});

/** Says what a replacement deletes with the environment: of other deletes, Pulumi tells providers nothing at preview. */
export async function planEnvironment(scope: Scope, comparison: Comparison): Promise<Plan> {
  const planned = plan(scope, comparison);
  if (planned.replaces === undefined) return planned;
  // Where it cannot be read, the delete says so.
  const lost = await lostWith(scope, comparison.id).catch(() => []);
  if (lost.length === 0) return planned;
  const verb = scope.platform.onDelete === "everything" ? "also deletes" : "is refused because of";
  scope.log.warn(`${scope.label} (id ${comparison.id}): ${withIt(`the deletion of the replaced one ${verb}`, lost)}.`);
  return planned;
}

function withIt(what: string, lost: readonly string[]): string {
  return `${what} ${lost.length} ${lost.length === 1 ? "service" : "services"} that this stack does not manage: ${lost.join(", ")}`;
}

async function lostWith(scope: Scope, id: string): Promise<string[]> {
  try {
    return await servicesOfOthers(scope, id);
  } catch (error) {
    // The delete finds out what a 404 means.
    if (error instanceof NotFoundError) return [];
    throw error;
  }
}
