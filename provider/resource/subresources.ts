import type {
  Call,
  LookupCall,
  Reading,
  ResourceDefinition,
  Subresource,
  SubresourceWork,
  Verbs,
} from "../definition/kind.js";
import type { LinkedOutputs } from "../definition/subresources.js";
import { NotFoundError } from "../errors/index.js";
import { isServed, pathMembers } from "../platform/endpoint.js";
import { isSameId } from "../schema/equality.js";
import { isAbsent, isObject, omit, pick, sameJson, type Value, type Values } from "../schema/json.js";
import { type Comparison, only, withPendingWrites } from "../values/compare.js";
import { childrenSubresource } from "./children.js";
import { create } from "./create.js";
import { deleteIfGranted } from "./delete.js";
import { PartialFailure } from "./partialFailure.js";
import { plan } from "./plan.js";
import { read } from "./read.js";
import { localOf, update } from "./update.js";

const defaultVerbs: Verbs = {
  check: () => [],
  plan,
  create,
  compareForm: async (_scope, _args, state) => ({ state, differences: [] }),
  read,
  confirmGone: async () => {},
  update,
  delete: deleteIfGranted,
};

/** The verbs of a kind: the defaults, with the overrides of its definition, extended by its subresources. */
export function verbsOf(definition: ResourceDefinition): Verbs {
  return withSubresources(definition, { ...defaultVerbs, ...definition.verbs });
}

export function kindsOf(definitionOf: (kind: string) => ResourceDefinition | undefined): Call["kindNamed"] {
  return (name) => {
    const definition = definitionOf(name);
    return definition && { definition, verbs: verbsOf(definition) };
  };
}

/**
 * The verbs, extended by subresources. Create and update first run the kind's own verb without the arguments of subresources (an update only
 * if something else changes), then apply each subresource. If one fails, what was done is stored, and the next update continues.
 */
export function withSubresources(definition: ResourceDefinition, verbs: Verbs): Verbs {
  const { owned, linked, subresources: others = [] } = definition;
  const subresources = [...(owned ? [childrenSubresource(owned)] : []), ...others, ...linked.map(linksSubresource)];
  if (subresources.length === 0) return verbs;
  const argsOf = (some: readonly Subresource[]) => some.flatMap(({ args }) => args);
  const [all, readSeparately] = [argsOf(subresources), argsOf(subresources.filter(({ read }) => read !== undefined))];
  /** Those of which a resource with any of these values has something. */
  const usedIn = (...any: Values[]) =>
    subresources.filter(({ args, isExpected }) =>
      any.some((values) => args.some((name) => !isEmpty(values[name])) || isExpected?.(values) === true),
    );
  return {
    ...verbs,
    async check(call, args, oldInputs) {
      return [
        ...(await verbs.check(call, args, oldInputs)),
        ...usedIn(args).flatMap((each) => each.refuse?.(call, args) ?? []),
      ];
    },
    async create(call, args) {
      for (const { prepare } of usedIn(args)) await prepare?.(call, args);
      const { id, state: now } = await verbs.create(call, omit(args, all));
      return { id, state: await applied(call, { id, now, args }, usedIn(now, args)) };
    },
    async read(call, id, state, reading = {}) {
      const own = (how: Reading) => verbs.read(call, id, omit(state, readSeparately), how);
      let now = await own(reading);
      if (reading.withoutSubresources) return now;
      try {
        for (const { read: readSubresource } of subresources)
          now = now && readSubresource ? await readSubresource(call, id, now, state, reading) : now;
        return now;
      } catch (error) {
        // An older list may show a resource that is gone by now, and its parts with it.
        if (!(error instanceof NotFoundError) || (await own({ ...reading, isFresh: true })) !== undefined) throw error;
        return undefined;
      }
    },
    async update(call, comparison) {
      const { id, state, args } = comparison;
      const used = usedIn(state, args);
      const changed = used.filter((each) => each.isChanged(updateOf(each, comparison).own, comparison));
      for (const { prepare } of changed) await prepare?.(call, args);
      const rest = used.length === 0 ? comparison : only(comparison, (arg) => !all.includes(arg));
      const isOnlySubresources =
        changed.length > 0 && [...rest.changes, ...rest.removals].every(({ arg }) => definition.args[arg]?.local);
      const now = isOnlySubresources ? { ...rest.state, ...localOf(definition, args) } : await verbs.update(call, rest);
      return applied(call, { id, now, args }, usedIn(state, now, args), comparison);
    },
  };
}

function isEmpty(value: Value | undefined): boolean {
  return isAbsent(value) || (isObject(value) && Object.keys(value).length === 0);
}

function updateOf({ args }: Subresource, whole: Comparison): NonNullable<SubresourceWork["update"]> {
  return { before: whole.state, own: only(whole, (arg) => args.includes(arg)), whole };
}

async function applied(
  call: Call,
  { id, now, args }: Pick<SubresourceWork, "id" | "now" | "args">,
  subresources: readonly Subresource[],
  comparison?: Comparison,
): Promise<Values> {
  let state = withPendingWrites(now, []);
  let pending: readonly string[] = [];
  const keep = (done: Values, pendingWrites = pending) => {
    state = done;
    pending = pendingWrites;
  };
  for (const [index, subresource] of subresources.entries()) {
    const update = comparison && updateOf(subresource, comparison);
    pending = update?.own.pendingWrites ?? [];
    try {
      state = await subresource.apply(call, { id, now: state, args, keep, ...(update && { update }) });
    } catch (error) {
      const left = subresources.slice(index + 1).map((each) => {
        const later = comparison && updateOf(each, comparison);
        pending = [...pending, ...(later?.own.pendingWrites ?? [])];
        return later && (each.untouched?.(later, state) ?? later.own.state);
      });
      const preserved = withPendingWrites(Object.assign({}, state, ...left), pending);
      throw new PartialFailure(call.label, { id, state: preserved }, subresource.step(update === undefined), error);
    }
  }
  return state;
}

/** Whether to read what belongs to one resource, perhaps just written, or to all in its parent, for those that need it at the same time. */
type Source = "written" | "alone" | "shared";

/** Outputs that the kind's own calls don't return. If they can't be read after a write, the next update reads them. */
export function linksSubresource(linked: LinkedOutputs): Subresource {
  const isKnown = (state: Values) => Object.keys(linked.outputs).some((name) => state[name] !== undefined);
  const isSame = (before: Values, now: Values) => sameJson(pick(before, linked.follow), pick(now, linked.follow));
  return {
    args: [],
    isExpected: (values) => isKnown(values) || linked.isExpected(values),
    step: () => `reading its ${linked.noun}`,
    isChanged: () => false,
    async apply(call, { id, now, update }) {
      // The update of a clone or an adopted resource has read them already.
      if (update === undefined) return isKnown(now) ? now : linkedTo(call, linked, id, now, "written");
      const { before } = update;
      const isLeft = isSame(before, now) && isKnown(before);
      return isLeft ? having(linked, now, before) : linkedTo(call, linked, id, now, "written");
    },
    untouched: ({ before }, now) => (isSame(before, now) ? having(linked, {}, before) : {}),
    async read(call, id, now, known, reading) {
      if (reading.isFresh || reading.isElsewhere) return now;
      const { shared, isFixed } = linked;
      if (isFixed && isKnown(known)) return having(linked, now, known);
      const isShared =
        shared !== undefined &&
        linked.isExpected(now) &&
        isKnownParent(shared, now) &&
        (await call.platform.lists.isShared({ endpoint: shared.list, members: now }));
      return linkedTo(call, linked, id, now, isShared ? "shared" : "alone", known);
    },
  };
}

/** The state of a resource with its current linked outputs, or the last known ones if the platform doesn't serve the call. */
export async function linkedTo(
  call: LookupCall,
  linked: LinkedOutputs,
  id: string,
  state: Values,
  source: Source,
  known: Values = state,
): Promise<Values> {
  const { platform } = call;
  if (!linked.isExpected(state) || !isServed(linked.read, platform.endpoints)) return having(linked, state, {});
  try {
    const purpose = `Reading the ${linked.noun} of ${call.label}`;
    const isSingle = linked.shared === undefined && { isSingle: true as const };
    const alone = { endpoint: linked.read, members: { ...state, id }, purpose, ...isSingle };
    const listed = await listedItems(linked, call, id, { members: state, purpose }, source);
    // What never changes may be in a list that this refresh has read, such as that of the variables.
    const fresh = linked.isFixed !== true || source === "written";
    const own = listed ?? (await platform.lists.all(alone, { fresh, operation: call.operation }));
    return having(linked, state, linked.from(own, id));
  } catch (error) {
    // The resource exists, so a 404 means that the platform doesn't serve the call.
    if (!(error instanceof NotFoundError)) throw error;
    return having(linked, state, known);
  }
}

/**
 * One resource's items in a list of its parent. Nothing if it should be read alone: no other resource needs the list now, or it
 * may not show a new resource yet.
 */
async function listedItems(
  { shared, isFixed }: LinkedOutputs,
  call: LookupCall,
  id: string,
  reading: { readonly members: Values; readonly purpose: string },
  source: Source,
): Promise<Values[] | undefined> {
  const { lists } = call.platform;
  if (shared === undefined || !isKnownParent(shared, reading.members)) return undefined;
  const request = { endpoint: shared.list, ...reading };
  const isAlone = source !== "shared";
  const since = isAlone ? await lists.gathered(request) : undefined;
  if (isAlone && since === undefined) return undefined;
  const items = await lists.all(request, { ...(since !== undefined && { since }), operation: call.operation });
  const own = items.filter((item) => isSameId(item[shared.ownerMember], id));
  return (isAlone || isFixed) && own.length === 0 ? undefined : own;
}

/** The state with these linked outputs instead of its own. */
function having({ outputs }: LinkedOutputs, state: Values, linked: Values): Values {
  const names = Object.keys(outputs);
  return { ...omit(state, names), ...pick(linked, names) };
}

function isKnownParent({ list }: NonNullable<LinkedOutputs["shared"]>, state: Values): boolean {
  return pathMembers(list).every((name) => typeof state[name] === "string");
}
