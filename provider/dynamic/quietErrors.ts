import { AppPlatformError } from "../errors/appPlatformError.js";
import { InitFailure } from "./initFailure.js";

let isQuiet = false;

/**
 * Pulumi's plugin prints message and stack trace of every error that check, diff, read or delete throws, and also passes the
 * message to the engine, which shows it. For our own errors the first copy is noise, and is suppressed.
 */
export function printErrorsOnce(): void {
  if (isQuiet) return;
  isQuiet = true;
  const print = console.error.bind(console);
  console.error = (...parts: unknown[]) => {
    const isOurs = typeof parts[0] === "string" && parts[0].startsWith(marker);
    if (!isOurs) print(...parts);
  };
  for (const type of [AppPlatformError, InitFailure]) type.prototype.toString = () => marker;
}

/** Marks our own errors in what the plugin prints. */
const marker = "\u0000app-platform-error";
