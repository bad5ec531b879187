/** The text, cut after this many characters. Of one that takes two UTF-16 code units, no half is left. */
export function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).replace(/\p{Surrogate}$/u, "")}…` : text;
}
