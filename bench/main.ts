/**
 * `npm run bench`: measures what bench/README.md and docs/performance.md compare, and writes it there. With names of parts it measures only these;
 * `--size 300` takes another number of resources than 1,000, and in `peer` no other. `npm run bench -- fleet` takes 24 minutes, so it runs only if it is
 * named.
 */
import { execFileSync } from "node:child_process";
import { parseArgs } from "node:util";
import { writeRecord } from "../test/support/recording.js";
import { type BenchRow, comparisons, meets } from "../tools/generate/measured/bench.js";
import { recordPath } from "../tools/generate/measured/record-file.js";
import { fleetRows } from "./fleet/rows.js";
import { peerRows } from "./peer/rows.js";
import { largeStackRows } from "./stacks/measures.js";
import { stampBench } from "./stamp.js";
import { terraformRows } from "./terraform/rows.js";

/** What measures each part. One that has nothing to compare with on this machine says so, and returns nothing. */
const parts: Readonly<Record<string, (size: number) => Promise<BenchRow[] | undefined>>> = {
  fleet: fleetRows,
  peer: peerRows,
  largeStacks: largeStackRows,
  terraform: terraformRows,
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
    if (rows === undefined) {
      // Who asks for the part by its name expects figures.
      if (names.length > 0) process.exitCode = 1;
      continue;
    }
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
