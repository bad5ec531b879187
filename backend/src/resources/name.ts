/**
 * Two names are the same if their keys are. The key is written as JSON because SQLite ends a string at its
 * first NUL character.
 */
export function nameKey(name: string): string {
  return JSON.stringify(name.normalize("NFC").toLowerCase());
}
