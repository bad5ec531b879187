import { AppPlatformError } from "./appPlatformError.js";

/** A signal, or the end of the engine, ended the operation before its answer was there. */
export class InterruptedError extends AppPlatformError {
  static readonly code = "AP4003";
  static readonly when = "A signal, or the end of the engine, ended the operation before its answer was there.";
  static readonly mend = "Run again; what was on its way is found then, or named.";

  constructor(why: string) {
    super(InterruptedError.code, {
      what: `Interrupted: ${why}. Nothing more is sent; a request that was on its way may have been carried out.`,
      todo: "run `pulumi up` again: what was made meanwhile is named there, and can be taken over with `adoptId`.",
    });
  }
}
