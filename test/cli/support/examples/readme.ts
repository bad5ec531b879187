/** The README of an example, whose recorded output a test compares with a real run. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { withoutDots } from "../readable.js";
import { EXAMPLES, type Example } from "./table.js";

/** The sections of each README, in this order. */
export const SECTIONS = ["Prerequisites", "Run it", "Expected output", "Change it", "Clean up", "Next"];

type Documented = Pick<Example, "folder" | "readme">;

const fileOf = ({ folder, readme = folder }: Documented) => join(EXAMPLES, readme, "README.md");

export const readReadme = (example: Documented): string => readFileSync(fileOf(example), "utf8");

/** The text below a heading, up to the next one of the same level. */
export function section(text: string, heading: string): string {
  const [, rest] = text.split(`\n## ${heading}\n`);
  if (rest === undefined) throw new Error(`There is no section "${heading}"`);
  return rest.split("\n## ")[0] as string;
}

const blocks = (text: string): string[] => [...text.matchAll(/```text\n([\s\S]*?)```/g)].map(([, block = ""]) => block);

/** What differs in every run: durations, times, IDs, and host names that contain one. */
export const normalize = (output: string): string =>
  output
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "…")
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "…")
    .replace(/\b([a-z]+-)?[0-9a-f]{8}\./g, "$1….")
    .replace(/ \(\d[\d.]*m?s\).*$/gm, "")
    .replace(/ +$/gm, "");

/** The lines of a run that say what it did: each resource, the stack's outputs, and the summary. */
export function result(printed: string): string {
  const output = withoutDots(printed);
  const done = output.match(/^ [+~-]+ {1,2}\S+ \S+ (created|updated|deleted) .*$/gm) ?? [];
  const [, outputs] = /^(Outputs:\n(?: {2,}.*\n)+)/m.exec(output) ?? [];
  const [, resources] = /^(Resources:\n(?: {2,}.*\n)+)/m.exec(output) ?? [];
  const parts = [`${done.join("\n")}\n`, outputs, resources].filter((part) => part !== undefined);
  return normalize(parts.join("\n"));
}

/** The same lines in any order: Pulumi creates what does not depend on each other at the same time. */
export const lines = (block: string): string[] => block.split("\n").sort();

/** What a section of the README says that a run prints. The run with this stack, if it shows several. */
export function expected(example: Example, heading: string, stack: string): string | undefined {
  const found = blocks(section(readReadme(example), heading));
  return found.length > 1 ? found.find((block) => block.includes(` ${stack} `)) : found[0];
}

/** Checks that each line of the README's output in a section was printed; `…` stands for what differs in each run. */
export function expectShown(folder: string, heading: string, output: string): void {
  const lines = blocks(section(readReadme({ folder }), heading)).flatMap((block) => block.trimEnd().split("\n"));
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    const pattern = line.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    expect(output).toMatch(new RegExp(pattern.join("\\S+")));
  }
}

/** With RECORD=1: writes into the README what a run printed. */
export function record(example: Example, heading: string, stack: string, output: string): void {
  const text = readReadme(example);
  const before = expected(example, heading, stack);
  if (before === undefined) throw new Error(`${fileOf(example)}: "${heading}" needs a text block`);
  const body = section(text, heading);
  const recorded = body.replace(`\`\`\`text\n${before}\`\`\``, () => `\`\`\`text\n${result(output)}\`\`\``);
  writeFileSync(
    fileOf(example),
    text.replace(body, () => recorded),
  );
}

/** The configuration that the README changes, if it changes configuration: `pulumi config set <key> <value>`. */
export function configurationChange(example: Example): string | undefined {
  const [, key, value] = /^pulumi config set (\w+) (\S+)$/m.exec(section(readReadme(example), "Change it")) ?? [];
  return key === undefined ? undefined : `${key}=${value}`;
}
