/** What keeps the platform from reading or writing its data, as a response says it. */
import { Problem } from "../problem.js";
import { DamagedRow } from "./rows.js";

function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code);
}

/** Whether another program has locked the data file. */
export function isLocked(error: unknown): boolean {
  return codeOf(error).startsWith("SQLITE_BUSY");
}

const nothingStored = "Nothing of this request was stored.";

const locked = new Problem(503, `Another program has locked the platform's data file. ${nothingStored}`, undefined, {
  "retry-after": "1",
});
const full = new Problem(
  507,
  `The disk of the platform's data file is full. ${nothingStored} Free some space, and send the request again.`,
);
const unwritable = new Problem(
  507,
  `The platform cannot write to its data file. ${nothingStored} Check the permissions and the quota of its folder.`,
);
const damaged = new Problem(
  500,
  "The platform's data file is damaged. Restart the platform: it says what you can do about it.",
);

/** By the start of the error's code. */
const troubles: readonly (readonly [code: string, problem: Problem])[] = [
  ["SQLITE_BUSY", locked],
  ["SQLITE_FULL", full],
  ["SQLITE_IOERR_WRITE", unwritable],
  ["SQLITE_IOERR_FSYNC", unwritable],
  ["SQLITE_IOERR_SHM", unwritable],
  ["SQLITE_IOERR_TRUNCATE", unwritable],
  ["SQLITE_READONLY", unwritable],
  ["SQLITE_CANTOPEN", unwritable],
  ["SQLITE_CORRUPT", damaged],
  ["SQLITE_NOTADB", damaged],
];

/** The file itself is damaged, as a check of all of it has found. */
export class DamagedFile extends Error {}

export function isDamage(error: unknown): boolean {
  return error instanceof DamagedFile || codeOf(error).startsWith("SQLITE_CORRUPT");
}

/** Undefined if the error has nothing to do with the data file. */
export function troubleOf(error: unknown): Problem | undefined {
  if (error instanceof DamagedRow) return new Problem(500, error.message);
  return troubles.find(([code]) => codeOf(error).startsWith(code))?.[1];
}
