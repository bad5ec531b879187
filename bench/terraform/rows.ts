/** The same containers on the same platform, declared with this package, and with Terraform and a provider for any REST API. */
import { isDeepStrictEqual } from "node:util";
import { startPlatformProcess } from "../../test/platform/support/platform-process.js";
import { writeRecord } from "../../test/support/recording.js";
import type { BenchRow, RunFigures, ToolsRecord } from "../../tools/generate/measured/bench.js";
import { recordPath } from "../../tools/generate/measured/record-file.js";
import { explained, ratioRow } from "../row.js";
import { newEnvironments, openBenchProject, writtenOnce } from "../stacks/project.js";
import { stampBench } from "../stamp.js";
import { type Binaries, findBinaries } from "./binaries.js";
import {
  type Measured,
  measureOperations,
  type OperationName,
  operations,
  type Place,
  type Runner,
  start,
} from "./operations.js";
import { openTerraformProject } from "./project.js";

/** Terraform's default. Pulumi's depends on the machine. */
const parallelism = 10;

/** The ways to carry the operations out, as the page calls them. */
const ways = ["Pulumi", "Pulumi, checkpoints skipped", "Terraform"] as const;

type Way = (typeof ways)[number];

export const pulumiCommands: Readonly<Record<OperationName, readonly string[]>> = {
  create: ["up", "--yes", "--skip-preview"],
  "plan, no change": ["preview"],
  refresh: ["refresh", "--yes", "--skip-preview"],
  "update all": ["up", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
};

async function pulumiRunner({ platform, environments, size }: Place, variables: object): Promise<Runner> {
  const project = await openBenchProject(platform, { size, environments });
  const run = (operation: OperationName, others: object) =>
    project.run([...pulumiCommands[operation], "--parallel", `${parallelism}`], { ...variables, ...others });
  return {
    run: (operation, tag) => run(operation, { FIRST_TAG: tag, TAG: tag }),
    start: () => run("plan, no change", { SIZE: "0" }),
    close: project.close,
  };
}

export const terraformCommands: Readonly<Record<OperationName, readonly string[]>> = {
  create: ["apply", "-auto-approve"],
  "plan, no change": ["plan"],
  refresh: ["apply", "-refresh-only", "-auto-approve"],
  "update all": ["apply", "-auto-approve"],
  destroy: ["destroy", "-auto-approve"],
};

function terraformRunner(binaries: Binaries, { platform, environments, size }: Place): Runner {
  const project = openTerraformProject(binaries, platform, { size, environments });
  const run = (operation: OperationName, variables: Readonly<Record<string, string>>) =>
    project.run([...terraformCommands[operation], `-parallelism=${parallelism}`], variables);
  return {
    run: (operation, tag) => run(operation, { TF_VAR_tag: tag }),
    start: () => run("plan, no change", { TF_VAR_tag: "", TF_VAR_size: "0" }),
    close: project.close,
  };
}

type Open = (place: Place) => Runner | Promise<Runner>;

/** How each way is opened. */
const runnersOf = (binaries: Binaries): Readonly<Record<Way, Open>> => ({
  Pulumi: (place) => pulumiRunner(place, {}),
  "Pulumi, checkpoints skipped": (place) => pulumiRunner(place, writtenOnce),
  Terraform: (place) => terraformRunner(binaries, place),
});

/** Measures one way on a platform of its own. */
async function measureOnPlatform(open: Open, size: number): Promise<Measured> {
  const platform = await startPlatformProcess({ endpoints: "extended" });
  try {
    const place = { platform, environments: await newEnvironments(platform), size };
    const runner = await open(place);
    try {
      return await measureOperations(runner, place);
    } finally {
      runner.close();
    }
  } finally {
    await platform.stop();
  }
}

type Table = Readonly<Record<OperationName | typeof start, Readonly<Record<Way, RunFigures>>>>;

/** The programs to compare with; without them, says what is missing. */
function availableBinaries(part: string): Binaries | undefined {
  const binaries = findBinaries(process.env);
  if (typeof binaries !== "string") return binaries;
  console.log(`${part}: not measured, and the recorded rows stay. To measure it, ${binaries}.`);
  return undefined;
}

/** The rows; nothing without the programs to compare with. Also keeps the figures for a table of their own. */
export async function terraformRows(size: number): Promise<BenchRow[] | undefined> {
  const binaries = availableBinaries("terraform");
  if (binaries === undefined) return undefined;
  const stamp = stampBench();
  const measured = {} as Record<Way, Measured>;
  for (const way of ways) {
    measured[way] = await measureOnPlatform(runnersOf(binaries)[way], size);
    console.log(way);
    console.table(measured[way].figures);
  }
  const [first, ...others] = ways.map((way) => measured[way].created);
  if (!others.every((each) => isDeepStrictEqual(each, first))) throw new Error("The tools created other containers.");
  const table = Object.fromEntries(
    ([...operations, start] as const).map((name) => [
      name,
      Object.fromEntries(ways.map((way) => [way, measured[way].figures[name]])),
    ]),
  ) as unknown as Table;
  const record: ToolsRecord = { ...stamp, size, rows: table };
  writeRecord(recordPath("bench", "terraform"), record, 3);
  return rowsOf(size, table);
}

function rowsOf(size: number, table: Table): BenchRow[] {
  const containers = `${size.toLocaleString("en")} containers`;
  const compare = (name: OperationName, way: Way, member: keyof RunFigures, what: string) =>
    ratioRow(
      { what, against: "Terraform with a REST provider", aim: { atMost: 1 } },
      [table[name][way][member]],
      [table[name].Terraform[member]],
      member === "seconds" ? "s" : "requests",
    );
  // A row that does not meet its aim says what the tools need to start, and whose the rest is.
  const compareTimes = (name: OperationName, way: Way, what: string) => {
    const { [way]: own, Terraform: other } = table[start];
    const reason = `a program without containers takes Pulumi ${own.seconds} s, Terraform ${other.seconds} s, since Pulumi starts Node.js for it. The rest is the SDK's and the engine's`;
    return explained(compare(name, way, "seconds", what), reason);
  };
  return [
    ...operations.map((name) => compare(name, "Pulumi", "requests", `requests: ${name}, ${containers}`)),
    ...(["plan, no change", "refresh"] as const).map((name) =>
      compareTimes(name, "Pulumi", `time: ${name}, ${containers}`),
    ),
    ...operations.map((name) =>
      compareTimes(name, "Pulumi, checkpoints skipped", `time: ${name}, ${containers}, checkpoints skipped`),
    ),
  ];
}
