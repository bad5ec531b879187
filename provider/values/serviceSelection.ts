import { isAbsent, isObject, sameJson } from "../schema/json.js";
import { UNKNOWN } from "../schema/unknown.js";

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

/** Members that are no version and no instruction for the deployment. */
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

/** Whether the program has set the version of a selected service since. Nothing if only the update can tell. */
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
