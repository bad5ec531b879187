/**
 * Checks a request body against its schema. The result is a copy with defaults filled in and without unknown members,
 * or every violation at once, each with the path of its field as the API spells it.
 */
import type { z } from "zod";
import { messageOf } from "./messages.js";
import { type References, withReferences } from "./references.js";
import type { Report } from "./rules.js";
import { isObject } from "./values.js";

export interface Violation {
  readonly field: string;
  readonly message: string;
}

type Issue = {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  /** The members that a strict object doesn't have. */
  readonly keys?: readonly string[];
};
export type Validated<T> = { readonly value: T; readonly violations?: never } | { readonly violations: Violation[] };

/** Further checks of a body; its invalid members are undefined. */
export type FurtherCheck<T> = (body: Partial<T>, report: Report) => void;

export function validate<T>(
  schema: z.ZodType<T>,
  body: unknown,
  references: References,
  further?: FurtherCheck<T>,
): Validated<T> {
  const result = withReferences(references, () => schema.safeParse(body, { error: messageOf }));
  const issues: Issue[] = [...(result.error?.issues ?? [])];
  if (further !== undefined && isObject(body)) {
    const checked = result.success ? result.data : withoutWrongMembers(body, issues);
    further(checked as Partial<T>, (path, message) => issues.push({ path, message }));
  }
  return result.success && issues.length === 0 ? { value: result.data } : { violations: violationsOf(issues) };
}

/** zod reports every issue of a value; the first one is enough. */
function violationsOf(issues: readonly Issue[]): Violation[] {
  const violations = new Map<string, Violation>();
  for (const { path, message, keys } of issues) {
    for (const at of keys?.map((key) => [...path, key]) ?? [path]) {
      const field = fieldOf(at);
      if (!violations.has(field)) violations.set(field, { field, message });
    }
  }
  return [...violations.values()];
}

export function fieldOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>((field, key) => {
    if (typeof key === "number") return `${field}[${key}]`;
    return [field, String(key)].filter((segment) => segment !== "").join(".");
  }, "");
}

/** The body as sent, with each invalid member set to undefined. It is refused, so no other code reads it. */
function withoutWrongMembers(body: unknown, issues: readonly Issue[]): unknown {
  for (const { path } of issues) {
    const last = path.at(-1);
    const owner = path.slice(0, -1).reduce<unknown>(memberOf, body);
    if (last !== undefined && isOwner(owner)) owner[last] = undefined;
  }
  return body;
}

function isOwner(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === "object" && value !== null;
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  return isOwner(value) ? value[key] : undefined;
}
