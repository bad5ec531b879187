import type { Call } from "../definition/kind.js";
import type { AppPlatformError } from "../errors/appPlatformError.js";
import { InvalidArgumentError } from "../errors/index.js";
import { deployable } from "../generated/deployable.js";
import { identityOf } from "../ownership/identity.js";
import { isSameId, normalId } from "../schema/equality.js";
import { wireName } from "../schema/field.js";
import { isAbsent, isObject, pick, show, UNKNOWN, type Value, type Values } from "../schema/json.js";
import { nearestName } from "../values/nearestName.js";
import { specifiedIn, suppliedVersions } from "../values/revisions.js";
import type { Issue } from "../values/validate.js";
import { EmptySelectionError } from "./errors.js";

export interface Selected {
  readonly list: string;
  readonly id: string;
  /** The item that is sent. */
  readonly item: Value;
  readonly specified: Value;
  readonly path: string;
  /** The item with its versions, if these aren't sent. */
  readonly withheld?: Value;
}

/** Members of an item that are always sent: all that aren't a version. */
const always = ["id", "application_id", "action"];

/** A selected service without its versions: the platform deploys its current ones. */
export function withoutVersions(selected: Selected): Selected {
  const { item } = selected;
  if (!isObject(item)) return selected;
  return { ...selected, item: pick(item, always), withheld: item };
}

/**
 * The selection, with versions for those services that the platform has rejected without them.
 *
 * @param details The violations in the platform's response, in the program's spelling.
 * @returns Nothing if no withheld version is missing.
 */
export function withDemanded(selection: readonly Selected[], details: readonly string[]): Selected[] | undefined {
  const isDemanded = ({ withheld, path }: Selected) =>
    withheld !== undefined && details.some((detail) => detail.startsWith(`${path}.`));
  if (!selection.some(isDemanded)) return undefined;
  return selection.map((each) => (isDemanded(each) ? inFull(each) : each));
}

/** A selected service with its versions, sent or not. */
export function inFull(selected: Selected): Selected {
  return { ...selected, item: selected.withheld ?? selected.item };
}

export function versionsIn({ item }: Selected): [name: string, version: Value][] {
  if (!isObject(item)) return [];
  return Object.entries(item).flatMap(([name, version = null]) => (always.includes(name) ? [] : [[name, version]]));
}

/** Versions in messages, by their names in the request. */
const versionNames: Readonly<Record<string, string>> = {
  image_tag: "image tag",
  git_commit_id: "commit",
  chart_version: "chart version",
  values_override_git_commit_id: "commit of the values",
};

/** `image tag 1.28` */
export function versionText(name: string, version: Value): string {
  return `${versionNames[name] ?? name} ${version === UNKNOWN ? "not known yet" : String(version)}`;
}

/** The versions of a selected service, in words. */
export function versionTextsOf(selected: Selected): string[] {
  return versionsIn(selected).map(([name, version]) => versionText(name, version));
}

/** Lists of the deploy request, which are also arguments that select services by ID. */
export const lists = ["applications", "databases", "containers", "jobs", "helms", "terraforms"] as const;

export function checkSelection(label: string, args: Values): AppPlatformError[] {
  const specified = ["services", ...lists].map((name) => args[name]);
  if (specified.includes(UNKNOWN)) return [];
  const isEmpty = specified.every((list) => isAbsent(list) || (Array.isArray(list) && list.length === 0));
  if (args.wholeEnvironment === true || args.wholeEnvironment === UNKNOWN) {
    const expected = "must be omitted if services are selected";
    return isEmpty ? [] : [new InvalidArgumentError(label, { path: "wholeEnvironment", expected, got: "true" })];
  }
  if (isEmpty) return [new EmptySelectionError(label)];
  const firsts = new Map<string, string>();
  const twice = selectionOf(args).flatMap(({ id, path }) => {
    const first = firsts.get(normalId(id));
    if (id === UNKNOWN || first === undefined) {
      firsts.set(normalId(id), path);
      return [];
    }
    return [{ path, expected: "must be selected only once", got: `the same service as ${first}` }];
  });
  return [...wrongServices(args.services), ...twice].map((issue) => new InvalidArgumentError(label, issue));
}

/** Services that can't be deployed, and versions that their kind doesn't have: neither would be sent. */
function wrongServices(services: Value | undefined): Issue[] {
  return (Array.isArray(services) ? services : []).flatMap((item, index): Issue[] => {
    if (!isObject(item) || typeof item.kind !== "string") return [];
    const path = `services[${index}]`;
    const versions = deployable.find(({ kind }) => kind === item.kind)?.deployedAs?.versions;
    if (versions === undefined) {
      const kinds = deployable.map(({ kind }) => kind).join(", ");
      return [{ path, expected: `must be one of ${kinds}`, got: item.kind }];
    }
    const { kind } = item;
    const names = Object.keys(versions);
    return Object.entries(specifiedIn(item)).flatMap(([name, value]) => {
      if (isAbsent(value) || (names.includes(name) && typeof value === "string" && value !== "")) return [];
      const at = `${path}.${name}`;
      const isNumber = typeof value === "number";
      const quote = isNumber ? { advice: `put it in quotes: \`${name}: "${value}"\`` } : {};
      if (names.includes(name)) {
        return [{ path: at, expected: "must be a non-empty string", got: show(value, false), ...quote }];
      }
      const near = nearestName(name, names);
      if (near !== undefined) return [{ path: at, expected: `isn't an argument; did you mean ${near}?` }];
      const known = ["service", ...names].join(", ");
      return [{ path: at, expected: `isn't an argument; the arguments for a ${kind} are ${known}` }];
    });
  });
}

/** All selected services. Skips malformed items, which validation reports. */
export function selectionOf(args: Values): Selected[] {
  const items = (name: string) => (Array.isArray(args[name]) ? args[name] : []);
  const byResource = items("services").flatMap((item, index) => {
    const kind = isObject(item) ? deployable.find((each) => each.kind === item.kind)?.deployedAs : undefined;
    if (!isObject(item) || kind === undefined || typeof item.id !== "string") return [];
    const versions = Object.keys(kind.versions).filter((name) => !isAbsent(item[name]));
    const entry =
      kind.idMember === undefined
        ? item.id
        : Object.fromEntries([[kind.idMember, item.id], ...versions.map((name) => [wireName(name, {}), item[name]])]);
    return [{ list: kind.list, id: item.id, item: entry as Value, specified: item, path: `services[${index}]` }];
  });
  const byId = lists.flatMap((list) =>
    items(list).flatMap((item, index) => {
      const id = isObject(item) ? (item.id ?? item.applicationId) : item;
      const entry = isObject(item)
        ? Object.fromEntries(Object.entries(item).map(([name, value]) => [wireName(name, {}), value]))
        : item;
      return typeof id === "string"
        ? [{ list, id, item: entry as Value, specified: item, path: `${list}[${index}]` }]
        : [];
    }),
  );
  return [...byResource, ...byId];
}

export function bodyOf(selection: readonly Selected[]): Values {
  const body: Record<string, Value[]> = {};
  for (const { list, item } of selection) {
    body[list] ??= [];
    body[list].push(item);
  }
  return body;
}

/** Converts a path in the request to one in the program: `containers[1].image_tag` may be `services[2].imageTag`. */
export function programPathIn(wirePath: string, selection: readonly Selected[]): string {
  const [, list, index, member = ""] = /^(\w+)\[(\d+)\](.*)$/.exec(wirePath) ?? [];
  const origin = selection.filter((each) => each.list === list)[Number(index)];
  return origin === undefined ? wirePath : `${origin.path}${programName(member)}`;
}

export function programName(wire: string): string {
  return wire.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Whether a service is built from git and selected without a version. */
export function needsCommit({ list, item }: Selected): boolean {
  const own = deployable.find(({ deployedAs }) => deployedAs?.list === list)?.deployedAs?.versions ?? {};
  const deciding = ["gitCommitId", ...suppliedVersions(own).map(([name]) => name)];
  const hasVersion = isObject(item) && deciding.some((name) => !isAbsent(item[wireName(name, {})]));
  return "gitCommitId" in own && !hasVersion;
}

interface NamedService {
  readonly id: string;
  readonly path: string;
  /** Its kind and name, if the program passes a resource. */
  readonly specified?: Value;
}

/** Rejects services in another environment than the resource, if this run has seen where they are. */
export function refuseOtherEnvironments(
  { run, label }: Pick<Call, "run" | "label">,
  { environmentId }: Values,
  services: readonly NamedService[],
): InvalidArgumentError[] {
  if (typeof environmentId !== "string" || environmentId === UNKNOWN) return [];
  return services.flatMap(({ id, path, specified }) => {
    const seen = environmentsOf(run, id, specified);
    if (seen.length === 0 || seen.some((each) => isSameId(each, environmentId))) return [];
    const expected = `must be a service of the environment ${environmentId}`;
    return [new InvalidArgumentError(label, { path, expected, got: `one of the environment ${seen.join(" or ")}` })];
  });
}

/** The environments in which a service may be: a new one has no ID yet, and others may have the same name. */
function environmentsOf(
  { ownership, deployments }: Call["run"],
  id: string,
  specified: Value = null,
): readonly string[] {
  if (id === UNKNOWN) {
    const { kind, name } = isObject(specified) ? specified : {};
    return typeof name === "string" && name !== UNKNOWN ? deployments.environmentsOf(`${String(kind)} ${name}`) : [];
  }
  const known = deployable.map((definition) => ownership.knownOf(identityOf(definition, id))?.environmentId);
  return [...known.filter((each) => typeof each === "string"), ...deployments.environmentsOf(id)];
}
