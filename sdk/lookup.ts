import * as pulumi from "@pulumi/pulumi";
import type { ResourceDefinition } from "../provider/definition/resourceDefinition.js";
import { AppPlatformError } from "../provider/errors/appPlatformError.js";
import { LookupFailedError, LookupNotPossibleError, NotFoundError } from "../provider/errors/index.js";
import { readConfiguration } from "../provider/platform/configuration.js";
import { type Endpoint, isServed, pathMembers } from "../provider/platform/endpoint.js";
import { type Platform, platformOf } from "../provider/platform/platform.js";
import { isObject, type Values } from "../provider/schema/json.js";
import type { Field } from "../provider/schema/view.js";
import { membersFromWire } from "../provider/schema/wire.js";
import { definitionOf } from "./kinds.js";

/** What a look-up is asked: where to look, and for one of them its name or id. */
export interface LookupArgs {
  readonly [argument: string]: unknown;
  readonly connection?: string | undefined;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
}

/** Platforms by their settings, shared by all look-ups of a program, so that they share requests. */
const platforms = new Map<string, Platform>();

/** How long a list counts as known, in milliseconds: long enough for one run of a program, not for the next one in the same process. */
const lifetime = 1_000;

function platformFor(connection: string | undefined): Platform {
  const stack = new pulumi.Config("app-platform");
  const configuration = readConfiguration((key) => stack.get(key.replace(/^app-platform:/, "")), connection);
  const key = JSON.stringify(configuration);
  const held = platforms.get(key);
  if (held !== undefined) return held;
  const log = {
    warn: (text: string) => void pulumi.log.warn(text),
    info: (text: string) => void pulumi.log.info(text),
  };
  const platform = platformOf(configuration, log, { listLifetime: lifetime });
  platforms.set(key, platform);
  return platform;
}

/** All resources of a kind in one place. */
export function lookUpAll<T>(kind: string, args: LookupArgs): Promise<T[]> {
  return readably(async () => {
    const definition = definitionOf(kind);
    const platform = platformFor(args.connection);
    const found = await listAll(definition, platform, args);
    return found.map((item) => resultOf(definition, item, args) as T);
  });
}

/** What fails in a program is shown with a stack trace, unless it is one of Pulumi's own run errors: ours say all in their words. */
async function readably<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppPlatformError)) throw error;
    throw Object.assign(new pulumi.RunError(error.message), { code: error.code, cause: error });
  }
}

/** The one resource of a kind with the given name or id. */
export function lookUpOne<T>(kind: string, args: LookupArgs): Promise<T> {
  return readably(() => findOne<T>(kind, args));
}

async function findOne<T>(kind: string, args: LookupArgs): Promise<T> {
  const definition = definitionOf(kind);
  const platform = platformFor(args.connection);
  const { id, name } = args;
  if ((id === undefined) === (name === undefined)) {
    throw new LookupFailedError(
      `get${kind}`,
      id === undefined ? "neither an id nor a name is given" : "both an id and a name are given",
      "give one of them.",
    );
  }
  const { read } = definition.api;
  const needed = read === undefined ? [] : pathMembers(read).filter((member) => member !== "id");
  if (id !== undefined && isServed(read, platform.endpoints) && needed.length === 0) {
    const item = await readOne(definition, platform, read, id);
    if (item !== undefined) return resultOf(definition, item, args) as T;
    throw new LookupFailedError(`get${kind}`, `there is no ${kind} with id ${id}`, "check the id.");
  }
  const items = await listAll(definition, platform, args);
  const wanted = (item: Values) =>
    id !== undefined ? item.id === id : typeof item.name === "string" && plain(item.name) === plain(name as string);
  const found = items.find(wanted);
  if (found !== undefined) return resultOf(definition, found, args) as T;
  const names = items.map((item) => String(item.name)).sort();
  const some =
    names.length === 0
      ? "there is none at all"
      : `there are ${names.slice(0, 20).join(", ")}${names.length > 20 ? ", …" : ""}`;
  const what = id !== undefined ? `with id ${id}` : `called "${name}"`;
  throw new LookupFailedError(
    `get${kind}`,
    `there is no ${kind} ${what} in ${placeText(definition, args)}; ${some}`,
    "check the name or id, and where to look.",
  );
}

/** The same for arguments that may be outputs. Secret where the result holds a secret. */
export function lookUpOutput<T>(
  kind: string,
  args: pulumi.Input<object>,
  look: (kind: string, args: LookupArgs) => Promise<T>,
): pulumi.Output<T> {
  const found = pulumi.output(args).apply((known) => look(kind, known as LookupArgs));
  return (holdsSecret(definitionOf(kind).body) ? pulumi.secret(found) : found) as pulumi.Output<T>;
}

async function listAll(definition: ResourceDefinition, platform: Platform, args: LookupArgs): Promise<Values[]> {
  const { kind, listFilters, api } = definition;
  const list = api.list;
  if (!isServed(list, platform.endpoints)) {
    throw new LookupFailedError(
      `get${kind}`,
      `the platform's endpoints have no list of this kind`,
      "use the extended endpoints, if your platform serves them.",
    );
  }
  const missing = pathMembers(list).filter((member) => typeof args[member] !== "string");
  if (missing.length > 0) throw new LookupNotPossibleError(kind, missing.join(", "));
  const filters = Object.keys(listFilters).filter((name) => args[name] !== undefined);
  const query = Object.fromEntries(filters.map((name) => [name, String(args[name])]));
  return platform.lists.all({
    call: list,
    members: args,
    query,
    purpose: `Listing ${kind}s of ${placeText(definition, args)}`,
  });
}

async function readOne(
  definition: ResourceDefinition,
  platform: Platform,
  call: Endpoint,
  id: string,
): Promise<Values | undefined> {
  try {
    const answer = await platform.client.send({
      call,
      members: { id },
      purpose: `Looking up ${definition.kind} ${id}`,
    });
    return isObject(answer) ? answer : undefined;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
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

function plain(name: string): string {
  return name.trim().toLowerCase();
}

function holdsSecret(field: Field): boolean {
  if (field.secret || field.secretWhen !== undefined) return true;
  if (field.type === "list") return holdsSecret(field.item);
  return field.type === "object" && Object.values(field.members).some(holdsSecret);
}
