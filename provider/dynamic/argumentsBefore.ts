import { sameJson, type Values } from "../schema/json.js";

/** Number of checks that are remembered. The engine diffs a resource right after its check. */
const rememberedChecks = 32;

/** The arguments before, which the engine passes to check, and to neither diff nor update. */
export function newArgumentsBefore() {
  let checks: readonly { readonly before: Values; readonly args: Values }[] = [];
  const planned = new Map<string, Values>();
  return {
    /** The arguments of a resource were checked: those that the engine has, and the new ones. */
    checked(before: Values, args: Values): void {
      checks = [{ before, args }, ...checks].slice(0, rememberedChecks);
    },
    /** Those that the engine had before these; nothing if these were not checked. */
    before: (args: Values) => checks.find((each) => sameJson(each.args, args))?.before,
    /** An update of the resource is planned. */
    planned(id: string, before: Values | undefined): void {
      if (before !== undefined) planned.set(id, before);
    },
    /** What the arguments were before the update that follows the plan. */
    plannedBefore: (id: string) => planned.get(id),
  };
}
