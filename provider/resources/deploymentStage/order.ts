/** The order of the stages of an environment, as far as programs say it by `after`. */
import type { StackResource } from "../../claims/holders.js";
import type { Comparison } from "../../definition/comparison.js";
import type { Plan, PlanScope, Scope } from "../../definition/resourceDefinition.js";
import { InvalidArgumentError } from "../../errors/index.js";
import { plan } from "../../lifecycle/plan.js";
import type { Lists } from "../../platform/listCache.js";
import type { Value } from "../../schema/json.js";
import { normalId } from "../../schema/normalForm.js";
import { show } from "../../schema/show.js";
import { UNKNOWN } from "../../schema/unknown.js";

/** What this run has seen of the order: by stage, the one before it, or nothing. By platform. */
const seen = new WeakMap<Lists, Map<string, string | undefined>>();

function seenBy(lists: Lists): Map<string, string | undefined> {
  const known = seen.get(lists) ?? new Map<string, string | undefined>();
  seen.set(lists, known);
  return known;
}

/** The program says which stage is before this one, or that none is. */
export function noteOrder({ platform }: Pick<Scope, "platform">, id: string, after: Value | undefined): void {
  const isKnown = typeof after === "string" && after !== UNKNOWN;
  seenBy(platform.lists).set(normalId(id), isKnown ? normalId(after) : undefined);
}

/** Whether the program has this stage, as far as this run has seen. */
export function isSeen(lists: Lists, id: string): boolean {
  return seenBy(lists).has(normalId(id));
}

/** Plans as every kind does, and refuses a stage that would have to be behind itself. */
export function planStage(scope: PlanScope, comparison: Comparison): Plan {
  const { id, args } = comparison;
  noteOrder(scope, id, args.after);
  const known = seenBy(scope.platform.lists);
  const own = normalId(id);
  const visited = new Set<string>();
  for (let at = known.get(own); at !== undefined && !visited.has(at); at = known.get(at)) {
    visited.add(at);
    if (at !== own) continue;
    const expected =
      "must not lead back to this stage: by `after`, each stage of a circle would be deployed before itself";
    throw new InvalidArgumentError(scope.label, { path: "after", expected, got: show(args.after, false) });
  }
  return plan(scope, comparison);
}

/** The stages of the stack that are deployed right after this one, as its program says: what this run has seen, and else the state. */
export async function followersOf(scope: Scope, id: string): Promise<readonly string[]> {
  const { definition, platform, urn } = scope;
  const known = seenBy(platform.lists);
  const own = normalId(id);
  const isFollower = ({ kind, values: { after } }: StackResource) =>
    kind === definition.kind && typeof after === "string" && normalId(after) === own;
  const inState = await platform.holders.matching(urn, isFollower).catch((error: Error) => {
    scope.log.warn(
      `${scope.label} was moved, and the stages that follow it were not checked: ${error.message}. Run \`pulumi refresh\` and \`pulumi up\`.`,
    );
    return [];
  });
  const stored = inState.map((each) => normalId(each.id));
  const told = [...known].flatMap(([stage, after]) => (after === own ? [stage] : []));
  return [...new Set([...stored.filter((each) => !known.has(each)), ...told])];
}
