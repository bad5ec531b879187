import type { Call, ResourceDefinition } from "../definition/kind.js";
import { labelOf } from "../definition/references.js";
import { ImportNotPossibleError } from "../errors/index.js";
import { useExtended } from "../errors/settingText.js";
import { type Endpoint, isServed, pathMembers } from "../platform/endpoint.js";
import { ownSubresources } from "../resource/children.js";
import { specifiedArguments } from "../resource/importedArguments.js";
import { isReadable } from "../resource/read.js";
import { isObject, UNKNOWN, type Value, type Values } from "../schema/json.js";
import { firstRevision } from "../values/revisions.js";
import { validate } from "../values/validate.js";
import { callOf, guarded, noteParent, type Setup, seenAt } from "./call.js";
import type { EngineRequest, StoredResource } from "./request.js";
import { storedAfterWrite } from "./state.js";

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
 * An existing resource with the arguments that you would write for it; nothing if it doesn't exist.
 *
 * @throws ImportNotPossibleError if the platform's endpoints can't read it, or not by this address.
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
    return {
      id,
      args,
      known,
      stored: seenAt(call, storedAfterWrite(call.definition, written, withoutMasked(state, "", []) as Values)),
    };
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
    return ["a resource of this kind exists only in your stack", "declare it in the program, as a new resource."];
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
