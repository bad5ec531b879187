/** The first characters of a text. Of one that takes two UTF-16 code units, not half. */
export function beginning(text: string, length: number): string {
  return text.slice(0, length).replace(/\p{Surrogate}$/u, "");
}
