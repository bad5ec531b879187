/**
 * `npm run bench`: measures what docs/performance.md compares, and writes it there. With names of parts it measures only these;
 * `--size 300` takes another number of resources than 1,000. `npm run bench -- fleet` takes half an hour, so it runs only if it is
 * named.
 */
import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { type BenchRow, comparisons, meets } from "../../tools/measured/bench.js";
import { recordPath } from "../../tools/measured/record-file.js";
import { writeRecord } from "../recording.js";
import { fleetRows } from "./fleet/rows.js";
import { createRows, loadingRows } from "./plugin/rows.js";
import { largeRows } from "./stacks/large.js";
import { stackRows } from "./stacks/rows.js";
import { stampBench } from "./stamp.js";

const parts: Readonly<Record<string, (size: number) => Promise<BenchRow[]>>> = {
  loading: loadingRows,
  creates: createRows,
  stacks: stackRows,
  large: largeRows,
  fleet: fleetRows,
};

/** Parts that take long: they are measured only if they are named. */
const ON_REQUEST: readonly string[] = ["fleet"];

async function main(names: readonly string[], size: number): Promise<void> {
  const unknown = names.filter((name) => parts[name] === undefined);
  if (unknown.length > 0) throw new Error(`The parts are ${Object.keys(parts).join(", ")}; got ${unknown.join(", ")}.`);
  for (const [name, measure] of Object.entries(parts)) {
    if (names.length === 0 ? ON_REQUEST.includes(name) : !names.includes(name)) continue;
    const stamp = stampBench();
    const rows = await measure(size);
    console.log(name);
    console.table(
      rows.map((row) => ({ what: row.what, value: row.value, spread: row.spread.join(" to "), meets: meets(row) })),
    );
    // After each part, so that a run that is interrupted keeps what it has.
    const known = comparisons()?.parts ?? {};
    writeRecord(recordPath("bench", "comparisons"), { parts: { ...known, [name]: { ...stamp, rows } } }, 4);
  }
  execFileSync("npm", ["run", "--silent", "generate"], { stdio: "inherit" });
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { size: { type: "string", default: "1000" } },
});
void main(positionals, Number(values.size));
