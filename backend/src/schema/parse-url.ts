/** The URL that a text is, if any. Node 20's `URL.canParse` is wrong for characters such as "ü" once V8 has optimized its caller. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
