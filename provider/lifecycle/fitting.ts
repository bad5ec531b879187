import type { Values } from "../schema/json.js";
import type { StoredResource } from "./requests.js";

/** Maximum size of what is kept after a partial failure, as JSON, in bytes: gRPC passes it on as a header, of at most 16 MiB in all. */
const maxBytes = 4 * 1024 * 1024;

/** What is kept of a resource, without its longest values if all of them don't fit: the next update writes these again. */
export function fitting({ values, ...others }: StoredResource): StoredResource {
  const sizes = Object.entries(values).map(([name, value]) => ({
    name,
    bytes: Buffer.byteLength(JSON.stringify(value) ?? ""),
  }));
  const longest = sizes.sort((one, other) => other.bytes - one.bytes);
  let total = sizes.reduce((sum, { bytes }) => sum + bytes, 0);
  const kept: Record<string, Values[string]> = { ...values };
  for (const { name, bytes } of longest) {
    if (total <= maxBytes) break;
    delete kept[name];
    total -= bytes;
  }
  return { ...others, values: kept };
}
