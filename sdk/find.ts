import * as pulumi from "@pulumi/pulumi";
import { nameInResponse } from "../provider/claims/identity.js";
import type { ResourceDefinition, Scope } from "../provider/definition/resourceDefinition.js";
import { LookupFailedError } from "../provider/errors/index.js";
import { defaultVerbs } from "../provider/lifecycle/defaultVerbs.js";
import { hasName, listAll, readById } from "../provider/lifecycle/read.js";
import { readConfiguration } from "../provider/platform/configuration.js";
import { isServed, pathMembers } from "../provider/platform/endpoint.js";
import { type Platform, platformOf } from "../provider/platform/platform.js";
import { definitions } from "../provider/resources/index.js";
import type { Values } from "../provider/schema/json.js";
import { isSameId } from "../provider/schema/normalForm.js";
import { membersFromWire } from "../provider/values/wire.js";
import { rememberAddress } from "./lookupAddresses.js";
import type { LookupArgs } from "./lookupArgs.js";
import { programPlatforms } from "./programPlatforms.js";

/** How long a list is cached, in milliseconds: long enough for most programs, short enough for one that runs for hours. */
const listLifetime = 1_000;

/** All resources of a kind in one place. */
export async function findAll(kind: string, args: LookupArgs): Promise<Values[]> {
  const scope = scopeOf(kind, args);
  const found = await itemsOf(scope, args);
  return found.map((item) => resultOf(scope.definition, item, args));
}

/** The resource of a kind with the given name or ID. */
export async function findOne(kind: string, args: LookupArgs): Promise<Values> {
  const scope = scopeOf(kind, args);
  const { definition, platform } = scope;
  const { id, name } = args;
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
    if (item !== undefined) return resultOf(definition, item, args);
    throw new LookupFailedError(`get${kind}`, `there is no ${kind} with id ${id}`, "check the ID.");
  }
  const items = await itemsOf(scope, args);
  const found = items.find((item) =>
    id !== undefined ? isSameId(item.id, id) : hasName(definition, item, name as string),
  );
  if (found !== undefined) return resultOf(definition, found, args);
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

async function itemsOf(scope: Scope, args: LookupArgs): Promise<Values[]> {
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
  return listAll(scope, api.list, args as Values, { purpose, query });
}

/** What a look-up operates on: the same as a verb of a resource. */
function scopeOf(kind: string, args: LookupArgs): Scope {
  const definition = definitions.find((each) => each.kind === kind);
  if (definition === undefined) throw new Error(`unknown kind ${kind}`);
  const platform = platformFor(args.connection);
  const verbs = { ...defaultVerbs, ...definition.verbs };
  return { definition, platform, verbs, label: kind, operation: platform.client.begin() };
}

function resultOf(definition: ResourceDefinition, item: Values, args: LookupArgs): Values {
  const place = Object.fromEntries(definition.pathArgs.map((name) => [name, args[name]])) as Values;
  return { id: item.id, ...membersFromWire(definition.body, item, place) };
}

function placeText({ api }: ResourceDefinition, args: LookupArgs): string {
  return pathMembers(api.list ?? api.create)
    .map((member) => `${member.replace(/Id$/, "")} ${String(args[member])}`)
    .join(", ");
}

function platformFor(connection: string | undefined): Platform {
  const stack = new pulumi.Config("app-platform");
  const configuration = readConfiguration((key) => stack.get(key.replace(/^app-platform:/, "")), connection);
  rememberAddress(connection, configuration.baseUrl.href);
  const key = JSON.stringify(configuration);
  const held = programPlatforms().get(key);
  if (held !== undefined) return held;
  const log = {
    warn: (text: string) => void pulumi.log.warn(text),
    info: (text: string) => void pulumi.log.info(text),
  };
  const platform = platformOf(configuration, log, { listLifetime });
  programPlatforms().set(key, platform);
  return platform;
}
