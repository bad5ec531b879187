import type { Call, Subresource } from "../../definition/kind.js";
import { grantSubresource } from "../../deletion/rules.js";
import { isWorthFinding } from "../../errors/appPlatformError.js";
import { ConflictError } from "../../errors/index.js";
import { type Endpoint, extended, isServed } from "../../platform/endpoint.js";
import { ifNotFound } from "../../platform/responseErrors.js";
import { requireMatch, sendRequest } from "../../resource/send.js";
import { idOf, sameItem } from "../../schema/equality.js";
import type { ArrayField } from "../../schema/field.js";
import { isAbsent, isObject, type Values, withMember } from "../../schema/json.js";
import { choice, object, optionalList, verbatim } from "../../schema/schemas.js";
import { differencesIn, withUnreadWrites } from "../../values/compare.js";
import { fromWire, toWire } from "../../values/wire.js";

const restriction = object("DeploymentRestriction", "A path in the repository.", {
  mode: choice("DeploymentRestrictionMode", ["MATCH", "EXCLUDE"]).meta({
    description:
      "Whether only commits that change the path deploy the service (`MATCH`), or all except those that change only the path (`EXCLUDE`).",
  }),
  type: choice("DeploymentRestrictionType", ["PATH"])
    .optional()
    .meta({ description: "Type of the `value`.", default: "PATH", whenOmitted: { isSent: true } }),
  value: verbatim.meta({ description: "Path in the repository, for example `src/`; unique in the list." }),
});

/** The paths of a repository whose changes deploy a service automatically (`restrictionsSubresource`). */
export const deploymentRestrictions = optionalList(restriction).meta({
  description:
    "Limits automatic deployments to certain paths of the git repository. If you set the list, restrictions that others have added are removed. If you omit it, they stay as they are.",
  extendedOnly: true,
  items: { key: "value", unique: ["value"] },
});

const arg = "deploymentRestrictions";
const noun = "deployment restriction";

/** A record on the platform, in the program's form. */
interface Found {
  readonly id: string;
  readonly item: Values;
}

/**
 * The restrictions of a service, which are records below it on the platform.
 *
 * - A program that sets the list manages all records: others are drift, and the next update deletes them. Removing the argument deletes
 *   those in the state. Without the argument, nothing is read or written.
 * - An update reads the list and sends one request for each difference. If a create may have arrived, a list shows it.
 */
export const restrictionsSubresource: Subresource = {
  args: [arg],
  step: () => `writing its ${noun}s`,
  isChanged: ({ changes }) => changes.length > 0,
  async apply(call, { id, now, args, update, keep }) {
    const before = itemsIn(update?.own.state);
    const desired = itemsIn(args);
    keep(withItems(now, before));
    if (update === undefined ? desired === undefined : update.own.changes.length === 0) {
      return withItems(now, desired === undefined ? undefined : (before ?? desired));
    }
    const isNew = update === undefined && isAbsent(args.adoptId) && isAbsent(args.cloneFrom);
    const all = isNew ? [] : await listed(call, id);
    const isIn = (items: readonly Values[] = [], item: Values) =>
      items.some((each) => sameItem(fieldOf(call), each, item));
    const removed = all.filter(({ item }) => !isIn(desired, item) && (desired !== undefined || isIn(before, item)));
    const either = [...(desired ?? []), ...(before ?? []).filter((item) => !isIn(desired, item))];
    const touched = () => keep(withItems(now, either), [arg]);
    const work = { call, id, touched };
    for (const each of removed) await remove(work, each);
    const stored: Values[] = [];
    for (const item of desired ?? []) {
      const found = matchOf(call, item, all);
      if (found !== undefined && isSame(call, item, found.item)) stored.push(item);
      else stored.push(await (found === undefined ? create(work, item) : write(work, item, found)));
    }
    return withItems(now, desired && stored);
  },
  async read(call, id, now, known) {
    const last = itemsIn(known);
    if (last === undefined) return withItems(now, undefined);
    const found = await listedIfServed(call, id);
    if (found === undefined) return withUnreadWrites(withItems(now, last), known, (path) => path === arg);
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
    return found.length === 0 ? {} : { deploymentRestrictions: found.map(({ item }) => item) };
  },
};

const fieldOf = ({ definition }: Call) => definition.args[arg] as ArrayField;
const itemsIn = (values: Values | undefined) => (Array.isArray(values?.[arg]) ? (values[arg] as Values[]) : undefined);
const withItems = (state: Values, items: readonly Values[] | undefined) => withMember(state, arg, items && [...items]);

const callsOf = ({ definition }: Call) => {
  const { path } = definition.api.read as Endpoint;
  const all = `${path}/deploymentRestriction` as const;
  return {
    list: extended(`GET ${all}`),
    create: extended(`POST ${all}`),
    update: extended(`PUT ${all}/{recordId}`),
    delete: extended(`DELETE ${all}/{recordId}`),
  };
};

const listedIfServed = async (call: Call, id: string) => {
  if (!isServed(callsOf(call).list, call.platform.endpoints)) return undefined;
  // The resource exists, so a 404 means that the platform doesn't serve the call.
  return listed(call, id).catch(ifNotFound(undefined));
};

const nameOf = ({ value }: Values) => `${noun} ${value}`;

const isSame = (call: Call, one: Values, other: Values) => {
  const { item } = fieldOf(call);
  return item.type === "object" && differencesIn(item, one, other).length === 0;
};

async function listed(call: Call, id: string): Promise<Found[]> {
  const { platform, operation, label } = call;
  const request = { endpoint: callsOf(call).list, members: { id }, purpose: `Listing the ${noun}s of ${label}` };
  const items = await platform.lists.all(request, { fresh: true, operation });
  for (const each of items) requireMatch(call, each, {}, [], request.purpose);
  return items.map((each) => ({
    id: idOf(each.id) as string,
    item: fromWire(fieldOf(call).item, each, undefined, "absent") as Values,
  }));
}

interface Work {
  readonly call: Call;
  readonly id: string;
  /** Records that the platform may have carried out a write. */
  readonly touched: () => void;
}

/** Creates or updates a record, and returns it as the platform has it. */
async function write({ call, id, touched }: Work, item: Values, found?: Found): Promise<Values> {
  const { create, update } = callsOf(call);
  const request = {
    endpoint: found === undefined ? create : update,
    members: { id, ...(found && { recordId: found.id }) },
    body: toWire(fieldOf(call).item, item) as Values,
    purpose: `${found === undefined ? "Creating" : "Updating"} the ${nameOf(item)} of ${call.label}`,
    format: (name: string) => `${arg}.${name}`,
  };
  const response = await sendRequest(call, request, touched);
  return fromWire(fieldOf(call).item, isObject(response) ? response : {}, item) as Values;
}

async function create(work: Work, item: Values): Promise<Values> {
  const { call, id } = work;
  return call.platform.client.retry(call.operation, isWorthFinding, async () => {
    try {
      return await write(work, item);
    } catch (error) {
      if (!(error instanceof ConflictError) && !isWorthFinding(error)) throw error;
      const found = matchOf(call, item, await listed(call, id));
      if (found === undefined) throw error;
      return isSame(call, item, found.item) ? item : await write(work, item, found);
    }
  });
}

const matchOf = (call: Call, item: Values, all: readonly Found[]) =>
  all.find((each) => sameItem(fieldOf(call), item, each.item));

async function remove({ call, id, touched }: Work, found: Found): Promise<void> {
  const label = `${nameOf(found.item)} of ${call.label}`;
  const endpoint = callsOf(call).delete;
  const members = { id, recordId: found.id };
  const grant = await grantSubresource(call, endpoint, members, { kind: noun, id: found.id, label, isReplaced: false });
  if (grant === undefined) return;
  const request = { endpoint, grant, members, purpose: `Deleting the ${label}` };
  await sendRequest(call, request, touched).catch(ifNotFound(undefined));
}
