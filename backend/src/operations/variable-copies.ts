/** The variables of copies of services and environments. */
import { randomUUID } from "node:crypto";
import { builtInId, builtIns } from "../resources/built-in-variable.js";
import { variable } from "../resources/records/variable.js";
import type { Call } from "./call.js";
import { keepRecord, recordsIn } from "./records.js";
import { isReachedFrom } from "./secret-manager-accesses.js";
import { isVisibleFrom, parentOf, type Variable, variableWith } from "./visible-variables.js";

/** The ids of the copies of services and an environment, by the ids of the originals. */
export type Copies = ReadonlyMap<string, string>;

/** Built-in variables of what was copied are those of the copies. */
function builtInCopies(copies: Copies): Map<string, string> {
  return new Map(
    [...copies].flatMap(([from, to]) => builtIns.map((name) => [builtInId(from, name), builtInId(to, name)] as const)),
  );
}

/**
 * Gives copies the variables of their originals. Aliases and overrides of what was copied refer to the copy; those whose target
 * isn't visible to the copy are omitted, as are external secrets of another cluster.
 */
export function copyVariables(call: Call, copies: Copies): void {
  const { platform } = call;
  const targets = builtInCopies(copies);
  // What others refer to was created before them. An environment comes before its services, whose variables may refer to those of the environment.
  for (const [from, to] of copies) {
    for (const original of recordsIn(platform, variable, from)) {
      const targetId = newTarget(original, targets);
      const copy: Variable = {
        ...original,
        id: randomUUID(),
        parentId: to,
        createdAt: call.now,
        updatedAt: null,
        config: { ...original.config, targetId },
      };
      const target = targetId === null ? undefined : variableWith(platform, targetId);
      const parent = parentOf(platform, copy.config.scope, to);
      if (targetId !== null && (target === undefined || !isVisibleFrom(platform, target, parent))) continue;
      const { secret_manager_access_id: accessId } = copy.config;
      if (accessId !== undefined && !isReachedFrom(platform, parent, accessId)) continue;
      targets.set(original.id, keepRecord(platform, variable, copy).id);
    }
  }
}

function newTarget({ config: { targetId } }: Variable, targets: ReadonlyMap<string, string>): string | null {
  return targetId === null ? null : (targets.get(targetId) ?? targetId);
}
