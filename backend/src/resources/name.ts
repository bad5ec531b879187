/** Two names are the same if their keys are. */
export function nameKey(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/** The same for addresses of people. */
export function emailKey(email: string): string {
  return email.toLowerCase();
}
