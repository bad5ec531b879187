import type { LinkedOutputs } from "../definition/parts.js";
import type { Part, Scope } from "../definition/resourceDefinition.js";
import { NotFoundError } from "../errors/index.js";
import { isServed, pathMembers } from "../platform/endpoint.js";
import { mapMembers, sameJson, type Values } from "../schema/json.js";
import { isSameId } from "../schema/normalForm.js";

/** Whether a call reads what belongs to one resource, or to all in its place: what others need, too. */
type Source = "alone" | "shared";

/** Outputs that the kind's own calls do not return. A write whose outputs cannot be read is completed by the next update. */
export function linkedPart(linked: LinkedOutputs): Part {
  const isKnown = (state: Values) => Object.keys(linked.outputs).some((name) => state[name] !== undefined);
  return {
    args: [],
    step: () => `reading its ${linked.noun}`,
    isChanged: () => false,
    async apply(scope, { id, now, update }) {
      // A clone or an adopted resource may have been updated, which has read them.
      if (update === undefined) return isKnown(now) ? now : linkedTo(scope, id, now, "alone");
      const { before } = update;
      const isSame = linked.follow.every((name) => sameJson(before[name], now[name]));
      return isSame && isKnown(before) ? having(linked, now, before) : linkedTo(scope, id, now, "alone");
    },
    async read(scope, id, now, known, reading) {
      if (reading.isAlone || reading.isElsewhere) return now;
      const request = { call: linked.api.list, members: now, purpose: purposeOf(linked, scope) };
      const isShared =
        linked.isExpected(now) && isKnownPlace(linked, now) && (await scope.platform.lists.isShared(request));
      return linkedTo(scope, id, now, isShared ? "shared" : "alone", known);
    },
  };
}

/**
 * The state of a resource with the outputs that its own calls do not return, as they are now.
 *
 * @param known Where their last values are, for a platform that does not have the call.
 */
export async function linkedTo(
  scope: Scope,
  id: string,
  state: Values,
  source: Source,
  known: Values = state,
): Promise<Values> {
  const { definition, platform, operation } = scope;
  const { linked } = definition;
  if (linked === undefined) return state;
  const { read, list } = linked.api;
  if (!linked.isExpected(state) || !isServed(read, platform.endpoints)) return having(linked, state, {});
  const purpose = purposeOf(linked, scope);
  const request =
    source === "shared" ? { call: list, members: state, purpose } : { call: read, members: { id }, purpose };
  try {
    const items = await platform.lists.all(request, { fresh: source === "alone", operation });
    const own = source === "alone" ? items : items.filter((item) => isSameId(item[linked.ownerMember], id));
    return having(linked, state, linked.from(own));
  } catch (error) {
    // The resource itself exists, so the platform does not have the call.
    if (!(error instanceof NotFoundError)) throw error;
    return having(linked, state, known);
  }
}

/** The state with these linked outputs, and no other ones. */
function having({ outputs }: LinkedOutputs, state: Values, linked: Values): Values {
  const isLinked = (name: string) => Object.hasOwn(outputs, name);
  return {
    ...mapMembers(state, (value, name) => (isLinked(name) ? undefined : value)),
    ...mapMembers(linked, (value, name) => (isLinked(name) ? value : undefined)),
  };
}

function isKnownPlace({ api }: LinkedOutputs, state: Values): boolean {
  return pathMembers(api.list).every((name) => typeof state[name] === "string");
}

function purposeOf({ noun }: LinkedOutputs, { label }: Scope): string {
  return `Reading the ${noun} of ${label}`;
}
