import { type Schema, text } from "../schema/schema.js";

export function resourceName(): Schema<string> {
  return text({ trimmed: true, maximumLength: 128 });
}

/**
 * Two names are the same when their keys are. The key is written as JSON, because SQLite ends a text at its
 * first NUL character.
 */
export function nameKey(name: string): string {
  return JSON.stringify(name.normalize("NFC").toLowerCase());
}
