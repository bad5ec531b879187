import { createHash, timingSafeEqual } from "node:crypto";

/** What is kept of a random text that must not be read again. */
export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Compares in a time that does not depend on the content. */
export function isSameSecret(specified: string, expected: string): boolean {
  return timingSafeEqual(Buffer.from(digestOf(specified)), Buffer.from(digestOf(expected)));
}
