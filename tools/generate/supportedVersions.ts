import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bun } from "../fetch/program.js";
import { allCells, type Cell, type ManagerName } from "../versions/table.js";
import { languages } from "./languages/programs.js";
import { table } from "./tables.js";

const manifest = JSON.parse(readFileSync(join(__dirname, "../../package.json"), "utf8"));

/** What is supported (from the packages' manifests) and what is tested (from the table of the tests). */
export function supportTable(): string {
  const cells = allCells();
  const tested = (of: (cell: Cell) => string) => sorted(cells.map(of)).join(", ");
  const { oldest, end } = boundsOf(manifest.peerDependencies["@pulumi/pulumi"]);
  const managers = sorted(cells.map(({ manager }) => managerText(manager)));
  const others = sorted(Object.values(languages).map(({ title }) => title));
  return table(
    ["", "supported", "tested"],
    [
      ["Node.js", `${manifest.engines.node.replace(">=", "")} or newer`, tested(({ node }) => String(node))],
      ["Pulumi SDK (`@pulumi/pulumi`)", `${oldest} or newer, below ${end}`, tested((cell) => cell.sdk)],
      ["Pulumi CLI", `${oldest} or newer, below ${end}`, tested(({ cli }) => cli)],
      [
        "TypeScript",
        "what the SDK loads: below 6 for the oldest SDK, below 7 for all",
        tested((cell) => cell.typescript),
      ],
      ["Package manager", "npm, pnpm, bun", managers.join(", ")],
      ["Kind of program", "TypeScript, CommonJS, ES modules", tested(({ kind }) => kind)],
      ["Other languages, with the native provider", others.join(", "), others.join(", ")],
      ["System", "Linux, macOS; Windows with the limits below", "Linux"],
    ],
  );
}

/** Which versions are tested together: a row for each SDK and CLI. */
export function testedTogetherTable(): string {
  const rows = new Map<string, { cell: Cell; nodes: string[] }>();
  for (const cell of allCells()) {
    const key = `${cell.sdk} ${cell.cli}`;
    const { nodes } = rows.get(key) ?? { nodes: [] };
    rows.set(key, { cell, nodes: [...nodes, String(cell.node)] });
  }
  return table(
    ["SDK", "CLI", "TypeScript", "Node.js"],
    [...rows.values()].map(({ cell, nodes }) => [cell.sdk, cell.cli, cell.typescript, sorted(nodes).join(", ")]),
  );
}

/** The ends of a range such as `>=3.216.0 <4`. */
function boundsOf(range: string): { oldest: string; end: string } {
  const [, oldest = "", end = ""] = /^>=(\S+) <(\S+)$/.exec(range) ?? [];
  return { oldest, end };
}

/** npm is that of the machine; the others have the version that the tests install with. */
function managerText(name: ManagerName): string {
  const versions = { npm: "", pnpm: manifest.devDependencies.pnpm, bun: bun.package.split("@").at(-1) };
  return `${name} ${versions[name]}`.trim();
}

/** Each once, versions by number. */
function sorted(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
}
