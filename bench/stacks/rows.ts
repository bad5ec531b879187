/** Runs of the CLI, compared with a dynamic provider that does nothing. */

import { forgetRequests, requests } from "../../test/engine/journal.js";
import type { Platform } from "../../test/platform/platform.js";
import { startPlatformProcess } from "../../test/platform/platform-process.js";
import type { BenchRow } from "../../tools/generate/measured/bench.js";
import { plainRow, type RowText, ratioRow } from "../row.js";
import { type BenchProject, openBenchProject, type Program, writtenOnce } from "./project.js";

const environmentCount = 10;
/** Runs that change nothing are repeated; the shortest ones more often. */
export const repetitions = 3;
export const refreshes = 5;
export const yes = ["--yes", "--skip-preview"];

export async function newEnvironments(platform: Platform): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < environmentCount; index++) {
    const { body } = await platform.request("POST", "/_local/environments", { body: {} });
    ids.push(body.id);
  }
  return ids;
}

/** A container in the state: its inputs, and what the platform adds, without what only this provider writes. */
export async function stateOfContainer(
  platform: Platform,
  environments: readonly string[],
): Promise<Record<string, object>> {
  const project = await openBenchProject(platform, { program: "containers", size: 1, environments });
  try {
    await project.run(["up", ...yes]);
    const [{ inputs, outputs }] = project.resources() as [{ inputs: object; outputs: object }];
    const isOwn = (name: string) => !name.startsWith("__");
    const added = Object.entries(outputs).filter(([name]) => isOwn(name) && !(name in inputs));
    await project.run(["destroy", ...yes]);
    const given = Object.entries(inputs).filter(([name]) => isOwn(name));
    return { inputs: Object.fromEntries(given), outputs: Object.fromEntries(added) };
  } finally {
    project.close();
  }
}

/** The engine keeps the value of a `Stash` three times, inputs of a container twice, and what the platform adds once. */
function fillerFor({ inputs, outputs }: Record<string, object>): string {
  const bytes = (values: object | undefined) => JSON.stringify(values).length;
  return "x".repeat(Math.max(0, Math.round((bytes(outputs) - bytes(inputs)) / 3)));
}

export interface Figures {
  /** Seconds of each run, by step. */
  readonly seconds: Record<string, number[]>;
  readonly requests: Record<string, number>;
  /** The first resource in the state, after the first `up`. */
  resource: Record<string, unknown>;
}

export interface Step<P extends Program> {
  readonly name: string;
  readonly args: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
  readonly times?: number;
  /** The programs that are measured; all if omitted. */
  readonly of?: readonly P[];
}

const edited = { FIRST_TAG: "1.27" };
const upRefresh = ["up", ...yes, "--refresh", "--run-program"];

/** The steps, in order. Only steps that change nothing are run several times. */
const steps: readonly Step<"containers" | "nothing" | "stash">[] = [
  { name: "up", args: ["up", ...yes] },
  { name: "preview", args: ["preview"], times: repetitions },
  { name: "refresh", args: ["refresh", ...yes], times: refreshes },
  { name: "previewEdit", args: ["preview"], variables: edited, times: repetitions, of: ["containers"] },
  { name: "upEdit", args: ["up", ...yes], variables: edited, of: ["containers"] },
  { name: "upAgain", args: ["up", ...yes], variables: edited },
  { name: "upRefresh", args: upRefresh, variables: edited, of: ["containers", "stash"] },
  {
    name: "upRefreshOnce",
    args: upRefresh,
    variables: { ...edited, ...writtenOnce },
    times: 2,
    of: ["containers", "nothing"],
  },
  { name: "destroy", args: ["destroy", ...yes], of: ["containers", "nothing"] },
];

/** The programs take turns, so that all of them see the same load of the machine. */
export async function measureProjects<P extends Program>(
  projects: Readonly<Record<P, BenchProject>>,
  platform: Platform,
  steps: readonly Step<P>[],
): Promise<Record<P, Figures>> {
  const all = Object.keys(projects) as P[];
  const figures = Object.fromEntries(all.map((program) => [program, noFigures()])) as Record<P, Figures>;
  for (const { name, args, variables, times = 1, of = all } of steps) {
    for (let run = 0; run < times; run++) {
      for (const program of of) {
        const { seconds, requests: counts } = figures[program];
        await forgetRequests(platform);
        seconds[name] = [...(seconds[name] ?? []), await projects[program].run(args, variables)];
        const sent = Object.values(await requests(platform)).reduce((sum, count) => sum + count, 0);
        counts[name] = (counts[name] ?? 0) + sent / times;
      }
    }
    if (name === "up") {
      for (const program of of) figures[program].resource = projects[program].resources()[0] ?? {};
    }
  }
  return figures;
}

const noFigures = (): Figures => ({ seconds: {}, requests: {}, resource: {} });

export async function stackRows(size: number): Promise<BenchRow[]> {
  const platform = await startPlatformProcess({ endpoints: "extended" });
  const opened: BenchProject[] = [];
  try {
    const environments = await newEnvironments(platform);
    const state = await stateOfContainer(platform, environments);
    const open = async (program: Program) => {
      const options = { program, size, environments, outputs: state.outputs ?? {}, filler: fillerFor(state) };
      const project = await openBenchProject(platform, options);
      opened.push(project);
      return project;
    };
    const projects = {
      containers: await open("containers"),
      nothing: await open("nothing"),
      stash: await open("stash"),
    };
    const { containers, nothing, stash } = await measureProjects(projects, platform, steps);
    return rowsOf(size, containers, nothing, stash);
  } finally {
    for (const project of opened) project.close();
    await platform.stop();
  }
}

/** Why rows may miss their aim. Shown only if they do. */
const notes = {
  refresh:
    "both wait for the engine, which starts a process and reads and compares one resource after the other on each of its 8 threads. What is ours is listed under [Refresh](#refresh).",
  upRefreshOnce:
    "without the writes of the state, what is left is the engine's and the SDK's: the requests are those of a refresh, and the table also shows a provider that does nothing",
  upRefresh:
    "the engine writes the whole state after each resource that it refreshes while the program runs, whether it has changed or not (`refreshSnapshotMutation.End` in its `backend/snapshot.go`). Its own `Stash` pays the same. See [Refresh while the program runs](#refresh-while-the-program-runs).",
};

function rowsOf(size: number, own: Figures, other: Figures, stash: Figures): BenchRow[] {
  const count = size.toLocaleString("en");
  const against = `${count} resources of a dynamic provider that does nothing, with the same inputs and outputs`;
  const of = ({ seconds }: Figures, step: string) => seconds[step] as number[];
  const average = (figures: Figures, step: string) =>
    of(figures, step).reduce((sum, each) => sum + each, 0) / of(figures, step).length;
  const compare = (text: Pick<RowText, "what" | "note">, step: string, atMost: number) => {
    const beside =
      step in stash.seconds ? { beside: `\`Stash\` ${Number(average(stash, step).toPrecision(3))} s` } : {};
    return ratioRow({ ...text, against, aim: { atMost }, ...beside }, of(own, step), of(other, step), "s");
  };
  const apart = (figures: Figures) => average(figures, "upAgain") + average(figures, "refresh");
  const ratioOf = (figures: Figures, step: string) =>
    `${Number((average(figures, step) / apart(figures)).toPrecision(3))} ×`;
  const together = {
    what: `\`pulumi up --refresh --run-program\`, ${count} containers`,
    against: "`up` and `refresh` apart",
    aim: { atMost: 1 },
  };
  return [
    compare({ what: `\`pulumi up\` of ${count} containers, first time` }, "up", 0.95),
    compare({ what: `\`pulumi preview\` of ${count} containers, unchanged` }, "preview", 0.8),
    compare(
      { what: `\`pulumi refresh\` of ${count} containers in ${environmentCount} environments`, note: notes.refresh },
      "refresh",
      1.2,
    ),
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
    compare({ what: `\`pulumi destroy\` of ${count} containers` }, "destroy", 1.2),
    ratioRow(
      { ...together, note: notes.upRefresh, beside: `with \`Stash\` ${ratioOf(stash, "upRefresh")}` },
      of(own, "upRefresh"),
      [apart(own)],
      "s",
    ),
    ratioRow(
      {
        ...together,
        what: "the same, checkpoints skipped",
        note: notes.upRefreshOnce,
        beside: `with a provider that does nothing ${ratioOf(other, "upRefreshOnce")}`,
      },
      of(own, "upRefreshOnce"),
      [apart(own)],
      "s",
    ),
    stateRow(own),
  ];
}

/**
 * Bytes of a container in the state. The engine stores the program's values twice, and what the platform adds once; its own
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
