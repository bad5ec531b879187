/** Applies a block of `diff`: its unchanged and removed lines must be in the file exactly once. */
export function changed(file: string, change: string): string {
  const lines = change.match(/^.*\n/gm) ?? [];
  const without = (sign: string) =>
    lines.flatMap((line) => (line.startsWith(sign) ? [] : [line.replace(/^./, "")])).join("");
  const parts = file.split(without("+"));
  if (parts.length !== 2)
    throw new Error(`A change must fit the file exactly once; it fits ${parts.length - 1} times:\n${change}`);
  return parts.join(without("-"));
}
