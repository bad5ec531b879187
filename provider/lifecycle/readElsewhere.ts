import { OtherPlatformError } from "../errors/index.js";
import type { LookupAddresses } from "../platform/lookups.js";
import type { Platform } from "../platform/platform.js";

/**
 * The look-ups of a program that have read another platform than resources with the same connection are on. A connection that
 * only the program's process knows has no resources.
 */
export function readElsewhere(
  label: string,
  lookups: LookupAddresses,
  platformFor: (connection: string | undefined) => Platform,
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
