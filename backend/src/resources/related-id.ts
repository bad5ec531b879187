/**
 * Ids of what the platform makes for something else, such as the variables of a database: derived from the id of the other
 * thing, so that nothing is stored for them, and leading back to it.
 */
import { createHash } from "node:crypto";

const digits = 12;

/** The id of what is called `name` and made for `id`; and the other way round, the id of what it was made for. */
export function relatedId(id: string, name: string): string {
  const mask = BigInt(`0x${createHash("sha256").update(name).digest("hex").slice(0, digits)}`);
  const changed = BigInt(`0x${id.slice(-digits)}`) ^ mask;
  return id.slice(0, -digits) + changed.toString(16).padStart(digits, "0");
}
