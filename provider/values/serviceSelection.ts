import { createHash } from "node:crypto";
import { isAbsent, isObject, sameJson, UNKNOWN } from "../schema/json.js";
import { MANAGED, revisionIn } from "./hints.js";

/**
 * Member of a selected service that tells whether one of its arguments was changed. The engine shows no member whose name begins
 * with `__`: people cannot read it.
 */
export const REVISION = "__revision";

/**
 * Member of a selected service whose version is derived from the resource: it tells whether the program has set that version
 * since. It is empty where others set the version: the program ignores its changes, or only reads the resource. It is omitted
 * where the selection itself gives the version.
 */
export const VERSION_REVISION = "__versionRevision";

/** The revision that the outputs of a resource keep, by whichever door they were written. */
export function revisionOf({ deployable, [MANAGED]: managed }: Readonly<Record<string, unknown>>): string | undefined {
  const own = isObject(deployable) ? deployable[REVISION] : undefined;
  return revisionIn(managed) ?? (typeof own === "string" ? own : undefined);
}

/** Versions that a deployment of a kind can name, each with the path of the output that supplies it, if one does. */
export type Versions = Readonly<Record<string, string | undefined>>;

/** The versions that outputs supply, with their paths. */
export function suppliedVersions(versions: Versions = {}): [version: string, path: string][] {
  return Object.entries(versions).flatMap(([version, path]) => (path === undefined ? [] : [[version, path]]));
}

/** What is known of a service: as values where the provider has them, as outputs in a program. */
interface KnownService<T> {
  readonly kind: string;
  readonly id: T;
  /** For messages; nothing if it is secret. */
  readonly name: T;
  /** The output at a path. */
  at(path: string): T;
  /** What follows from the revision; a service has none that no program manages. */
  byRevision(derive: (revision: string | undefined) => string | undefined): T;
  /** Whether the program leaves the argument at a path to others. */
  isIgnored(path: string): boolean;
}

/**
 * The output `deployable` of a service: all that selecting it for a deployment takes. Kind, ID and requested versions, its name for
 * messages, and the revisions that tell what was changed.
 */
export function deployableOf<T>(versions: Versions, service: KnownService<T>): Readonly<Record<string, T | string>> {
  const { kind, id, name, at, byRevision, isIgnored } = service;
  const supplied = suppliedVersions(versions);
  const isForeign = supplied.some(([, path]) => isIgnored(path));
  const versionRevision = () => (isForeign ? "" : byRevision((known) => versionRevisionIn(known ?? "")));
  return {
    ...{ kind, id, ...Object.fromEntries(supplied.map(([version, path]) => [version, at(path)])), name },
    [REVISION]: byRevision((known) => known),
    ...(supplied.length === 0 ? {} : { [VERSION_REVISION]: versionRevision() }),
  };
}

/** Whether changes of the argument at a dotted path are ignored, as the resource option `ignoreChanges` lists them. */
export function isIgnoredBy(ignored: readonly string[], path: string): boolean {
  return ignored.some((each) => each === "*" || each === path || path.startsWith(`${each}.`));
}

/** Members that aren't a version and no instruction for the deployment. */
const descriptive = ["kind", "id", "name", REVISION, VERSION_REVISION, "revision"];

/** The members of a selected service that are versions or instructions for the deployment. */
export function givenIn(service: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(service).filter(([name]) => !descriptive.includes(name)));
}

/** Whether the version of a selected service is that of the resource. */
export function isDerived(service: unknown): boolean {
  return isObject(service) && !isAbsent(service[VERSION_REVISION]);
}

/** Whether others set the version of a selected service. */
export function isSetByOthers(service: unknown): boolean {
  return isObject(service) && service[VERSION_REVISION] === "";
}

/**
 * Whether a selected service needs no other deployment than before. Its name is there for messages only. A service without a
 * revision is not tracked. A derived version that differs was set by somebody else, if the revision is the same. An unknown
 * value is not a difference.
 */
export function sameSelection(wanted: unknown, have: unknown): boolean {
  if (!isObject(wanted) || !isObject(have)) return sameJson(wanted, have);
  if (!same(wanted.kind, have.kind)) return false;
  // Version 0.1.0 wrote it under another name.
  const before = have[REVISION] ?? have.revision;
  if (!isAbsent(wanted[REVISION]) && !same(wanted[REVISION], before)) return false;
  return isDerived(wanted) || sameGiven(wanted, have);
}

/** Whether the program has set the version of a selected service since. Nothing if that isn't known before the update. */
export function isNewVersion(wanted: unknown, have: unknown): boolean | undefined {
  if (!isObject(wanted) || !isObject(have)) return false;
  if (!isDerived(wanted)) return !sameGiven(wanted, have);
  const mark = wanted[VERSION_REVISION];
  if (isSetByOthers(wanted)) return false;
  return mark === UNKNOWN || !isDerived(have) ? undefined : mark !== have[VERSION_REVISION];
}

function sameGiven(wanted: Readonly<Record<string, unknown>>, have: Readonly<Record<string, unknown>>): boolean {
  const [now, before] = [givenIn(wanted), givenIn(have)];
  return [...new Set([...Object.keys(now), ...Object.keys(before)])].every((name) => same(now[name], before[name]));
}

function same(wanted: unknown, have: unknown): boolean {
  return wanted === UNKNOWN || sameJson(wanted, have);
}

/**
 * A revision identifies the last change of an argument. It is random, and new at creation and with each update that changes an
 * argument, so it shows that something changed but not what.
 */

/** Separates the last change of any argument from the last one of the version: `9f2c51d07a3be864-03d1a5c7e2964f8b`. */
const versionSeparator = "-";

/** The part of a revision that is new whenever the program sets the version that a deployment rolls out, such as a tag. */
export function versionRevisionIn(revision: string): string {
  return revision.split(versionSeparator).at(-1) as string;
}

/** The revision after a change that is not one of the version. */
export function nextRevision(before: string | undefined, random: () => number): string {
  const now = newRevision(random);
  return before === undefined ? now : `${now}${versionSeparator}${versionRevisionIn(before)}`;
}

/** The revision of a resource that was not created here: the same at each read. */
export function firstRevision(id: string): string {
  return createHash("sha256").update(id).digest("hex").slice(0, 16);
}

/** A new revision, with a new version: 16 hexadecimal digits from two random numbers. */
export function newRevision(random: () => number): string {
  const digits = () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0");
  return `${digits()}${digits()}`;
}

/**
 * How a program names a variable that the platform makes for a resource: `database/3fa85f64-…/password`. The platform chooses its
 * key, which isn't known before the resource exists; code that uses the name looks the key up.
 */
export function builtInName(kind: string, id: string, name: string): string {
  return `${kind}/${id}/${name}`;
}

/** The resource and the variable that a name of this form means; nothing for any other text. */
export function parseBuiltIn(text: string): { readonly id: string; readonly name: string } | undefined {
  const [, id, name] = /^\w+\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(\w+)$/i.exec(text) ?? [];
  return id === undefined || name === undefined ? undefined : { id, name };
}
