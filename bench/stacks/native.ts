/** The native provider, compared with a dynamic provider that does nothing, with ours, and with requests alone. */
import { startPlatformProcess } from "../../test/platform/platform-process.js";
import type { BenchRow } from "../../tools/generate/measured/bench.js";
import { startClient } from "../plugin/client.js";
import { timesOf } from "../plugin/creates.js";
import { delay, startExample } from "../plugin/example.js";
import { buildNative, startNative } from "../plugin/plugin.js";
import { plainRow, type RowText, ratioRow } from "../row.js";
import { type BenchProject, openBenchProject, writtenOnce } from "./project.js";
import {
  type Figures,
  measureProjects,
  newEnvironments,
  refreshes,
  repetitions,
  stateOfContainer,
  yes,
} from "./rows.js";

/** Why a row may miss its aim. */
const notes = {
  creates: "each create is a call of gRPC, whose messages are read and written in JavaScript.",
  up: "the engine writes the whole state after each resource, and a native resource has little less in it than a dynamic one.",
  refresh: "both wait for the engine, as with the dynamic provider. What is ours is listed under [Refresh](#refresh).",
  requests:
    "the first read of a run sometimes arrives alone, and asks for its container by ID before others make the list worth a request.",
  state:
    "what the dynamic one has more is the text that loads its provider. The native one has the output `deployable`, which other languages need.",
  memory: "the plugin keeps what the engine has sent for resources that wait for a response.",
};

/** How often the executable is started. */
const starts = 9;

export async function nativeRows(size: number): Promise<BenchRow[]> {
  await buildNative();
  return [await startRow(), await createsRow(), ...(await runRows(size)), await memoryRow(size * 10)];
}

async function startRow(): Promise<BenchRow> {
  const times: number[] = [];
  for (let each = 0; each < starts; each++) {
    const before = performance.now();
    const plugin = await startNative();
    times.push(performance.now() - before);
    await plugin.stop();
  }
  const text = { what: "start of the executable, until it serves", against: "", aim: { atMost: 150, unit: "ms" } };
  return plainRow(text, times);
}

async function createsRow(): Promise<BenchRow> {
  const { task, stop } = await startExample();
  const { creates, atOnce } = task;
  const clients = [startClient(task), startClient({ ...task, provider: "native" })];
  try {
    const [raw = [], own = []] = await timesOf(clients);
    const what = `${creates.toLocaleString("en")} creates through the plugin, ${atOnce} at a time, platform responds after ${delay} ms`;
    const against = `undici with ${atOnce} connections, without Pulumi`;
    return ratioRow({ what, against, aim: { atMost: 1.3 }, note: notes.creates }, own, raw, "s");
  } finally {
    await Promise.all(clients.map((client) => client.stop()));
    stop();
  }
}

/** The steps are those of the other stacks. Only steps that change nothing are run several times. */
const steps = [
  { name: "up", args: ["up", ...yes] },
  { name: "preview", args: ["preview"], times: repetitions },
  { name: "refresh", args: ["refresh", ...yes], times: refreshes },
];

async function runRows(size: number): Promise<BenchRow[]> {
  const platform = await startPlatformProcess({ endpoints: "extended" });
  const opened: BenchProject[] = [];
  try {
    const { outputs = {} } = await stateOfContainer(platform, await newEnvironments(platform));
    const open = async (program: "native" | "nothing" | "containers") => {
      // Names are unique in an environment.
      const environments = await newEnvironments(platform);
      const project = await openBenchProject(platform, { program, size, environments, outputs });
      opened.push(project);
      return project;
    };
    const projects = {
      native: await open("native"),
      nothing: await open("nothing"),
      containers: await open("containers"),
    };
    const { native, nothing, containers } = await measureProjects(projects, platform, steps);
    return rowsOf(size, native, nothing, containers);
  } finally {
    for (const project of opened) project.close();
    await platform.stop();
  }
}

function rowsOf(size: number, own: Figures, nothing: Figures, dynamic: Figures): BenchRow[] {
  const count = size.toLocaleString("en");
  const against = `${count} resources of a dynamic provider that does nothing, with the same inputs and outputs`;
  const of = ({ seconds }: Figures, step: string) => seconds[step] as number[];
  const compare = (text: Pick<RowText, "what" | "note">, step: string, atMost: number) => {
    const [middle = Number.NaN] = [...of(dynamic, step)]
      .sort((a, b) => a - b)
      .slice(Math.floor((of(dynamic, step).length - 1) / 2));
    const beside = `our dynamic provider ${Number(middle.toPrecision(3))} s`;
    return ratioRow({ ...text, against, aim: { atMost }, beside }, of(own, step), of(nothing, step), "s");
  };
  const bytes = ({ resource }: Figures) => JSON.stringify(resource).length;
  return [
    compare({ what: `\`pulumi up\` of ${count} containers, first time`, note: notes.up }, "up", 0.7),
    compare({ what: `\`pulumi preview\` of ${count} containers, unchanged` }, "preview", 0.5),
    compare({ what: `\`pulumi refresh\` of ${count} containers`, note: notes.refresh }, "refresh", 1),
    ratioRow(
      { what: "its requests", against: "our dynamic provider", aim: { atMost: 1 }, note: notes.requests },
      [own.requests.refresh ?? Number.NaN],
      [dynamic.requests.refresh ?? Number.NaN],
      "requests",
    ),
    ratioRow(
      {
        what: "state, bytes of a container",
        against: "our dynamic provider",
        aim: { atMost: 0.85 },
        note: notes.state,
      },
      [bytes(own)],
      [bytes(dynamic)],
      "bytes",
    ),
  ];
}

async function memoryRow(size: number): Promise<BenchRow> {
  const platform = await startPlatformProcess({ endpoints: "extended" });
  const environments = await newEnvironments(platform);
  const project = await openBenchProject(platform, { program: "native", size, environments });
  try {
    await project.run(["up", ...yes], writtenOnce);
    const what = `memory of the plugin with ${size.toLocaleString("en")} containers`;
    return plainRow({ what, against: "", aim: { atMost: 200, unit: "MB" }, note: notes.memory }, [
      project.peakMemory().parts.plugin / 1e6,
    ]);
  } finally {
    project.close();
    await platform.stop();
  }
}
