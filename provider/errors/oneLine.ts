/**
 * The text as one line, without control and format characters: a name on the platform may contain any, and one that moves the
 * cursor, rings or reverses the direction of text must not reach a terminal. It is well-formed Unicode: gRPC cannot send an error
 * with half of a surrogate pair, and its caller would wait forever.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").toWellFormed();
}
