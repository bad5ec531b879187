import { OtherPlatformError } from "../errors/index.js";
import type { Platform } from "../platform/platform.js";
import type { PlatformFor } from "./call.js";
import type { CheckRequest } from "./requests.js";

/**
 * The lookups of a program that have read another platform than resources with the same connection are on. A connection that
 * only the program's process knows has no resources.
 */
export function readElsewhere(
  label: string,
  lookups: NonNullable<CheckRequest["lookups"]>,
  platformFor: PlatformFor,
): OtherPlatformError[] {
  return Object.entries(lookups).flatMap(([connection, read]) => {
    const own = addressOf(() => platformFor(connection === "" ? undefined : connection));
    return own === undefined || own === read ? [] : [new OtherPlatformError(label, connection, read, own)];
  });
}

function addressOf(platform: () => Platform): string | undefined {
  try {
    return platform().address;
  } catch {
    return undefined;
  }
}
