import { AppPlatformError } from "./appPlatformError.js";

/** A signal, or the end of the Pulumi engine, ended the operation before its response arrived. */
export class InterruptedError extends AppPlatformError {
  static readonly code = "AP4003";

  constructor(why: string) {
    super(InterruptedError.code, {
      what: `Interrupted: ${why}. No more requests are sent; a request already under way may have been carried out.`,
      todo: "run `pulumi up` again: it names what was created in the meantime, which can be adopted with `adoptId`.",
    });
  }
}
