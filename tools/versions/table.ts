/**
 * The versions that the tests run the packages with: one table, from which `npm run test:versions` and docs/upgrading.md are generated.
 */
import { OLDER_RELEASE, RELEASE } from "../fetch/pulumi-cli/release.js";

const programKinds = ["TypeScript", "CommonJS", "ESM"] as const;
export type ProgramKind = (typeof programKinds)[number];

/** By major version. Each is a program that `tools/fetch/program.ts` fetches. */
export const nodes = { 20: "20.20.2", 22: "22.23.3", 24: "24.21.0", 26: "26.10.0" } as const;
export type NodeMajor = keyof typeof nodes;

const managers = ["npm", "pnpm", "bun"] as const;
export type ManagerName = (typeof managers)[number];

interface SdkRow {
  readonly sdk: string;
  /** The newest major version that this SDK loads. */
  readonly typescript: string;
  readonly nodes: readonly NodeMajor[];
}

/** The lowest of the range that the package asks for, the one that it is developed with, and the newest that is tried. */
export const sdks = {
  oldest: { sdk: "3.216.0", typescript: "5.9.3", nodes: [20, 22, 24, 26] },
  pinned: { sdk: "3.246.0", typescript: "6.0.3", nodes: [20, 22, 24, 26] },
  newest: { sdk: "3.270.0", typescript: "6.0.3", nodes: [22, 24, 26] },
} as const satisfies Readonly<Record<string, SdkRow>>;

/** How a program is run: as a function of the Automation API, or in its folder. */
type Way = "inline" | "local";

/** One journey of the packed packages. */
export interface Cell {
  readonly ways: readonly Way[];
  readonly cli: string;
  readonly sdk: string;
  readonly typescript: string;
  readonly node: NodeMajor;
  readonly manager: ManagerName;
  readonly kind: ProgramKind;
}

const cell = ({ sdk, typescript }: SdkRow, node: NodeMajor, manager: ManagerName, kind: ProgramKind): Cell => ({
  ...{ ways: ["inline", "local"], cli: RELEASE, sdk, typescript, node, manager, kind },
});

/** Every SDK on every Node.js that it supports and with an older CLI, and every package manager with every kind of program. */
export function allCells(): readonly Cell[] {
  const versions = Object.values<SdkRow>(sdks).flatMap((row) =>
    row.nodes.map((node) => cell(row, node, "npm", "TypeScript")),
  );
  const { nodes: pinnedNodes } = sdks.pinned;
  const installed = managers.flatMap((manager, parent) =>
    programKinds.flatMap((kind, index) => {
      const node = pinnedNodes[(parent + index) % pinnedNodes.length] as NodeMajor;
      // The table of versions has it.
      return manager === "npm" && kind === "TypeScript" ? [] : [cell(sdks.pinned, node, manager, kind)];
    }),
  );
  const older = Object.values<SdkRow>(sdks).map((row) => ({
    ...cell(row, row.nodes[0] as NodeMajor, "npm", "TypeScript"),
    cli: OLDER_RELEASE,
  }));
  return [...versions, ...installed, ...older];
}

/**
 * What `npm cit` runs in place of the table: half of the journey at each end of it. The first cell runs with the Node.js of the tests,
 * if the table has it.
 */
export function shortCells(running: number): readonly Cell[] {
  const node = sdks.oldest.nodes.find((each) => each === running) ?? sdks.oldest.nodes[0];
  return [
    { ...cell(sdks.oldest, node, "npm", "CommonJS"), ways: ["local"] },
    // The program of an inline stack is a function: nothing compiles the one of the folder. pnpm installs for a fraction of what npm takes.
    { ...cell(sdks.newest, 26, "pnpm", "CommonJS"), ways: ["inline"] },
  ];
}
