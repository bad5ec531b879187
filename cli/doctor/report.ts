import type { Colors } from "../colors.js";
import type { Finding } from "./check.js";
import type { CheckResult } from "./examine.js";

const plurals: Readonly<Record<Finding["status"], readonly [one: string, many: string]>> = {
  ok: ["ok", "ok"],
  warning: ["warning", "warnings"],
  failure: ["failure", "failures"],
  skipped: ["skipped", "skipped"],
};

/** One line for each check, with its details below, then the number of results of each sort. */
export function reportOf(results: readonly CheckResult[], colors: Colors): string {
  const width = Math.max(...results.map(({ name }) => name.length));
  const lines = results.flatMap((each) => linesOf(each, width, colors));
  return [...lines, "", summaryOf(results)].join("\n");
}

function linesOf({ name, status, message, details = [], cure }: CheckResult, width: number, colors: Colors): string[] {
  const indent = " ".repeat(9);
  return [
    `${paint(status, colors)(status.padEnd(7))}  ${name.padEnd(width)}  ${message}`,
    ...details.map((detail) => colors.dim(`${indent}- ${detail}`)),
    ...curesOf(cure).map((line) => colors.bold(`${indent}${line}`)),
  ];
}

function curesOf(cure: Finding["cure"] = []): string[] {
  const ways = typeof cure === "string" ? [cure] : cure;
  if (ways.length < 2) return ways.map((way) => `What to do: ${way}`);
  return ["What to do, one of:", ...ways.map((way) => `  - ${way}`)];
}

function paint(status: Finding["status"], { green, yellow, red, dim }: Colors): (text: string) => string {
  return { ok: green, warning: yellow, failure: red, skipped: dim }[status];
}

function summaryOf(results: readonly CheckResult[]): string {
  const counted = Object.entries(plurals).flatMap(([status, [one, many]]) => {
    const count = results.filter((each) => each.status === status).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  return `${results.length} checks: ${counted.join(", ")}.`;
}
