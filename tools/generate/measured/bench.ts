/** What the benchmarks measured: one JSON file per benchmark, from which docs/performance.md and bench/README.md are generated. */
import { readRecord, recordPath } from "./record-file.js";

/** When something was measured, and on which machine: without that, a time means little. */
export interface BenchStamp {
  /** Day of the run, `2026-11-21`. */
  readonly measured: string;
  readonly node: string;
  readonly cores: number;
  /** How many other processes wanted a core when the benchmark began. */
  readonly load: number;
}

/** Figures by size (number of services), then by what was measured. */
export interface BenchRecord<Figures> extends BenchStamp {
  readonly rows: Readonly<Record<string, Readonly<Record<string, Figures>>>>;
}

/** One run of the CLI. */
export interface RunFigures {
  readonly seconds: number;
  readonly requests: number;
}

/** Figures by operation, then by the tool that carried it out. */
export interface ToolsRecord extends BenchRecord<RunFigures> {
  /** Number of containers. */
  readonly size: number;
}

/** What one run of a client took, with all processes that it started. */
export interface CpuFigures {
  readonly cpuSeconds: number;
  /** Of these, the provider's own process. */
  readonly pluginSeconds: number;
  readonly requests: number;
  /** Its peak, in MB, of all processes at the same time and of the plugin's. */
  readonly memory: number;
  readonly pluginMemory: number;
}

/** An operation that takes longer isn't waited for, and neither it nor a later one has figures. */
export const operationMinutes = 30;

/** Figures of one number of containers by operation, then by how they are declared. */
export interface PeerFigures extends BenchRecord<CpuFigures> {
  /** Bytes that a container takes in the state: by how it is declared, then by field. */
  readonly state: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Day on which the other provider was measured: without a build of it, its figures are kept. */
  readonly peerMeasured?: string | undefined;
}

/** Figures by number of containers. */
export interface PeerRecord {
  readonly sizes: Readonly<Record<string, PeerFigures>>;
}

export const stackGrowth = () => readRecord<BenchRecord<RunFigures>>(recordPath("bench", "stacks"));
export const tools = () => readRecord<ToolsRecord>(recordPath("bench", "terraform"));

export const peer = () => readRecord<PeerRecord>(recordPath("bench", "peer"));

/** What is compared with what, what is aimed at, and what was measured. */
export interface BenchRow {
  readonly what: string;
  readonly against: string;
  readonly aim:
    | { readonly atMost: number; readonly unit?: string }
    | { readonly atLeast: number; readonly unit?: string };
  readonly value: number;
  /** Smallest and largest possible value with the runs of this measurement. */
  readonly spread: readonly [number, number];
  /** What was measured of both, with the unit. */
  readonly own?: string;
  readonly other?: string;
  readonly runs: number;
  /** What something else needs for the same: `Stash 95 s`. */
  readonly beside?: string;
  /** Why the row does not meet its aim, and the profile that shows it. Not shown where it does. */
  readonly note?: string;
}

/** The rows of one part of `npm run bench`, with when and on what they were measured. */
export interface BenchSection extends BenchStamp {
  readonly rows: readonly BenchRow[];
}

export interface Comparisons {
  readonly parts: Readonly<Record<string, BenchSection>>;
}

export const comparisons = () => readRecord<Comparisons>(recordPath("bench", "comparisons"));

/** Whether the measured value is what is aimed at. */
export function meets({ aim, value }: BenchRow): boolean {
  return "atMost" in aim ? value <= aim.atMost : value >= aim.atLeast;
}
