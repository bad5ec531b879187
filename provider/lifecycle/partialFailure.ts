import type { Created } from "../definition/resourceDefinition.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { IncompleteError } from "../errors/resource.js";
import { isObject, type Value, type Values } from "../schema/json.js";
import { shortened } from "../schema/show.js";
import type { GivenMembers } from "../values/given.js";
import type { StoredResource } from "./requests.js";

/** Maximum length of a text in a failure, in characters: a longer one would not reach the engine, and nor would the resource. */
const maxLength = 64 * 1024;

/** A failure after the platform did its part: a door keeps the resource in the state, so that nothing is orphaned. */
export class PartialFailure extends Error {
  readonly id: string;
  readonly state: Values;
  /** What is stored of the resource, as soon as that is known. */
  readonly stored: StoredResource | undefined;
  readonly reasons: readonly string[];
  private readonly label: string;
  private readonly step: string | undefined;

  /** @param step What failed after the create, in words; omitted if `cause` itself says what became of an act. */
  constructor(
    label: string,
    { id, state }: Created,
    step: string | undefined,
    cause: unknown,
    stored?: StoredResource,
  ) {
    super(shortened(cause instanceof Error ? cause.message : String(cause), maxLength), { cause });
    this.name = "PartialFailure";
    this.id = id;
    this.state = state;
    this.stored = stored;
    const reason = step === undefined ? this.message : new IncompleteError(label, id, step, cause).message;
    this.reasons = [shortened(reason, maxLength)];
    this.label = label;
    this.step = step;
  }

  /** The same failure with what is stored of the resource, and without the secrets in its texts. */
  keeping(stored: StoredResource, hide: (text: string) => string): PartialFailure {
    const cause = this.cause instanceof AppPlatformError ? this.cause.redacted(hide) : hide(this.message);
    return new PartialFailure(hide(this.label), { id: this.id, state: this.state }, this.step, cause, stored);
  }
}

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
