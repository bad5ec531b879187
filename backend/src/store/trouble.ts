/** The messages about what keeps the platform from reading or writing its data file. */
import { Problem } from "../problem.js";

const nothingStored = "Nothing of this request was stored.";

const full = new Problem(
  507,
  `The disk of the platform's data file is full. ${nothingStored} Free some space, and send the request again.`,
);
const unwritable = new Problem(
  507,
  `The platform can't write to its data file. ${nothingStored} Check the permissions and the quota of its folder.`,
);

/** The file is damaged before its last record. */
export class DamagedFile extends Error {}

/** What was to be written is not stored. */
export class WriteFailed extends Error {
  readonly problem: Problem;

  constructor(cause: NodeJS.ErrnoException) {
    super(cause.message, { cause });
    this.problem = cause.code === "ENOSPC" ? full : unwritable;
  }
}
