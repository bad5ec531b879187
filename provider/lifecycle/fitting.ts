import { isObject, type Value } from "../schema/json.js";
import type { GivenMembers } from "../values/given.js";
import type { StoredResource } from "./requests.js";

/**
 * Maximum size of what is kept after a partial failure, in bytes. gRPC passes it on as a header in base64, and the engine takes
 * headers of 16 MiB in all.
 */
const maxBytes = 8 * 1024 * 1024;

/** Maximum number of bytes of a value in Pulumi's protocol besides its text: those of a value that is marked as secret. */
const overhead = 160;

/** What is kept of a resource, without its longest values if all of them don't fit: the next update writes these again. */
export function fitting(stored: StoredResource): StoredResource {
  const { values, given } = stored;
  const sizes = Object.entries(values).map(([name, value]) => ({
    name,
    bytes: sizeOf(name) + sizeOf(value) + sizeOf(given?.[name] as Value | undefined),
  }));
  const longest = sizes.sort((one, other) => other.bytes - one.bytes);
  let total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const dropped = new Set<string>();
  for (const { name, bytes } of longest) {
    if (total <= maxBytes) break;
    dropped.add(name);
    total -= bytes;
  }
  if (dropped.size === 0) return stored;
  const kept = Object.entries(values).filter(([name]) => !dropped.has(name));
  // Of these, it is only kept that they are given.
  const members = Object.entries(given ?? {}).map(([name, inner]) => [name, dropped.has(name) ? true : inner]);
  return {
    ...stored,
    values: Object.fromEntries(kept),
    given: given && (Object.fromEntries(members) as GivenMembers),
  };
}

/** At most as much as a value takes in Pulumi's protocol. */
function sizeOf(value: Value | undefined): number {
  if (typeof value === "string") return overhead + Buffer.byteLength(value);
  const inside = Array.isArray(value) ? value : isObject(value) ? Object.entries(value).flat() : [];
  return (inside as Value[]).reduce<number>((sum, each) => sum + sizeOf(each), overhead);
}
