/** What the README of an example says that its commands print. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { CHECKOUT } from "../../tools/pulumi-cli/search.js";

/** Checks that each line of the README's output in a section was printed; `…` stands for what differs in each run. */
export function expectShown(example: string, heading: string, output: string): void {
  const readme = readFileSync(join(CHECKOUT, "examples", example, "README.md"), "utf8");
  const [, rest = ""] = readme.split(`\n## ${heading}\n`);
  const [section = ""] = rest.split("\n## ");
  const lines = [...section.matchAll(/```text\n([\s\S]*?)```/g)].flatMap(([, block = ""]) =>
    block.trimEnd().split("\n"),
  );
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    const pattern = line.split("…").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    expect(output).toMatch(new RegExp(pattern.join("\\S+")));
  }
}
