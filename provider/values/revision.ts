import { createHash } from "node:crypto";

/**
 * A revision identifies the last change of an argument: random, new at creation and with each update that changes an argument, so
 * that it tells that something changed and nothing about what.
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
