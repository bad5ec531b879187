/**
 * Applies a ```` ```diff ```` block of a page to a file. Such a block has no line numbers: its unchanged and removed lines must
 * be in the file exactly once.
 */
export function applyChange(file: string, change: string): string {
  const lines = change.split("\n").slice(0, -1);
  const side = (omitted: string) =>
    lines
      .filter((line) => !line.startsWith(omitted))
      .map((line) => `${line.slice(1)}\n`)
      .join("");
  const before = side("+");
  const parts = file.split(before);
  if (parts.length !== 2)
    throw new Error(
      `The unchanged and removed lines of a change must be in the file exactly once; found ${parts.length - 1} times:\n${before}`,
    );
  return parts.join(side("-"));
}
