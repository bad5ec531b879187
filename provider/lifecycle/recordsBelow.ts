/**
 * Records that the platform keeps below a resource, each with an ID of its own, and that a program gives as a list: the deployment
 * restrictions of a service. The argument has a `key`, by which an item of the program is the same one as a record.
 *
 * - Who gives the list owns all of it: records that others have made below the resource are drift, and the next update deletes them.
 *   Where the argument is removed, those go that the state has. Without it, nothing is read or written.
 * - An update reads the list and sends a request for each record that differs. A create that may have arrived is settled by a list.
 */
import type { Call, Part } from "../definition/resourceDefinition.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { ConflictError } from "../errors/index.js";
import { grantPart } from "../gate/gate.js";
import { type Endpoint, extended, isServed } from "../platform/endpoint.js";
import { ifNotFound } from "../platform/responseErrors.js";
import { type ArrayField, itemsOf } from "../schema/field.js";
import { isAbsent, isObject, type Value, type Values, withMember } from "../schema/json.js";
import { keyOf, sameItem } from "../schema/normalForm.js";
import { differencesIn } from "../values/diff.js";
import { fromWire, toWire } from "../values/wire.js";
import { sendRequest } from "./send.js";

interface Below {
  /** The argument that has the list. */
  readonly arg: string;
  /** The segment of paths that follows that of the resource. */
  readonly segment: string;
  /** What one is called in messages. */
  readonly noun: string;
}

/** A record as the platform has it, in the form of the program. */
interface Found {
  readonly id: string;
  readonly item: Values;
}

/** The part of the kinds that have such records. */
export function recordsBelow({ arg, segment, noun }: Below): Part {
  const fieldOf = ({ definition }: Call) => definition.args[arg] as ArrayField;
  const itemsIn = (values: Values | undefined) =>
    Array.isArray(values?.[arg]) ? (values[arg] as Values[]) : undefined;
  const withItems = (state: Values, items: readonly Values[] | undefined) =>
    withMember(state, arg, items && [...items]);
  const callsOf = ({ definition }: Call) => {
    const { path } = definition.api.read as Endpoint;
    const all = `${path}/${segment}` as const;
    return {
      list: extended(`GET ${all}`),
      create: extended(`POST ${all}`),
      update: extended(`PUT ${all}/{recordId}`),
      delete: extended(`DELETE ${all}/{recordId}`),
    };
  };
  const listedIfServed = async (call: Call, id: string) => {
    if (!isServed(callsOf(call).list, call.platform.endpoints)) return undefined;
    // The resource itself exists: a platform that does not have the call says nothing.
    return listed(call, id).catch(ifNotFound(undefined));
  };
  const nameOf = (call: Call, item: Value) => `${noun} ${keyOf(item, itemsOf(fieldOf(call)).key as string)}`;
  const isSame = (call: Call, one: Values, other: Values) => {
    const { item } = fieldOf(call);
    return item.type === "object" && differencesIn(item, one, other).length === 0;
  };

  async function listed(call: Call, id: string): Promise<Found[]> {
    const { platform, operation, label } = call;
    const request = { endpoint: callsOf(call).list, members: { id }, purpose: `Listing the ${noun}s of ${label}` };
    const items = await platform.lists.all(request, { fresh: true, operation });
    return items.map((each) => ({
      id: String(each.id),
      item: fromWire(fieldOf(call).item, each, undefined, "absent") as Values,
    }));
  }

  function write(call: Call, id: string, item: Values, found?: Found) {
    const { create, update } = callsOf(call);
    return sendRequest(call, {
      endpoint: found === undefined ? create : update,
      members: { id, ...(found && { recordId: found.id }) },
      body: toWire(fieldOf(call).item, item) as Values,
      purpose: `${found === undefined ? "Creating" : "Updating"} the ${nameOf(call, item)} of ${call.label}`,
      spell: (name) => `${arg}.${name}`,
    });
  }

  async function create(call: Call, id: string, item: Values): Promise<void> {
    await call.platform.client.retry(call.operation, isWorthLooking, async () => {
      try {
        await write(call, id, item);
      } catch (error) {
        if (!(error instanceof ConflictError) && !isWorthLooking(error)) throw error;
        const found = matchOf(call, item, await listed(call, id));
        if (found === undefined) throw error;
        if (!isSame(call, item, found.item)) await write(call, id, item, found);
      }
    });
  }

  const matchOf = (call: Call, item: Values, all: readonly Found[]) =>
    all.find((each) => sameItem(fieldOf(call), item, each.item));

  async function remove(call: Call, id: string, found: Found): Promise<void> {
    const label = `${nameOf(call, found.item)} of ${call.label}`;
    const endpoint = callsOf(call).delete;
    const members = { id, recordId: found.id };
    const grant = await grantPart(call, endpoint, members, { kind: noun, id: found.id, label, isReplaced: false });
    if (grant === undefined) return;
    const request = { endpoint, grant, members, purpose: `Deleting the ${label}` };
    await sendRequest(call, request).catch(ifNotFound(undefined));
  }

  return {
    args: [arg],
    step: () => `writing its ${noun}s`,
    isChanged: ({ changes }) => changes.length > 0,
    async apply(call, { id, now, args, update, keep }) {
      const before = itemsIn(update?.own.state);
      const wanted = itemsIn(args);
      keep(withItems(now, before));
      if (update === undefined ? wanted === undefined : update.own.changes.length === 0) {
        return withItems(now, wanted === undefined ? undefined : (before ?? wanted));
      }
      const isNew = update === undefined && isAbsent(args.adoptId) && isAbsent(args.cloneFrom);
      const all = isNew ? [] : await listed(call, id);
      const kept = (wanted ?? []).map((item) => matchOf(call, item, all));
      const isMeant = ({ item }: Found) =>
        wanted !== undefined || before?.some((each) => sameItem(fieldOf(call), each, item));
      for (const each of all) if (!kept.includes(each) && isMeant(each)) await remove(call, id, each);
      for (const [index, item] of (wanted ?? []).entries()) {
        const found = kept[index];
        if (found === undefined) await create(call, id, item);
        else if (!isSame(call, item, found.item)) await write(call, id, item, found);
      }
      return withItems(now, wanted);
    },
    async read(call, id, now, known) {
      const last = itemsIn(known);
      if (last === undefined) return withItems(now, undefined);
      const found = await listedIfServed(call, id);
      if (found === undefined) return withItems(now, last);
      const order = (item: Values) => {
        const index = last.findIndex((each) => isObject(each) && sameItem(fieldOf(call), each, item));
        return index < 0 ? last.length : index;
      };
      return withItems(
        now,
        found.map(({ item }) => item).sort((one, other) => order(one) - order(other)),
      );
    },
    async own(call, id) {
      const found = (await listedIfServed(call, id)) ?? [];
      return found.length === 0 ? {} : { [arg]: found.map(({ item }) => item) };
    },
  };
}

function isWorthLooking(error: unknown): boolean {
  return error instanceof AppPlatformError && error.repeat === "afterLooking";
}
