import type { Call, Document, ResourceDefinition } from "../definition/kind.js";
import { allOf, documentMember, pluralOf } from "../definition/names.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { InvalidArgumentError, LookupFailedError } from "../errors/index.js";
import { useExtended, withSettings } from "../errors/settingText.js";
import { nameInResponse } from "../ownership/identity.js";
import { isServed, pathMembers } from "../platform/endpoint.js";
import { limitedTo } from "../platform/platform.js";
import { hasName, listAll, readById } from "../resource/read.js";
import { linkedTo } from "../resource/subresources.js";
import { idOf, isSameId } from "../schema/equality.js";
import { clean, isAbsent, isObject, type Values } from "../schema/json.js";
import { membersFromWire } from "../values/wire.js";
import type { Setup } from "./call.js";
import type { DocumentRequest, LookupRequest } from "./request.js";

export async function lookUpAll(setup: Setup, request: LookupRequest): Promise<Values[]> {
  const call = callOfLookup(setup, request, allOf(setup.definition.kind));
  return explained(call, async () => {
    const found = await itemsOf(call, request.args);
    return Promise.all(found.map((item) => resultOf(call, item, request.args, "shared")));
  });
}

/** Runs a lookup. Advice of its errors names the places of the platform's settings. */
async function explained<T>({ redact }: Call, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppPlatformError ? error.redacted(redact) : error;
  }
}

/**
 * The resource with the name or ID, or what the kind's own lookup finds.
 *
 * @throws LookupFailedError if there is none, or if not exactly one of `id` and `name` is set.
 */
export async function lookUpOne(setup: Setup, request: LookupRequest): Promise<Values> {
  const call = callOfLookup(setup, request);
  return explained(call, () => findOne(call, request));
}

async function findOne(call: Call, request: LookupRequest): Promise<Values> {
  const { definition, platform } = call;
  const { kind, lookups } = definition;
  const { args } = request;
  if (lookups.own !== undefined) return clean(await lookups.own.find(call, args)) as Values;
  const [id, name] = [args.id ?? undefined, args.name ?? undefined] as [string | undefined, string | undefined];
  if ((id === undefined) === (name === undefined)) {
    throw new LookupFailedError(
      `get${kind}`,
      id === undefined ? "neither an id nor a name is set" : "both an id and a name are set",
      "set exactly one of them.",
    );
  }
  const { read } = definition.api;
  const isReadById = read !== undefined && pathMembers(read).every((member) => member === "id");
  if (id !== undefined && isReadById && isServed(read, platform.endpoints)) {
    const item = await readById({ ...call, label: `${kind} ${id}` }, id, {}, read);
    if (item !== undefined) return resultOf(call, item, args, "alone");
    throw new LookupFailedError(`get${kind}`, `there is no ${kind} with id ${id}`, "check the ID.");
  }
  const items = await itemsOf(call, args);
  const found = items.filter((item) =>
    id !== undefined ? isSameId(item.id, id) : hasName(definition, item, name ?? ""),
  );
  if (found.length === 1) return resultOf(call, found[0] as Values, args, "shared");
  if (found.length > 1) {
    const same = found.map((item) => idOf(item.id)).join(", ");
    const text = `${parentText(definition, args)} has several ${pluralOf(kind)} named "${name}": ${same}`;
    throw new LookupFailedError(`get${kind}`, text, "set the ID instead of the name.");
  }
  const names = items.map((item) => nameInResponse(definition, item) ?? idOf(item.id)).sort();
  const some =
    names.length === 0
      ? "none exists there"
      : `existing: ${names.slice(0, 20).join(", ")}${names.length > 20 ? ", …" : ""}`;
  const what = id !== undefined ? `with id ${id}` : `named "${name}"`;
  throw new LookupFailedError(
    `get${kind}`,
    `there is no ${kind} ${what} in ${parentText(definition, args)}; ${some}`,
    "check the name or ID, and where to look.",
  );
}

/** An object with the text as its only member. */
export async function lookUpDocument(setup: Setup, request: DocumentRequest): Promise<Values> {
  const call = callOfLookup(setup, request, `${setup.definition.kind}${request.name}`);
  return explained(call, () => readDocument(call, request));
}

async function readDocument(call: Call, { args, name }: DocumentRequest): Promise<Values> {
  const { definition, platform, operation } = call;
  const { kind, lookups } = definition;
  const { read, mediaType } = lookups.documents[name] as Document;
  const why = (text: string, todo: string) => new LookupFailedError(`get${kind}${name}`, text, todo);
  if (!isServed(read, platform.endpoints)) throw why("the platform's endpoints can't return it", useExtended);
  const missing = pathMembers(read).find((member) => typeof args[member] !== "string" || args[member] === "");
  if (missing !== undefined) throw why(`${missing} isn't set`, `set ${missing}.`);
  const text = await platform.client.send(
    {
      endpoint: read,
      members: args,
      purpose: `Reading the ${name.toLowerCase()} of ${kind} ${args[pathMembers(read).at(-1) ?? ""]}`,
      mediaType,
    },
    operation,
  );
  return { [documentMember(name)]: text };
}

async function itemsOf(call: Call, args: Values): Promise<Values[]> {
  const { kind, lookups, api } = call.definition;
  if (!isServed(api.list, call.platform.endpoints)) {
    throw new LookupFailedError(`get${kind}`, "the platform's endpoints can't list this kind", useExtended);
  }
  const filters = Object.keys(lookups.filters).filter((name) => args[name] !== undefined);
  const query = Object.fromEntries(filters.map((name) => [name, String(args[name])]));
  const purpose = `Listing ${pluralOf(kind)} in ${parentText(call.definition, args)}`;
  return listAll(call, api.list, args, { purpose, query });
}

/** The call of a lookup, with the same members as that of a resource. */
function callOfLookup(
  { definition, verbs, platformFor, run, kindNamed }: Setup,
  request: LookupRequest,
  subject = definition.kind,
): Call {
  const name = () => `get${subject}`;
  requireTypes(definition, name(), request.args);
  const { connection } = request.args;
  // Lookups don't know what the program marks as secret, which may be the name of the connection.
  const redact = (text: string) => withSettings(text, () => own.settingWords);
  const origin = { name, connection: undefined, redact, warn: request.log.warn };
  const own = platformFor(typeof connection === "string" ? connection : undefined);
  const platform = limitedTo(own, { ...request, origin });
  const operation = platform.client.begin();
  return { definition, platform, run, log: request.log, redact, verbs, kindNamed, label: definition.kind, operation };
}

/** Rejects values of the wrong type, which untyped programs may pass. Doesn't show secrets. */
function requireTypes({ api, lookups }: ResourceDefinition, label: string, args: unknown): void {
  const refuse = (path: string, expected: string, value: unknown) => {
    const got = value === null ? "null" : Array.isArray(value) ? "an array" : `a value of type ${typeof value}`;
    return new InvalidArgumentError(label, { path, expected, got });
  };
  if (!isObject(args)) throw refuse("its argument", "must be an object", args);
  const calls = [api.list, ...Object.values(lookups.documents).map(({ read }) => read)];
  const texts = ["connection", "id", "name", ...calls.flatMap((each) => (each === undefined ? [] : pathMembers(each)))];
  for (const name of texts) {
    if (!isAbsent(args[name]) && typeof args[name] !== "string") throw refuse(name, "must be a string", args[name]);
  }
  for (const [name, { type }] of Object.entries(lookups.filters)) {
    if (type === "boolean" && !["boolean", "undefined"].includes(typeof args[name])) {
      throw refuse(name, "must be a boolean", args[name]);
    }
  }
}

async function resultOf(call: Call, item: Values, args: Values, reading: "alone" | "shared"): Promise<Values> {
  const { body, pathArgs, linked } = call.definition;
  const parent = Object.fromEntries(pathArgs.map((name) => [name, args[name]]));
  const found = clean(membersFromWire(body, item, parent)) as Values;
  const isCompleted = linked?.shared !== undefined;
  const id = idOf(item.id) as string;
  return { id, ...(isCompleted ? await linkedTo(call, id, found, reading) : found) };
}

function parentText({ api }: ResourceDefinition, args: Values): string {
  return pathMembers(api.list ?? api.create)
    .map((member) => (member.endsWith("Id") ? `${member.slice(0, -2)} ${args[member]}` : String(args[member])))
    .join(", ");
}
