import { createHash } from "node:crypto";
import { isAbsent, isObject, omit, sameJson, UNKNOWN } from "../schema/json.js";

/**
 * Member of a selected service that identifies the last change of its arguments. The engine doesn't show members whose names begin with
 * `__`.
 */
export const REVISION = "__revision";

/**
 * Member of a selected service that identifies the last change of its version by the program. Empty if others set the version: the
 * program ignores changes of it, or only reads the resource. Omitted if the selection itself sets the version.
 */
export const VERSION_REVISION = "__versionRevision";

/** The versions in a deployment of a kind, each with the path of the output that supplies it, if any. */
export type Versions = Readonly<Record<string, string | undefined>>;

export function suppliedVersions(versions: Versions = {}): [version: string, path: string][] {
  return Object.entries(versions).flatMap(([version, path]) => (path === undefined ? [] : [[version, path]]));
}

/** A service, with values in the provider or outputs in a program. */
interface KnownService<T> {
  readonly kind: string;
  readonly id: T;
  /** For messages; nothing if it is secret. */
  readonly name: T;
  at(path: string): T;
  /** A service has one only if a program manages it. */
  readonly revision: T;
  readonly versionRevision: T;
  /** Paths in `ignoreChanges`. */
  readonly ignored: readonly string[];
}

/** The output `deployable` of a service, with which a trigger selects it: kind, ID, versions, name for messages, and revisions. */
export function deployableOf<T>(versions: Versions, service: KnownService<T>): Readonly<Record<string, T | string>> {
  const { kind, id, name, at, revision, versionRevision, ignored } = service;
  const supplied = suppliedVersions(versions);
  const isForeign = supplied.some(([, path]) => isIgnoredBy(ignored, path));
  return {
    ...{ kind, id, ...Object.fromEntries(supplied.map(([version, path]) => [version, at(path)])), name },
    [REVISION]: revision,
    ...(supplied.length === 0 ? {} : { [VERSION_REVISION]: isForeign ? "" : versionRevision }),
  };
}

/** Whether `ignoreChanges` covers the argument at a path. */
export function isIgnoredBy(ignored: readonly string[], path: string): boolean {
  return ignored.some((each) => each === "*" || each === path || path.startsWith(`${each}.`));
}

/** Members that are neither a version nor an instruction for the deployment. */
const descriptive = ["kind", "id", "name", REVISION, VERSION_REVISION, "revision"];

/** The versions and instructions of a selected service. */
export function specifiedIn(service: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return omit(service, descriptive);
}

/** Whether a selected service gets its version from the resource. */
export function isDerived(service: unknown): boolean {
  return isObject(service) && !isAbsent(service[VERSION_REVISION]);
}

export function isSetByOthers(service: unknown): boolean {
  return isObject(service) && service[VERSION_REVISION] === "";
}

/**
 * Whether a selected service needs no new deployment. Its name doesn't matter, and without a revision its changes aren't tracked. If only
 * a derived version differs, somebody else has set it. Unknown values aren't differences.
 */
export function sameSelection(desired: unknown, actual: unknown): boolean {
  if (!isObject(desired) || !isObject(actual)) return sameJson(desired, actual);
  if (!same(desired.kind, actual.kind)) return false;
  if (!isAbsent(desired[REVISION]) && !same(desired[REVISION], actual[REVISION])) return false;
  return isDerived(desired) || sameSpecified(desired, actual);
}

/** Whether the program has set another version. Nothing if only the update can tell. */
export function isNewVersion(desired: unknown, actual: unknown): boolean | undefined {
  if (!isObject(desired) || !isObject(actual)) return false;
  // A version that the program sets itself from now on counts as new, even if it's the same: a first deployment may need it.
  if (!isDerived(desired)) return isDerived(actual) || !sameSpecified(desired, actual);
  const mark = desired[VERSION_REVISION];
  if (isSetByOthers(desired)) return false;
  return mark === UNKNOWN || !isDerived(actual) ? undefined : mark !== actual[VERSION_REVISION];
}

function sameSpecified(desired: Readonly<Record<string, unknown>>, actual: Readonly<Record<string, unknown>>): boolean {
  const [now, before] = [specifiedIn(desired), specifiedIn(actual)];
  return [...new Set([...Object.keys(now), ...Object.keys(before)])].every((name) => same(now[name], before[name]));
}

function same(desired: unknown, actual: unknown): boolean {
  return desired === UNKNOWN || sameJson(desired, actual);
}

/**
 * A revision identifies the last change of an argument. It's random, and new at creation and with each such update, so it shows that
 * something changed but not what.
 */

/** Separates the last change of any argument from the last change of the version: `9f2c51d07a3be864-03d1a5c7e2964f8b`. */
const versionSeparator = "-";

/** The part that changes whenever the program sets the version to deploy, such as a tag. */
export function versionRevisionIn(revision: string | undefined): string {
  return revision?.split(versionSeparator).at(-1) ?? "";
}

/** The revision after a change that isn't one of the version. */
export function nextRevision(before: string | undefined, random: () => number): string {
  const now = newRevision(random);
  return before === undefined ? now : `${now}${versionSeparator}${versionRevisionIn(before)}`;
}

/** The revision of a resource that Pulumi hasn't created: the same for each read. */
export function firstRevision(id: string): string {
  return createHash("sha256").update(id).digest("hex").slice(0, 16);
}

/** A new revision with a new version, of 16 hexadecimal digits. */
export function newRevision(random: () => number): string {
  const digits = () =>
    Math.floor(random() * 2 ** 32)
      .toString(16)
      .padStart(8, "0");
  return `${digits()}${digits()}`;
}

/**
 * How a program refers to a built-in variable of a resource: `database/3fa85f64-…/password`. The platform chooses its key when it creates
 * the resource; the provider looks it up.
 */
export function builtInName(kind: string, id: string, name: string): string {
  return `${kind}/${id}/${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}

/** The resource and the variable in such a reference; nothing for other texts. */
export function parseBuiltIn(text: string): Readonly<Record<"kind" | "id" | "name", string>> | undefined {
  const [, kind, id, name] = /^(\w+)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/(\w+)$/i.exec(text) ?? [];
  return kind === undefined || id === undefined || name === undefined ? undefined : { kind, id, name };
}
