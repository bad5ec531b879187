import { AppPlatformError, detailOf } from "./appPlatformError.js";

/** The provider processes of a run cannot tell each other what they do: one might delete what another one has just adopted. */
export class LedgerError extends AppPlatformError {
  static readonly code = "AP2015";

  constructor(folder: string, cause: unknown) {
    super(LedgerError.code, {
      what: `The record of this run in ${folder} cannot be used, so nothing is created, adopted or deleted.`,
      details: [detailOf(cause)],
      todo: [
        "make the folder one that only you can read and write, and free some space on its disk, then run again",
        "set TMPDIR to another folder, then run again",
      ],
    });
  }
}
