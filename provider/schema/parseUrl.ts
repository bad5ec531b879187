/**
 * The URL that a text is, seen from `base`; nothing if it is none. `URL.canParse` is not used: once V8 has optimized its caller, Node 20 returns
 * `false` for texts with characters such as `ü`.
 */
export function parseUrl(text: string, base?: URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
