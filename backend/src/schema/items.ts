/** How many items the lists of a request may have. */
import { maximumItems } from "../limits.js";
import { fieldOf, type Violation } from "./validate.js";

interface Found {
  readonly value: unknown;
  /** Its key in the value that contains it. Paths are built only for violations, because a body may be very deep. */
  readonly key: PropertyKey;
  readonly holder: Found | undefined;
}

/**
 * The violation of a body whose lists have too many items altogether. Each item costs several checks, and may cost several
 * violations: without a limit, a body of less than a megabyte keeps the platform busy for seconds. Not recursive, because
 * a body may be nested deeper than the stack is.
 */
export function tooManyItems(body: unknown): Violation | undefined {
  let items = 0;
  const waiting: Found[] = [{ value: body, key: "", holder: undefined }];
  for (let found = waiting.pop(); found !== undefined; found = waiting.pop()) {
    const { value } = found;
    if (typeof value !== "object" || value === null) continue;
    const isList = Array.isArray(value);
    if (isList) items += value.length;
    if (isList && items > maximumItems) return { field: fieldOf(pathOf(found)), message: fewerItems(value.length) };
    for (const [key, inner] of Object.entries(value)) {
      if (typeof inner === "object") waiting.push({ value: inner, key: isList ? Number(key) : key, holder: found });
    }
  }
  return undefined;
}

function pathOf(found: Found): PropertyKey[] {
  const path: PropertyKey[] = [];
  for (let each = found; each.holder !== undefined; each = each.holder) path.push(each.key);
  return path.reverse();
}

function fewerItems(length: number): string {
  if (length > maximumItems) return `must have at most ${maximumItems} items; it has ${length}`;
  return `must have fewer items: the lists of a request may have ${maximumItems} altogether`;
}
