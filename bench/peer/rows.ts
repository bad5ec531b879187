/**
 * The same containers and databases on the same platform, declared with this package and with a Terraform provider for it. This
 * package doesn't depend on that provider: without a build of it, its figures are those of the record.
 */
import { existsSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { forgetRequests, requests } from "../../test/engine/support/journal.js";
import type { Platform } from "../../test/platform/support/platform.js";
import { startPlatformProcess } from "../../test/platform/support/platform-process.js";
import { writeRecord } from "../../test/support/recording.js";
import {
  type BenchRow,
  type CpuFigures,
  operationMinutes,
  type PeerFigures,
  peer,
} from "../../tools/generate/measured/bench.js";
import { recordPath } from "../../tools/generate/measured/record-file.js";
import { buildNative } from "../native.js";
import { processTree } from "../process-tree.js";
import { explained, ratioRow } from "../row.js";
import { openPulumiProject, writtenOnce } from "../stacks/project.js";
import { stampBench } from "../stamp.js";
import { openProject } from "../terraform/project.js";
import { type Usage, watchUsage } from "../usage.js";
import { startOlderCalls } from "./older-calls.js";
import { type Ids, terraformProgram, type WriteProgram, writeTypeScript, writeYaml } from "./programs.js";
import { bytesInPulumiState, bytesInTerraformState } from "./state-bytes.js";

const titles = {
  terraform: "a vendor's Terraform provider",
  native: "native provider, YAML",
  dynamic: "dynamic resources, TypeScript",
  "native, checkpoints skipped": "native provider, YAML, checkpoints skipped",
};

const skipped = "native, checkpoints skipped";

type Way = keyof typeof titles;

const ways = Object.keys(titles) as Way[];

interface Operation {
  /** The image tag that the program then declares. */
  readonly tag: string;
  readonly pulumi: readonly string[];
  readonly terraform: readonly string[];
}

const [upYes, apply] = [
  ["up", "--yes", "--skip-preview"],
  ["apply", "-auto-approve"],
];

/** The same for both: Terraform reads all resources before each operation unless it's told not to, Pulumi only if it's told to. */
const operations: Readonly<Record<string, Operation>> = {
  create: { tag: "1.26", pulumi: upYes, terraform: apply },
  "plan, no change": { tag: "1.26", pulumi: ["preview"], terraform: ["plan", "-refresh=false"] },
  "plan, no change, after a refresh": { tag: "1.26", pulumi: ["preview", "--refresh"], terraform: ["plan"] },
  refresh: {
    tag: "1.26",
    pulumi: ["refresh", "--yes", "--skip-preview"],
    terraform: ["apply", "-refresh-only", "-auto-approve"],
  },
  "update all": { tag: "1.27", pulumi: upYes, terraform: [...apply, "-refresh=false"] },
  "update all, after a refresh": { tag: "1.28", pulumi: [...upYes, "--refresh"], terraform: apply },
  destroy: {
    tag: "1.28",
    pulumi: ["destroy", "--yes", "--skip-preview"],
    terraform: ["destroy", "-auto-approve", "-refresh=false"],
  },
};

type Figures = Readonly<Record<string, CpuFigures>>;

interface Measured {
  readonly figures: Figures;
  readonly state: Readonly<Record<string, number>>;
}

interface Runner {
  run(operation: Operation): Promise<unknown>;
  /** Bytes of a container in the state. */
  bytes(): Readonly<Record<string, number>>;
  close(): void | Promise<void>;
}

interface Place {
  readonly platform: Platform;
  readonly ids: Ids;
  readonly containers: number;
  /** Gets the process of each run. */
  readonly started: (pid: number) => void;
}

/** Terraform's default, for both. */
const parallelism = 10;

/** @param write Writes the program. One in YAML has no way to read the tag, and is written again for another. */
async function pulumiRunner(
  place: Place,
  write: WriteProgram,
  options: Readonly<Record<string, string>> = {},
): Promise<Runner> {
  const { platform, ids, containers, started } = place;
  let rewrite = (_tag: string): Promise<unknown> => Promise.resolve();
  const first = (folder: string) => {
    rewrite = (tag) => write(folder, ids, { containers, tag });
    return write(folder, ids, { containers, tag: "" });
  };
  const settings = { ENVIRONMENT: ids.environment, REGISTRY: ids.registry, ...options };
  const project = await openPulumiProject(platform, "peer", first, settings, started);
  return {
    ...project,
    async run({ tag, pulumi }) {
      await rewrite(tag);
      return project.run([...pulumi, "--parallel", `${parallelism}`], { TAG: tag });
    },
    bytes: () => bytesInPulumiState(project.state()),
  };
}

/** @param provider The executable of a build, `terraform-provider-<name>`. */
async function terraformRunner(provider: string, { platform, ids, containers, started }: Place): Promise<Runner> {
  const token = await platform.request("POST", "/_local/tokens", { body: { role: "admin", scheme: "token" } });
  const older = await startOlderCalls(platform.url);
  const name = basename(provider).replace(/^terraform-provider-/, "");
  const binaries = { terraform: process.env.BENCH_TERRAFORM ?? "terraform", provider };
  const settings = {
    [`TEST_${name.toUpperCase()}_HOST`]: older.url,
    TF_VAR_token: token.body.token,
    TF_VAR_environment: ids.environment,
    TF_VAR_registry: ids.registry,
  };
  const project = openProject(binaries, `example/${name}`, terraformProgram(name, containers), settings, started);
  return {
    ...project,
    run: ({ tag, terraform }) => project.run([...terraform, `-parallelism=${parallelism}`], { TF_VAR_tag: tag }),
    bytes: () => bytesInTerraformState(project.state()),
    async close() {
      project.close();
      await older.close();
    },
  };
}

type Open = (place: Place) => Promise<Runner>;

async function measure(open: Open, containers: number): Promise<Measured> {
  const platform = await startPlatformProcess({ endpoints: "extended" });
  const figures: Record<string, CpuFigures> = {};
  let state = {};
  try {
    const ids = { environment: platform.ids.environment, registry: platform.ids.registries.GENERIC_CR };
    const watches: (() => Usage)[] = [];
    const pids: number[] = [];
    const started = (pid: number) => {
      pids.push(pid);
      watches.push(watchUsage(pid));
    };
    const runner = await open({ platform, ids, containers, started });
    try {
      for (const [name, operation] of Object.entries(operations)) {
        // What was created a moment ago is read with more care.
        if (name === "destroy") await setTimeout(10_000);
        await forgetRequests(platform);
        const isOver = await endsInTime(runner.run(operation), () => pids.at(-1));
        if (!isOver) break;
        const [usage] = watches
          .splice(0)
          .map((stop) => stop())
          .slice(-1);
        const sent = Object.values(await requests(platform)).reduce((all, count) => all + count, 0);
        const { cpuSeconds = 0, pluginSeconds = 0, memory = 0, pluginMemory = 0 } = usage ?? {};
        figures[name] = {
          ...{ cpuSeconds: tenths(cpuSeconds), pluginSeconds: tenths(pluginSeconds), requests: sent },
          ...{ memory, pluginMemory },
        };
        if (name === "create") state = runner.bytes();
      }
    } finally {
      await runner.close();
    }
  } finally {
    await platform.stop();
  }
  return { figures, state };
}

/** Whether an operation ends within the limit. Otherwise, it's killed, and what follows in this way isn't measured. */
async function endsInTime(running: Promise<unknown>, pid: () => number | undefined): Promise<boolean> {
  const wait = new AbortController();
  const limit = setTimeout(1000 * 60 * operationMinutes, "limit", { signal: wait.signal }).catch(() => undefined);
  const first = await Promise.race([running, limit]).finally(() => wait.abort());
  if (first !== "limit") return true;
  const root = pid();
  for (const each of root === undefined ? [] : processTree(root)) process.kill(each.pid, "SIGKILL");
  await running.catch(() => undefined);
  return false;
}

const tenths = (seconds: number) => Number(seconds.toFixed(1));

/** The provider's executable in a checkout; nothing if none is named. */
function builtProvider(): string | undefined {
  const folder = process.env.PEER_DIR;
  if (folder === undefined) return undefined;
  const name = existsSync(folder) && readdirSync(folder).find((each) => /^terraform-provider-[a-z]+$/.test(each));
  if (!name) throw new Error(`PEER_DIR: ${folder} lacks an executable terraform-provider-…: build the checkout first.`);
  return join(folder, name);
}

/** The numbers of containers; with `--size`, only that one. */
const sizes = (size: number) => (size === 1_000 ? [5, 100, size] : [size]);

/** The number of containers for which aims are set. */
const compared = 100;

/**
 * The rows of 100 containers. The figures of all sizes are kept for tables of their own, each as soon as it's measured.
 *
 * @throws Error if the other provider was never measured.
 */
export async function peerRows(size: number): Promise<BenchRow[] | undefined> {
  const provider = builtProvider();
  if (provider === undefined && peer() === undefined)
    throw new Error("peer: set PEER_DIR to a built checkout of the provider to compare with.");
  await buildNative();
  for (const each of sizes(size)) await measureSize(provider, each);
  const rows = peer()?.sizes[compared]?.rows;
  return rows && rowsOf(rows);
}

async function measureSize(provider: string | undefined, size: number): Promise<void> {
  const stamp = stampBench();
  const runners: Readonly<Record<Way, Open>> = {
    terraform: (place) => terraformRunner(provider as string, place),
    native: (place) => pulumiRunner(place, writeYaml),
    dynamic: (place) => pulumiRunner(place, writeTypeScript),
    [skipped]: (place) => pulumiRunner(place, writeYaml, writtenOnce),
  };
  const recorded = peer()?.sizes[size];
  const peerMeasured = provider === undefined ? recorded?.peerMeasured : stamp.measured;
  const measured: Partial<Record<Way, Measured>> = {};
  const byWay = <T>(of: (each: Measured) => T | undefined): Record<string, T> =>
    Object.fromEntries(
      Object.entries(measured).flatMap(([way, each]) => {
        const found = of(each);
        return found === undefined ? [] : [[way, found]];
      }),
    );
  for (const way of ways) {
    const isOther = way === "terraform" && provider === undefined;
    const found = isOther ? recorded && recordedOf(recorded, way) : await measure(runners[way], size);
    if (found === undefined) continue;
    measured[way] = found;
    console.log(`${size} containers, ${way}: CPU time, memory and requests, and bytes of a container in the state`);
    console.table(found.figures);
    if (way !== skipped) console.table(found.state);
    const rows = Object.fromEntries(
      Object.keys(operations).map((name) => [name, byWay(({ figures }) => figures[name])]),
    );
    // Without checkpoints, the state is the same in the end.
    const { [skipped]: _, ...state } = byWay((each) => each.state);
    // After each of them, so that a run that is interrupted keeps what it has.
    const figures: PeerFigures = { ...stamp, peerMeasured, rows, state };
    writeRecord(recordPath("bench", "peer"), { sizes: { ...peer()?.sizes, [size]: figures } }, 5);
  }
}

function recordedOf({ rows, state }: PeerFigures, way: Way): Measured | undefined {
  const figures = Object.entries(rows).flatMap(([name, { [way]: each }]) => (each === undefined ? [] : [[name, each]]));
  return figures.length === 0 ? undefined : { figures: Object.fromEntries(figures), state: state[way] ?? {} };
}

/** At most which part of the other provider's CPU time and of its requests each way may need. */
const aims = { native: { cpuSeconds: 1 / 4, requests: 1 / 7 }, dynamic: { cpuSeconds: 2 / 5, requests: 1 / 7 } };

/** Why a row may miss its aim. */
const notes = {
  cpuSeconds:
    "what is not the plugin's is Pulumi's: its engine writes the whole state twice for each resource, and its SDK for Node.js registers each",
  requests:
    "a container takes a create, a request for its variables and one for its addresses; an update, one that lists its variables and one for each that changes; a delete, one that lists its variables and one that lists its domains, so that nothing is deleted that the stack doesn't manage. What is left are lists that operations at the same time share",
};

function rowsOf(rows: PeerFigures["rows"]): BenchRow[] {
  return (["native", "dynamic"] as const).flatMap((way) =>
    (["cpuSeconds", "requests"] as const).flatMap((member) =>
      Object.keys(operations).flatMap((name) => {
        const { [way]: own, terraform: other } = rows[name] ?? {};
        if (own === undefined || other === undefined || other[member] === 0) return [];
        const [noun, unit] = member === "requests" ? ["requests", "requests"] : ["CPU time", "s"];
        const atMost = Number(aims[way][member].toFixed(3));
        const plugin = member === "requests" ? {} : { beside: `the plugin ${own.pluginSeconds} s` };
        const text = {
          what: `${noun}: ${name}, ${titles[way]}`,
          against: titles.terraform,
          aim: { atMost },
          ...plugin,
        };
        return [explained(ratioRow(text, [own[member]], [other[member]], unit), notes[member])];
      }),
    ),
  );
}
