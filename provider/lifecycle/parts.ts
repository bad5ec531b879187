import { type Comparison, only } from "../definition/comparison.js";
import type { Part, PartWork, ResourceDefinition, Scope, Verbs } from "../definition/resourceDefinition.js";
import { mapMembers, type Values } from "../schema/json.js";
import { linkedPart } from "./linkedOutputs.js";
import { ownedPart } from "./ownedChildren.js";
import { PartialFailure } from "./partialFailure.js";

/**
 * The verbs of a kind with the parts of its resources. A create or an update runs the kind's own verb first, without the arguments of
 * parts, an update only if something else changes. Then each part is applied. A failure in between stores what was done until then: the
 * next update continues with the rest.
 */
export function withParts(definition: ResourceDefinition, verbs: Verbs): Verbs {
  const { owned, linked, parts: others = [] } = definition;
  const parts = [...(owned ? [ownedPart(definition, owned)] : []), ...others, ...(linked ? [linkedPart(linked)] : [])];
  if (parts.length === 0) return verbs;
  const argsOf = (some: readonly Part[]) => some.flatMap(({ args }) => args);
  const [all, readApart] = [argsOf(parts), argsOf(parts.filter(({ read }) => read !== undefined))];
  return {
    ...verbs,
    check(scope, args) {
      const refusals = parts.flatMap((part) => part.refuse?.(scope, args) ?? []);
      return [...verbs.check(scope, args), ...refusals];
    },
    async create(scope, args) {
      const { id, state: now } = await verbs.create(scope, without(args, all));
      return { id, state: await applied(scope, { id, now, args }, parts) };
    },
    async read(scope, id, state, reading = {}) {
      let now = await verbs.read(scope, id, without(state, readApart), reading);
      for (const { read } of parts) now = now && read ? await read(scope, id, now, state, reading) : now;
      return now;
    },
    async update(scope, comparison) {
      const { id, state: before, args } = comparison;
      const rest = only(comparison, (arg) => !all.includes(arg));
      const own = parts.map((part) => only(comparison, (arg) => part.args.includes(arg)));
      const isChanged = parts.some((part, index) => part.isChanged(own[index] as Comparison));
      const isRestSame = rest.changes.length === 0 && rest.removals.length === 0;
      const now = isChanged && isRestSame ? rest.state : await verbs.update(scope, rest);
      return applied(scope, { id, now, args }, parts, (index) => ({ before, own: own[index] as Comparison }));
    },
  };
}

async function applied(
  scope: Scope,
  { id, now, args }: Pick<PartWork, "id" | "now" | "args">,
  parts: readonly Part[],
  updateOf?: (index: number) => NonNullable<PartWork["update"]>,
): Promise<Values> {
  let state = now;
  const keep = (done: Values) => {
    state = done;
  };
  for (const [index, part] of parts.entries()) {
    try {
      state = await part.apply(scope, { id, now: state, args, keep, ...(updateOf && { update: updateOf(index) }) });
    } catch (error) {
      throw new PartialFailure(scope.label, { id, state }, part.step(updateOf === undefined), error);
    }
  }
  return state;
}

function without(values: Values, args: readonly string[]): Values {
  return args.length === 0 ? values : mapMembers(values, (value, name) => (args.includes(name) ? undefined : value));
}
