import type { Call, Document, LookupCall, LookupDefinition, ResourceDefinition } from "../definition/kind.js";
import { allOf, documentMember, pluralOf } from "../definition/names.js";
import { labelOf } from "../definition/references.js";
import { AppPlatformError, useExtended, withSettings } from "../errors/appPlatformError.js";
import { ImportNotPossibleError, InvalidArgumentError, LookupFailedError } from "../errors/index.js";
import { idInResponse, idKey, nameInResponse } from "../ownership/identity.js";
import { type Endpoint, isServed, pathMembers } from "../platform/endpoint.js";
import { limitedTo } from "../platform/platform.js";
import { ownSubresources } from "../resource/children.js";
import { specifiedArguments } from "../resource/importedArguments.js";
import { hasName, isReadable, listAll, readById } from "../resource/read.js";
import { oneOfTwo, requireServed, requireSpecified } from "../resource/send.js";
import { linkedTo } from "../resource/subresources.js";
import { clean, isAbsent, isObject, omit, UNKNOWN, type Value, type Values } from "../schema/json.js";
import { firstRevision } from "../values/revisions.js";
import { validate } from "../values/validate.js";
import { membersFromWire } from "../values/wire.js";
import { callOf, guarded, noteParent, type PlatformFor, type Setup, seenAt } from "./call.js";
import type { DocumentRequest, EngineRequest, LookupRequest, StoredResource } from "./request.js";
import { storedAfterWrite } from "./state.js";

/** What programs can look up: one, all, or a text of one. */
export function lookupsOf(definition: LookupDefinition, platformFor: PlatformFor) {
  const { kind } = definition;
  /** Runs a lookup. Advice of its errors names the places of the platform's settings. */
  const lookUp = async <T>(subject: string, request: LookupRequest, find: (call: LookupCall) => Promise<T>) => {
    const call = callOfLookup(definition, platformFor, `get${subject}`, request);
    try {
      return await find(call);
    } catch (error) {
      throw error instanceof AppPlatformError ? error.redacted(call.redact) : error;
    }
  };
  return {
    lookUpOne: (request: LookupRequest) => lookUp(kind, request, (call) => findOne(call, request.args)),
    lookUpAll: (request: LookupRequest) => lookUp(allOf(kind), request, (call) => findAll(call, request.args)),
    lookUpDocument: (request: DocumentRequest) =>
      lookUp(`${kind}${request.name}`, request, (call) => readDocument(call, request)),
  };
}

async function findAll(call: LookupCall, args: Values): Promise<Values[]> {
  const filters = Object.keys(call.definition.lookups.filters).filter((name) => !isAbsent(args[name]));
  const query = Object.fromEntries(filters.map((name) => [name, String(args[name])]));
  const found = await itemsOf(call, args, query);
  return Promise.all(found.map((item) => resultOf(call, item, args, "shared")));
}

/** The resource with the name or ID, or what the kind's own lookup finds. Throws if there is none, or if both are set. */
async function findOne(call: LookupCall, args: Values): Promise<Values> {
  const { definition, platform } = call;
  const { kind, lookups } = definition;
  if (lookups.own !== undefined) {
    const required = Object.keys(lookups.own.args).filter((name) => lookups.own?.args[name]?.required);
    requireSpecified(`get${kind}`, args, required);
    return clean(await lookups.own.find(call, args)) as Values;
  }
  const { id, name } = oneOfTwo(call, args, "id", "name");
  const { read } = definition.api;
  const refuse = (why: string, todo: string) => new LookupFailedError(`get${kind}`, why, todo);
  if (id !== undefined && isServed(read, platform.endpoints) && pathMembers(read).every((each) => each === "id")) {
    const item = await readById({ ...call, label: `${kind} ${id}` }, id, {}, read);
    if (item !== undefined) return resultOf(call, item, args, "alone");
    throw refuse(`there is no ${kind} with id ${id}`, "check the ID.");
  }
  const items = await itemsOf(call, args);
  const isIt = (item: Values) =>
    idKey(definition, idInResponse(definition, item) ?? "") === idKey(definition, id ?? "");
  const found = items.filter((item) => (id === undefined ? hasName(definition, item, name ?? "") : isIt(item)));
  if (found.length === 1) return resultOf(call, found[0] as Values, args, "shared");
  const parent = parentText(definition, args);
  if (found.length > 1) {
    const same = found.map((item) => idInResponse(definition, item)).join(", ");
    const text = `${parent ?? "the platform"} has several ${pluralOf(kind)} named "${name}": ${same}`;
    throw refuse(text, "set the ID instead of the name.");
  }
  const names = items.map((item) => nameInResponse(definition, item) ?? idInResponse(definition, item)).sort();
  const some =
    names.length === 0
      ? "none exists there"
      : `existing: ${names.slice(0, 20).join(", ")}${names.length > 20 ? ", …" : ""}`;
  const what = id !== undefined ? `with id ${id}` : `named "${name}"`;
  const text = `there is no ${kind} ${what}${inParent(parent)}; ${some}`;
  throw refuse(text, "check the name or ID, and where to look.");
}

/** An object with the text as its only member. */
async function readDocument(call: LookupCall, { args, name }: DocumentRequest): Promise<Values> {
  const { definition, platform, operation } = call;
  const { kind, lookups } = definition;
  const { read, mediaType } = lookups.documents[name] as Document;
  const label = `get${kind}${name}`;
  requireServed(label, read, platform.endpoints);
  requireSpecified(label, args, pathMembers(read));
  const purpose = `Reading the ${name.toLowerCase()} of ${kind} ${args[pathMembers(read).at(-1) ?? ""]}`;
  const text = await platform.client.send({ endpoint: read, members: args, purpose, mediaType }, operation);
  return { [documentMember(name)]: text };
}

async function itemsOf(
  call: LookupCall,
  args: Values,
  query: Readonly<Record<string, string>> = {},
): Promise<Values[]> {
  const { kind, api } = call.definition;
  if (!isServed(api.list, call.platform.endpoints)) {
    throw new LookupFailedError(`get${kind}`, "the platform's endpoints can't list this kind", useExtended);
  }
  const purpose = `Listing ${pluralOf(kind)}${inParent(parentText(call.definition, args))}`;
  return listAll(call, api.list, args, { purpose, query });
}

function callOfLookup(
  definition: LookupDefinition,
  platformFor: PlatformFor,
  name: string,
  request: LookupRequest,
): LookupCall {
  requireTypes(definition, name, request.args);
  const { connection } = request.args;
  // Lookups don't know what the program marks as secret, which may be the name of the connection.
  const redact = (text: string) => withSettings(text, () => own.settingWords);
  const origin = { name: () => name, connection: undefined, redact, warn: request.log.warn };
  const own = platformFor(typeof connection === "string" ? connection : undefined);
  const platform = limitedTo(own, { ...request, origin });
  return { definition, platform, redact, label: definition.kind, operation: platform.client.begin() };
}

/** Rejects values of the wrong type, which untyped programs may pass. Doesn't show secrets. */
function requireTypes({ api, lookups }: LookupDefinition, label: string, args: unknown): void {
  const refuse = (path: string, expected: string, value: unknown) => {
    const got = value === null ? "null" : Array.isArray(value) ? "an array" : `a value of type ${typeof value}`;
    return new InvalidArgumentError(label, { path, expected, got });
  };
  if (!isObject(args)) throw refuse("its argument", "must be an object", args);
  const calls = [api.list, ...Object.values(lookups.documents).map(({ read }) => read)];
  const others = Object.entries({ ...lookups.filters, ...lookups.own?.args });
  const own = others.flatMap(([name, { type }]) => (type === "string" ? [name] : []));
  const inPaths = calls.flatMap((each) => (each === undefined ? [] : pathMembers(each)));
  const texts = ["connection", "id", "name", ...inPaths, ...own];
  for (const name of texts) {
    if (!isAbsent(args[name]) && typeof args[name] !== "string") throw refuse(name, "must be a string", args[name]);
  }
  for (const [name, { type }] of Object.entries(lookups.filters)) {
    if (type === "boolean" && !["boolean", "undefined"].includes(typeof args[name])) {
      throw refuse(name, "must be a boolean", args[name]);
    }
  }
}

async function resultOf(call: LookupCall, item: Values, args: Values, reading: "alone" | "shared"): Promise<Values> {
  const { definition } = call;
  const { body, pathArgs, outputs, linked } = definition;
  const parent = Object.fromEntries(pathArgs.map((name) => [name, args[name]]));
  // Programs get results in plain text.
  const secretOutputs = Object.keys(outputs).filter((name) => outputs[name]?.secret);
  let found = omit(clean(membersFromWire(body, item, parent)) as Values, secretOutputs);
  const id = idInResponse(definition, item) as string;
  for (const each of linked) if (each.shared !== undefined) found = await linkedTo(call, each, id, found, reading);
  return { id, ...found };
}

/** Where a lookup looks, for messages; nothing if that's the whole platform. */
function parentText({ api }: LookupDefinition, args: Values): string | undefined {
  const names = api.list === undefined ? [] : pathMembers(api.list);
  const texts = names.map((name) => (name.endsWith("Id") ? `${name.slice(0, -2)} ${args[name]}` : String(args[name])));
  return texts.length === 0 ? undefined : texts.join(", ");
}

function inParent(parent: string | undefined): string {
  return parent === undefined ? "" : ` in ${parent}`;
}

export interface ImportedResource {
  /** Without its parent. */
  readonly id: string;
  readonly stored: StoredResource;
  /** The arguments that a user would write for it, without masked secrets. */
  readonly args: Values;
  /** The same, with masked secrets as unknown values. */
  readonly known: Values;
}

/**
 * An existing resource with the arguments that you would write for it; nothing if it doesn't exist. Throws if the platform's endpoints can't
 * read it, or not by this address.
 */
export function importResource(setup: Setup, request: EngineRequest): Promise<ImportedResource | undefined> {
  const address = request.id;
  const parent = parentIn(setup.definition, address);
  const id = address.split("/").at(-1) as string;
  const call = callOf(setup, parent, { ...request, id });
  return guarded(call, "Importing", async () => {
    requireReadable(call, address, id, parent);
    const now = await call.verbs.read(call, id, parent);
    if (now === undefined) return undefined;
    noteParent(call, now, id);
    const state = { ...now, ...(await ownSubresources(call, id, now)) };
    const masked: string[] = [];
    const known = specifiedArguments(call.definition, state).args;
    const args = withoutMasked(known, "", masked) as Values;
    if (masked.length > 0) {
      const list = masked.join(", ");
      call.log.warn(
        `${call.label}: the platform masks ${list}; add the value to your program before the next \`pulumi up\`, which sends it.`,
      );
    }
    // Pulumi imports resources that a program only reads again in each run: a new revision would deploy them each time.
    const written = { args, revision: firstRevision(id) };
    const stored = storedAfterWrite(call.definition, written, withoutMasked(state, "", []) as Values);
    return { id, args, known, stored: seenAt(call, stored) };
  });
}

/** The members of an import address: the parent, if it's a string, and the ID unless the parent identifies the resource. */
function addressMembers({ identity, pathArgs, args }: ResourceDefinition): readonly string[] {
  return identity === "place" ? pathArgs : [...pathArgs.filter((name) => args[name]?.type !== "record"), "id"];
}

/** The path parameters in an address. Leading ones may be omitted; the first one may contain slashes. */
function parentIn(definition: ResourceDefinition, address: string): Values {
  const segments = address.split("/");
  const [first, ...others] = addressMembers(definition);
  const specified = others.reverse().map((name) => [name, segments.pop()] as const);
  const all = [...specified, [first as string, segments.join("/")] as const];
  return Object.fromEntries(all.filter(([name, segment]) => name !== "id" && segment !== undefined && segment !== ""));
}

/** The form of an import address; nothing if the platform has no resource of the kind to import. */
export function importAddress(definition: ResourceDefinition): string | undefined {
  const { api, identity } = definition;
  const byId = api.read !== undefined && pathMembers(api.read).includes("id");
  if (!byId && api.list === undefined && identity !== "place") return undefined;
  return addressMembers(definition)
    .map((name) => `<${name}>`)
    .join("/");
}

/** Why nothing of this kind can be read, and what to do about it. */
export function whyUnreadable({ definition, platform }: Call): [why: string, todo: string] | undefined {
  if (importAddress(definition) === undefined) {
    return ["a resource of this kind can't be looked up", "declare it in the program, as a new resource."];
  }
  if (isReadable({ definition, platform })) return undefined;
  return ["the platform's endpoints can't read this kind", useExtended];
}

function requireReadable(call: Call, address: string, id: string, parent: Values): void {
  const { definition, platform } = call;
  const refuse = (as: string, why: string, todo: string) =>
    new ImportNotPossibleError(`${labelOf(definition, parent)} can't be imported${as}: ${why}.`, todo);
  const unreadable = whyUnreadable(call);
  if (unreadable !== undefined) throw refuse("", ...unreadable);
  const { read: alone, list } = definition.api;
  const read = (isServed(alone, platform.endpoints) ? alone : list) as Endpoint;
  const isMissing = id === "" || pathMembers(read).some((name) => name !== "id" && parent[name] === undefined);
  const isWrong = validate(definition, parent, "update").some(({ path }) => path in parent);
  if (!isMissing && !isWrong) return;
  const why = "the platform's endpoints can't find it by that";
  throw refuse(` as ${JSON.stringify(address)}`, why, `import it as \`${importAddress(definition)}\`.`);
}

/** The values without masked secrets, whose paths are added to `masked`. */
function withoutMasked(value: Value, path: string, masked: string[]): Value | undefined {
  if (value === UNKNOWN) {
    masked.push(path);
    return undefined;
  }
  if (Array.isArray(value)) {
    const items = value.map((item, index) => withoutMasked(item, `${path}[${index}]`, masked));
    return items.map((item) => (item === undefined ? {} : item));
  }
  if (!isObject(value)) return value;
  const preserved = Object.entries(value).flatMap(([name, inner]) => {
    const known = inner && withoutMasked(inner, path === "" ? name : `${path}.${name}`, masked);
    return known === undefined ? [] : [[name, known] as const];
  });
  // An object of nothing but masked secrets is omitted.
  return preserved.length === 0 && Object.keys(value).length > 0 ? undefined : Object.fromEntries(preserved);
}
