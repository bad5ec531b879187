/** Keeps what a run measured in files of the checkout, if RECORD=1 asks for it. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Stamp } from "../tools/measured/stamp.js";

export const isRecording = process.env.RECORD === "1";

/** Today and the commit that is checked out. */
export function stampNow(): Stamp {
  // What a recording run writes is its result, not a change of what it measures.
  const results = [
    "test/*/measured/**",
    "docs/errors.md",
    "docs/lifecycle.md",
    "docs/reliability.md",
    "docs/performance.md",
  ];
  const others = results.map((path) => `:(top,exclude,glob)${path}`);
  return {
    measured: new Date().toISOString().slice(0, 10),
    commit: git("rev-parse", "--short", "HEAD"),
    ...(git("status", "--porcelain", "--", ":/", ...others) === "" ? {} : { dirty: true as const }),
  };
}

const git = (...args: string[]) => execFileSync("git", args, { cwd: __dirname, encoding: "utf8" }).trim();

/** Writes a record as JSON, one line per entry at the given depth, so that a new run changes few lines. */
export function writeRecord(path: string, content: object, depth: number): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${linesOf(content, depth)}\n`);
}

/** JSON with line breaks down to a depth, and everything below it on one line. */
export function linesOf(value: unknown, depth: number, indent = ""): string {
  if (depth === 0 || typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent} `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const lines = Object.entries(value).map(([key, each]) => {
    const text = linesOf(each, depth - 1, inner);
    return Array.isArray(value) ? `${inner}${text}` : `${inner}${JSON.stringify(key)}: ${text}`;
  });
  return lines.length === 0 ? `${open}${close}` : `${open}\n${lines.join(",\n")}\n${indent}${close}`;
}
