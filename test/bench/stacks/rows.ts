/** Runs of the CLI, compared with a dynamic provider that does nothing. */
import type { BenchRow } from "../../../tools/measured/bench.js";
import type { Platform } from "../../platform.js";
import { startPlatformProcess } from "../../platform-process.js";
import { forgetRequests, requests } from "../../program/journal.js";
import { plainRow, ratioRow } from "../row.js";
import { type BenchProject, openBenchProject } from "./project.js";

const environmentCount = 10;
/** Runs that change nothing are repeated. */
const repetitions = 3;
const yes = ["--yes", "--skip-preview"];

export async function newEnvironments(platform: Platform): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < environmentCount; index++) {
    const { body } = await platform.request("POST", "/_local/environments", { body: {} });
    ids.push(body.id);
  }
  return ids;
}

/** What the state of a container has beside its inputs, without what only this provider writes. */
async function outputsOfContainer(platform: Platform, environments: readonly string[]): Promise<object> {
  const project = await openBenchProject(platform, { program: "containers", size: 1, environments });
  try {
    await project.run(["up", ...yes]);
    const [{ inputs, outputs }] = project.resources() as [{ inputs: object; outputs: object }];
    const entries = Object.entries(outputs).filter(([name]) => !name.startsWith("__") && !(name in inputs));
    await project.run(["destroy", ...yes]);
    return Object.fromEntries(entries);
  } finally {
    project.close();
  }
}

interface Figures {
  /** Seconds of each run, by step. */
  readonly seconds: Record<string, number[]>;
  readonly requests: Record<string, number>;
  /** The first resource in the state. */
  readonly resource: Record<string, unknown>;
}

/** The steps, in order. Where there are several runs of a step, none of them changes anything. */
async function measureProject(project: BenchProject, platform: Platform): Promise<Figures> {
  const seconds: Record<string, number[]> = {};
  const counts: Record<string, number> = {};
  const step = async (name: string, args: readonly string[], variables = {}, times = 1) => {
    seconds[name] = [];
    await forgetRequests(platform);
    for (let run = 0; run < times; run++) seconds[name].push(await project.run(args, variables));
    const all = Object.values(await requests(platform)).reduce((sum, count) => sum + count, 0);
    counts[name] = all / times;
  };
  await step("up", ["up", ...yes]);
  const resources = project.resources();
  await step("preview", ["preview"], {}, repetitions);
  await step("refresh", ["refresh", ...yes], {}, repetitions);
  const edited = { FIRST_TAG: "1.27" };
  await step("previewEdit", ["preview"], edited, repetitions);
  await step("upEdit", ["up", ...yes], edited);
  await step("upAgain", ["up", ...yes], edited);
  await step("upRefresh", ["up", ...yes, "--refresh", "--run-program"], edited);
  await step("destroy", ["destroy", ...yes]);
  return { seconds, requests: counts, resource: resources[0] ?? {} };
}

export async function stackRows(size: number): Promise<BenchRow[]> {
  const platform = await startPlatformProcess({ endpoints: "extended" });
  try {
    const environments = await newEnvironments(platform);
    const outputs = await outputsOfContainer(platform, environments);
    const measured: Partial<Record<"containers" | "nothing", Figures>> = {};
    for (const program of ["containers", "nothing"] as const) {
      const project = await openBenchProject(platform, { program, size, environments, outputs });
      try {
        measured[program] = await measureProject(project, platform);
      } finally {
        project.close();
      }
    }
    return rowsOf(size, measured.containers as Figures, measured.nothing as Figures);
  } finally {
    await platform.stop();
  }
}

function rowsOf(size: number, own: Figures, other: Figures): BenchRow[] {
  const count = size.toLocaleString("en");
  const against = `${count} resources of a dynamic provider that does nothing, with the same inputs and outputs`;
  const of = ({ seconds }: Figures, step: string) => seconds[step] as number[];
  const compare = (what: string, step: string, atMost: number) =>
    ratioRow({ what, against, aim: { atMost } }, of(own, step), of(other, step), "s");
  const single = (step: string) => of(own, step)[0] as number;
  return [
    compare(`\`pulumi up\` of ${count} containers, first time`, "up", 0.95),
    compare(`\`pulumi preview\` of ${count} containers, unchanged`, "preview", 0.8),
    compare(`\`pulumi refresh\` of ${count} containers in ${environmentCount} environments`, "refresh", 1.2),
    plainRow(
      {
        what: "its requests",
        against: "one list for each environment",
        aim: { atMost: environmentCount, unit: "requests" },
      },
      [own.requests.refresh ?? Number.NaN],
    ),
    ratioRow(
      { what: `\`pulumi up\` after one change in ${count}`, against: "preview of the same", aim: { atMost: 1.2 } },
      of(own, "upEdit"),
      of(own, "previewEdit"),
      "s",
    ),
    compare(`\`pulumi destroy\` of ${count} containers`, "destroy", 1.2),
    ratioRow(
      {
        what: `\`pulumi up --refresh --run-program\`, ${count} containers`,
        against: "`up` and `refresh` apart",
        aim: { atMost: 1 },
      },
      [single("upRefresh")],
      [single("upAgain") + of(own, "refresh").reduce((sum, each) => sum + each, 0) / repetitions],
      "s",
    ),
    stateRow(own),
  ];
}

/**
 * Bytes of a container in the state. The engine keeps what the program gives twice, and once what the platform adds; its own
 * member `__provider` does not count.
 */
function stateRow({ resource }: Figures): BenchRow {
  const { inputs, outputs } = resource as Record<"inputs" | "outputs", Record<string, unknown>>;
  const bytes = (members: Record<string, unknown>, isCounted: (name: string, value: unknown) => boolean) =>
    JSON.stringify(Object.fromEntries(Object.entries(members).filter(([name, value]) => isCounted(name, value))))
      .length;
  const isOwn = (name: string) => name !== "__provider";
  const isNeeded = (name: string, value: unknown) => !name.startsWith("__") && value !== null;
  return ratioRow(
    {
      what: "state, bytes of a container",
      against: "its inputs, and its inputs with what the platform adds",
      aim: { atMost: 1.1 },
    },
    [bytes(inputs, isOwn) + bytes(outputs, isOwn)],
    [bytes(inputs, isNeeded) + bytes(outputs, isNeeded)],
    "bytes",
  );
}
