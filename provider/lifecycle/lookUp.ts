import { nameInResponse } from "../claims/identity.js";
import type { ResourceDefinition, Scope } from "../definition/resourceDefinition.js";
import { InvalidArgumentError, LookupFailedError } from "../errors/index.js";
import { isServed, pathMembers } from "../platform/endpoint.js";
import { limitedTo } from "../platform/platform.js";
import { isAbsent, isObject, type Values } from "../schema/json.js";
import { isSameId } from "../schema/normalForm.js";
import { membersFromWire } from "../values/wire.js";
import type { Kind } from "./call.js";
import { linkedTo } from "./parts.js";
import { hasName, listAll, readById } from "./read.js";
import type { LookupRequest } from "./requests.js";

/** All resources of a kind in one place. */
export async function lookUpAll(of: Kind, request: LookupRequest): Promise<Values[]> {
  const scope = scopeOf(of, request, "s");
  const found = await itemsOf(scope, request.args);
  return Promise.all(found.map((item) => resultOf(scope, item, request.args, "shared")));
}

/** The resource of a kind with the given name or ID. */
export async function lookUpOne(of: Kind, request: LookupRequest): Promise<Values> {
  const scope = scopeOf(of, request);
  const { definition, platform } = scope;
  const { kind } = definition;
  const { args } = request;
  const [id, name] = [args.id ?? undefined, args.name ?? undefined] as [string | undefined, string | undefined];
  if ((id === undefined) === (name === undefined)) {
    throw new LookupFailedError(
      `get${kind}`,
      id === undefined ? "neither an id nor a name is given" : "both an id and a name are given",
      "give exactly one of them.",
    );
  }
  const { read } = definition.api;
  const isReadById = read !== undefined && pathMembers(read).every((member) => member === "id");
  if (id !== undefined && isReadById && isServed(read, platform.endpoints)) {
    const item = await readById({ ...scope, label: `${kind} ${id}` }, id, {}, read);
    if (item !== undefined) return resultOf(scope, item, args, "alone");
    throw new LookupFailedError(`get${kind}`, `there is no ${kind} with id ${id}`, "check the ID.");
  }
  const items = await itemsOf(scope, args);
  const found = items.find((item) =>
    id !== undefined ? isSameId(item.id, id) : hasName(definition, item, name ?? ""),
  );
  if (found !== undefined) return resultOf(scope, found, args, "shared");
  const names = items.map((item) => nameInResponse(definition, item) ?? String(item.id)).sort();
  const some =
    names.length === 0
      ? "none exists there"
      : `existing: ${names.slice(0, 20).join(", ")}${names.length > 20 ? ", …" : ""}`;
  const what = id !== undefined ? `with id ${id}` : `named "${name}"`;
  throw new LookupFailedError(
    `get${kind}`,
    `there is no ${kind} ${what} in ${placeText(definition, args)}; ${some}`,
    "check the name or ID, and where to look.",
  );
}

async function itemsOf(scope: Scope, args: Values): Promise<Values[]> {
  const { kind, listFilters, api } = scope.definition;
  if (!isServed(api.list, scope.platform.endpoints)) {
    throw new LookupFailedError(
      `get${kind}`,
      "the platform's endpoints cannot list this kind",
      "use the extended endpoints, if your platform serves them.",
    );
  }
  const filters = Object.keys(listFilters).filter((name) => args[name] !== undefined);
  const query = Object.fromEntries(filters.map((name) => [name, String(args[name])]));
  const purpose = `Listing ${kind}s in ${placeText(scope.definition, args)}`;
  return listAll(scope, api.list, args, { purpose, query });
}

/** What a lookup operates on: the same as a verb of a resource. */
function scopeOf({ definition, verbs, platformFor }: Kind, request: LookupRequest, plural = ""): Scope {
  const name = () => `get${definition.kind}${plural}`;
  requireTypes(definition, name(), request.args);
  const { connection } = request.args;
  // What the program marks as secret isn't known here: it may be the name of the connection.
  const hide = (text: string) => text;
  const origin = { name, connection: undefined, hide, warn: request.log.warn };
  const own = platformFor(typeof connection === "string" ? connection : undefined);
  const platform = limitedTo(own, { ...request, origin });
  const operation = platform.client.begin();
  return { definition, platform, log: request.log, hide, verbs, label: definition.kind, operation };
}

/** Whatever the language, a program may give values of other types than the signature has. Those of secrets are not shown. */
function requireTypes({ api, listFilters }: ResourceDefinition, label: string, args: unknown): void {
  const refuse = (path: string, expected: string, value: unknown) => {
    const got = value === null ? "null" : Array.isArray(value) ? "an array" : `a value of type ${typeof value}`;
    return new InvalidArgumentError(label, { path, expected, got });
  };
  if (!isObject(args)) throw refuse("its argument", "must be an object", args);
  const texts = ["connection", "id", "name", ...(api.list === undefined ? [] : pathMembers(api.list))];
  for (const name of texts) {
    if (!isAbsent(args[name]) && typeof args[name] !== "string") throw refuse(name, "must be a string", args[name]);
  }
  for (const [name, { type }] of Object.entries(listFilters)) {
    if (type === "boolean" && !["boolean", "undefined"].includes(typeof args[name])) {
      throw refuse(name, "must be a boolean", args[name]);
    }
  }
}

/** What was read alone or in a list is completed by the same way of reading. */
async function resultOf(scope: Scope, item: Values, args: Values, reading: "alone" | "shared"): Promise<Values> {
  const { body, pathArgs } = scope.definition;
  const place = Object.fromEntries(pathArgs.map((name) => [name, args[name]]));
  return { id: item.id, ...(await linkedTo(scope, String(item.id), membersFromWire(body, item, place), reading)) };
}

function placeText({ api }: ResourceDefinition, args: Values): string {
  return pathMembers(api.list ?? api.create)
    .map((member) => (member.endsWith("Id") ? `${member.slice(0, -2)} ${args[member]}` : String(args[member])))
    .join(", ");
}
