import { type Comparison, only } from "../definition/comparison.js";
import type { Call, Reading, ResourceDefinition, Subresource, SubresourceWork, Verbs } from "../definition/kind.js";
import type { LinkedOutputs } from "../definition/subresources.js";
import { NotFoundError } from "../errors/index.js";
import { isServed, pathMembers } from "../platform/endpoint.js";
import { isSameId } from "../schema/equality.js";
import { mapMembers, sameJson, type Values } from "../schema/json.js";
import { allOwned, childrenSubresource } from "./children.js";
import { PartialFailure } from "./partialFailure.js";
import { localOf } from "./update.js";

/**
 * The verbs of a kind, extended by its parts. Create and update first run the kind's own verb without the arguments of parts (an update
 * only if something else changes), then apply each part. If one fails, what was done is stored, and the next update continues.
 */
export function withSubresources(definition: ResourceDefinition, verbs: Verbs): Verbs {
  const { owned, linked, subresources: others = [] } = definition;
  const subresources = [
    ...(owned ? [childrenSubresource(definition, owned)] : []),
    ...others,
    ...(linked ? [linksSubresource(linked)] : []),
  ];
  if (subresources.length === 0) return verbs;
  const argsOf = (some: readonly Subresource[]) => some.flatMap(({ args }) => args);
  const [all, readSeparately] = [argsOf(subresources), argsOf(subresources.filter(({ read }) => read !== undefined))];
  return {
    ...verbs,
    check(call, args) {
      const refusals = subresources.flatMap((subresource) => subresource.refuse?.(call, args) ?? []);
      return [...verbs.check(call, args), ...refusals];
    },
    async create(call, args) {
      for (const { prepare } of subresources) await prepare?.(call, args);
      const { id, state: now } = await verbs.create(call, without(args, all));
      return { id, state: await applied(call, { id, now, args }, subresources) };
    },
    async read(call, id, state, reading = {}) {
      const own = (how: Reading) => verbs.read(call, id, without(state, readSeparately), how);
      let now = await own(reading);
      if (reading.withoutSubresources) return now;
      try {
        for (const { read } of subresources) now = now && read ? await read(call, id, now, state, reading) : now;
        return now;
      } catch (error) {
        // An older list may show a resource that is gone by now, and its parts with it.
        if (!(error instanceof NotFoundError) || (await own({ ...reading, isFresh: true })) !== undefined) throw error;
        return undefined;
      }
    },
    async update(call, comparison) {
      const { id, state: before, args } = comparison;
      const rest = only(comparison, (arg) => !all.includes(arg));
      const own = subresources.map((subresource) => only(comparison, (arg) => subresource.args.includes(arg)));
      const changed = subresources.filter((subresource, index) =>
        subresource.isChanged(own[index] as Comparison, comparison),
      );
      for (const { prepare } of changed) await prepare?.(call, args);
      const isRestSame = [...rest.changes, ...rest.removals].every(({ arg }) => definition.args[arg]?.local);
      const isOnlySubresources = changed.length > 0 && isRestSame;
      const now = isOnlySubresources ? { ...rest.state, ...localOf(definition, args) } : await verbs.update(call, rest);
      const whole = comparison;
      return applied(call, { id, now, args }, subresources, (index) => ({
        before,
        own: own[index] as Comparison,
        whole,
      }));
    },
  };
}

/** The state of a resource that is about to be adopted, with the members of named parts that the program sets. */
export async function withNamedSubresources(call: Call, id: string, state: Values, args: Values): Promise<Values> {
  let now = state;
  for (const { read } of call.definition.subresources ?? []) now = read ? await read(call, id, now, args, {}) : now;
  return now;
}

/** The members of named parts that the platform has of a resource, as arguments. Values of secrets are `UNKNOWN`. */
export async function ownSubresources(call: Call, id: string, values: Values): Promise<Values> {
  const found = [allOwned(call, id), ...(call.definition.subresources ?? []).map(({ own }) => own?.(call, id, values))];
  return Object.assign({}, ...(await Promise.all(found)));
}

async function applied(
  call: Call,
  { id, now, args }: Pick<SubresourceWork, "id" | "now" | "args">,
  subresources: readonly Subresource[],
  updateOf?: (index: number) => NonNullable<SubresourceWork["update"]>,
): Promise<Values> {
  let state = now;
  const keep = (done: Values) => {
    state = done;
  };
  for (const [index, subresource] of subresources.entries()) {
    try {
      state = await subresource.apply(call, {
        id,
        now: state,
        args,
        keep,
        ...(updateOf && { update: updateOf(index) }),
      });
    } catch (error) {
      const left = subresources.flatMap((each, at) => {
        const update = at > index ? updateOf?.(at) : undefined;
        return update === undefined ? [] : [each.untouched?.(update, state) ?? update.own.state];
      });
      const preserved = Object.assign({}, state, ...left);
      throw new PartialFailure(call.label, { id, state: preserved }, subresource.step(updateOf === undefined), error);
    }
  }
  return state;
}

function without(values: Values, args: readonly string[]): Values {
  return mapMembers(values, (value, name) => (args.includes(name) ? undefined : value));
}

/** Whether to read what belongs to one resource, or to all in its parent, for those that need it at the same time. */
type Source = "alone" | "shared";

/** Outputs that the kind's own calls don't return. If they can't be read after a write, the next update reads them. */
export function linksSubresource(linked: LinkedOutputs): Subresource {
  const isKnown = (state: Values) => Object.keys(linked.outputs).some((name) => state[name] !== undefined);
  const isSame = (before: Values, now: Values) => linked.follow.every((name) => sameJson(before[name], now[name]));
  return {
    args: [],
    step: () => `reading its ${linked.noun}`,
    isChanged: () => false,
    async apply(call, { id, now, update }) {
      // The update of a clone or an adopted resource has read them already.
      if (update === undefined) return isKnown(now) ? now : linkedTo(call, id, now, "alone");
      const { before } = update;
      return isSame(before, now) && isKnown(before) ? having(linked, now, before) : linkedTo(call, id, now, "alone");
    },
    untouched: ({ before }, now) => (isSame(before, now) ? having(linked, {}, before) : {}),
    async read(call, id, now, known, reading) {
      if (reading.isFresh || reading.isElsewhere) return now;
      const { shared } = linked;
      const isShared =
        shared !== undefined &&
        linked.isExpected(now) &&
        isKnownParent(shared, now) &&
        (await call.platform.lists.isShared({ endpoint: shared.list, members: now, purpose: purposeOf(linked, call) }));
      return linkedTo(call, id, now, isShared ? "shared" : "alone", known);
    },
  };
}

/**
 * The state of a resource with its current linked outputs.
 *
 * @param known Their last values, in case the platform doesn't serve the call.
 */
export async function linkedTo(
  call: Call,
  id: string,
  state: Values,
  source: Source,
  known: Values = state,
): Promise<Values> {
  const { definition, platform } = call;
  const { linked } = definition;
  if (linked === undefined) return state;
  if (!linked.isExpected(state) || !isServed(linked.read, platform.endpoints)) return having(linked, state, {});
  try {
    const own = (await listedItems(linked, call, id, state, source)) ?? (await ownItems(linked, call, id));
    return having(linked, state, linked.from(own));
  } catch (error) {
    // The resource exists, so a 404 means that the platform doesn't serve the call.
    if (!(error instanceof NotFoundError)) throw error;
    return having(linked, state, known);
  }
}

function ownItems(linked: LinkedOutputs, call: Call, id: string): Promise<Values[]> {
  const { read, shared } = linked;
  const request = { endpoint: read, members: { id }, purpose: purposeOf(linked, call) };
  const isSingle = shared === undefined && { isSingle: true as const };
  return call.platform.lists.all({ ...request, ...isSingle }, { fresh: true, operation: call.operation });
}

/**
 * One resource's items in a list of its parent. Nothing if it should be read alone: no other resource needs the list now, or it
 * may not show a new resource yet.
 */
async function listedItems(
  linked: LinkedOutputs,
  call: Call,
  id: string,
  state: Values,
  source: Source,
): Promise<Values[] | undefined> {
  const { shared } = linked;
  const { lists } = call.platform;
  if (shared === undefined || !isKnownParent(shared, state)) return undefined;
  const request = { endpoint: shared.list, members: state, purpose: purposeOf(linked, call) };
  const isAlone = source === "alone";
  const since = isAlone ? await lists.gathered(request) : undefined;
  if (isAlone && since === undefined) return undefined;
  const items = await lists.all(request, { ...(since !== undefined && { since }), operation: call.operation });
  const own = items.filter((item) => isSameId(item[shared.ownerMember], id));
  return isAlone && own.length === 0 ? undefined : own;
}

/** The state with these linked outputs instead of its own. */
function having({ outputs }: LinkedOutputs, state: Values, linked: Values): Values {
  const isLinked = (name: string) => Object.hasOwn(outputs, name);
  return {
    ...mapMembers(state, (value, name) => (isLinked(name) ? undefined : value)),
    ...mapMembers(linked, (value, name) => (isLinked(name) ? value : undefined)),
  };
}

function isKnownParent({ list }: NonNullable<LinkedOutputs["shared"]>, state: Values): boolean {
  return pathMembers(list).every((name) => typeof state[name] === "string");
}

function purposeOf({ noun }: LinkedOutputs, { label }: Call): string {
  return `Reading the ${noun} of ${label}`;
}
