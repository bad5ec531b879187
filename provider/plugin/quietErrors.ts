import { AppPlatformError } from "../errors/appPlatformError.js";
import { PartialFailure } from "../lifecycle/partialFailure.js";

let isQuiet = false;

/**
 * Pulumi's plugin prints message and stack trace of every error that check, diff, read or delete throws, besides handing
 * the message to the engine, which shows it. For our own errors that second copy is noise, and it is left out.
 */
export function printErrorsOnce(): void {
  if (isQuiet) return;
  isQuiet = true;
  const print = console.error.bind(console);
  console.error = (...parts: unknown[]) => {
    const isOurs = typeof parts[0] === "string" && parts[0].startsWith(TOLD);
    if (!isOurs) print(...parts);
  };
  for (const type of [AppPlatformError, PartialFailure]) type.prototype.toString = () => TOLD;
}

/** What one of our errors looks like in the plugin's own print of it. */
const TOLD = "\u0000told";
