import { createHash, timingSafeEqual } from "node:crypto";

/** Compares in a time that does not depend on the content. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (value: string) => createHash("sha256").update(value).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
