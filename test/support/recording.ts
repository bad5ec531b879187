/** Keeps what a run measured in files of the checkout, if RECORD=1 asks for it. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export const isRecording = process.env.RECORD === "1";

/** Writes a record as JSON, one line per entry at the given depth, so that a new run changes few lines. */
export function writeRecord(path: string, content: object, depth: number): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${linesOf(content, depth)}\n`);
}

/** JSON with line breaks down to a depth, and everything below it on one line. */
function linesOf(value: unknown, depth: number, indent = ""): string {
  if (depth === 0 || typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent} `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const lines = Object.entries(value).map(([key, each]) => {
    const text = linesOf(each, depth - 1, inner);
    return Array.isArray(value) ? `${inner}${text}` : `${inner}${JSON.stringify(key)}: ${text}`;
  });
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}
