/** Two names are the same if their keys are. */
export function nameKey(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
