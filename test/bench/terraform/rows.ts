/** The same containers on the same platform, declared with this package, and with Terraform and a provider for any REST API. */
import { isDeepStrictEqual } from "node:util";
import type { BenchRow, RunFigures, ToolsRecord } from "../../../tools/measured/bench.js";
import { recordPath } from "../../../tools/measured/record-file.js";
import { startPlatformProcess } from "../../platform-process.js";
import { writeRecord } from "../../recording.js";
import { type RowText, ratioRow } from "../row.js";
import { openBenchProject, writtenOnce } from "../stacks/project.js";
import { newEnvironments } from "../stacks/rows.js";
import { stampBench } from "../stamp.js";
import { type Binaries, findBinaries } from "./binaries.js";
import {
  type Measured,
  measureOperations,
  type OperationName,
  operations,
  type Place,
  type Runner,
} from "./operations.js";
import { openTerraformProject } from "./project.js";

/** Terraform's default. Pulumi's depends on the machine. */
const parallelism = 10;

/** The ways to carry the operations out, as the page calls them. */
const ways = ["Pulumi", "Pulumi, checkpoints skipped", "Terraform"] as const;

type Way = (typeof ways)[number];

const pulumiCommands: Readonly<Record<OperationName, readonly string[]>> = {
  create: ["up", "--yes", "--skip-preview"],
  "plan, no change": ["preview"],
  refresh: ["refresh", "--yes", "--skip-preview"],
  "update all": ["up", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
};

async function pulumiRunner({ platform, environments, size }: Place, variables: object): Promise<Runner> {
  const project = await openBenchProject(platform, { program: "containers", size, environments });
  return {
    run: (operation, tag) =>
      project.run([...pulumiCommands[operation], "--parallel", `${parallelism}`], {
        ...variables,
        FIRST_TAG: tag,
        TAG: tag,
      }),
    close: project.close,
  };
}

const terraformCommands: Readonly<Record<OperationName, readonly string[]>> = {
  create: ["apply", "-auto-approve"],
  "plan, no change": ["plan"],
  refresh: ["apply", "-refresh-only", "-auto-approve"],
  "update all": ["apply", "-auto-approve"],
  destroy: ["destroy", "-auto-approve"],
};

function terraformRunner(binaries: Binaries, { platform, environments, size }: Place): Runner {
  const project = openTerraformProject(binaries, platform, { size, environments });
  return {
    run: (operation, tag) => project.run([...terraformCommands[operation], `-parallelism=${parallelism}`], tag),
    close: project.close,
  };
}

/** All operations in one way, on a platform of its own. */
async function measureWay(way: Way, binaries: Binaries, size: number): Promise<Measured> {
  const platform = await startPlatformProcess({ endpoints: "extended" });
  try {
    const place = { platform, environments: await newEnvironments(platform), size };
    const runner =
      way === "Terraform"
        ? terraformRunner(binaries, place)
        : await pulumiRunner(place, way === "Pulumi" ? {} : writtenOnce);
    try {
      return await measureOperations(runner, place);
    } finally {
      runner.close();
    }
  } finally {
    await platform.stop();
  }
}

type Table = Readonly<Record<OperationName, Readonly<Record<Way, RunFigures>>>>;

/** The rows; nothing without the programs to compare with. Also keeps the figures for a table of their own. */
export async function terraformRows(size: number): Promise<BenchRow[] | undefined> {
  const binaries = findBinaries(process.env);
  if (typeof binaries === "string") {
    console.log(`terraform: not measured, and the recorded rows stay. To measure it, ${binaries}.`);
    return undefined;
  }
  const stamp = stampBench();
  const measured = {} as Record<Way, Measured>;
  for (const way of ways) {
    measured[way] = await measureWay(way, binaries, size);
    console.log(way);
    console.table(measured[way].figures);
  }
  const [first, ...others] = ways.map((way) => measured[way].created);
  if (!others.every((each) => isDeepStrictEqual(each, first))) throw new Error("The tools created other containers.");
  const table = Object.fromEntries(
    operations.map((name) => [name, Object.fromEntries(ways.map((way) => [way, measured[way].figures[name]]))]),
  ) as unknown as Table;
  const record: ToolsRecord = { ...stamp, size, rows: table };
  writeRecord(recordPath("bench", "terraform"), record, 3);
  return rowsOf(size, table);
}

function rowsOf(size: number, table: Table): BenchRow[] {
  const containers = `${size.toLocaleString("en")} containers`;
  const compare = (name: OperationName, way: Way, member: keyof RunFigures, text: Pick<RowText, "what" | "note">) =>
    ratioRow(
      { ...text, against: "Terraform with a REST provider", aim: { atMost: 1 } },
      [table[name][way][member]],
      [table[name].Terraform[member]],
      member === "seconds" ? "s" : "requests",
    );
  return [
    ...operations.map((name) => compare(name, "Pulumi", "requests", { what: `requests: ${name}, ${containers}` })),
    ...(["plan, no change", "refresh"] as const).map((name) =>
      compare(name, "Pulumi", "seconds", { what: `time: ${name}, ${containers}` }),
    ),
    ...operations.map((name) =>
      compare(name, "Pulumi, checkpoints skipped", "seconds", {
        what: `time: ${name}, ${containers}, checkpoints skipped`,
      }),
    ),
  ];
}
