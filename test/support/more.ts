/** The last line of an error's message, which leads to its section in the documentation. */
export function more(code: string): string {
  return `\n  More: npx app-platform explain ${code}`;
}
