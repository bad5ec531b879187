import { only } from "../definition/comparison.js";
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
  const isPart = (arg: string) => parts.some((part) => part.has(arg));
  return {
    ...verbs,
    check(scope, args) {
      const refusals = parts.flatMap((part) => part.refuse?.(scope, args) ?? []);
      return [...verbs.check(scope, args), ...refusals];
    },
    async create(scope, args) {
      const { id, state } = await verbs.create(scope, without(args, isPart));
      return { id, state: await applied(scope, parts, { id, now: state, args }) };
    },
    async read(scope, id, state, reading = {}) {
      const read = parts.filter((part) => part.read !== undefined);
      let now = await verbs.read(
        scope,
        id,
        without(state, (arg) => read.some((part) => part.has(arg))),
        reading,
      );
      for (const part of read) now = now && (await part.read?.(scope, id, now, state, reading));
      return now;
    },
    async update(scope, comparison) {
      const { id, state, args } = comparison;
      const rest = only(comparison, (arg) => !isPart(arg));
      const isChanged = parts.some((part) => part.isChanged(only(comparison, part.has)));
      const isRestSame = rest.changes.length === 0 && rest.removals.length === 0;
      const now = isChanged && isRestSame ? rest.state : await verbs.update(scope, rest);
      return applied(scope, parts, { id, now, args }, (part) => ({ before: state, own: only(comparison, part.has) }));
    },
  };
}

async function applied(
  scope: Scope,
  parts: readonly Part[],
  { id, now, args }: Pick<PartWork, "id" | "now" | "args">,
  updateOf?: (part: Part) => NonNullable<PartWork["update"]>,
): Promise<Values> {
  let state = now;
  for (const part of parts) {
    const keep = (done: Values) => {
      state = done;
    };
    try {
      state = await part.apply(scope, { id, now: state, args, keep, ...(updateOf && { update: updateOf(part) }) });
    } catch (error) {
      throw new PartialFailure(scope.label, { id, state }, part.step(updateOf === undefined), error);
    }
  }
  return state;
}

function without(values: Values, isPart: (arg: string) => boolean): Values {
  return mapMembers(values, (value, name) => (isPart(name) ? undefined : value));
}
