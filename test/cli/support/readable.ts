import { expect } from "vitest";

/** What a person must never meet in the CLI's output: a stack trace, the dump of an object, a bare `undefined`. */
export function expectReadable(output: string): void {
  expect(output).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m);
  expect(output).not.toContain("    at ");
  expect(output).not.toContain("[object Object]");
  expect(output).not.toMatch(/\[Function|Symbol\(|<ref \*\d/);
  expect(output).not.toMatch(/error: undefined/);
}

/** The CLI writes dots while it waits (`@ updating....`), now and then at the beginning of another line. */
export const withoutDots = (output: string): string => output.replace(/^(?:@ [a-z ]+)?\.+/gm, "");
