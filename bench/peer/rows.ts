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
import { type BenchRow, type CpuFigures, type PeerRecord, peer } from "../../tools/generate/measured/bench.js";
import { recordPath } from "../../tools/generate/measured/record-file.js";
import { buildNative } from "../native.js";
import { explained, ratioRow } from "../row.js";
import { openPulumiProject } from "../stacks/project.js";
import { stampBench } from "../stamp.js";
import { type OperationName, operations } from "../terraform/operations.js";
import { openProject } from "../terraform/project.js";
import { pulumiCommands, terraformCommands } from "../terraform/rows.js";
import { type Usage, watchUsage } from "../usage.js";
import { startOlderCalls } from "./older-calls.js";
import { type Ids, terraformProgram, type WriteProgram, writeTypeScript, writeYaml } from "./programs.js";

const titles = {
  terraform: "a vendor's Terraform provider",
  dynamic: "dynamic resources, TypeScript",
  native: "native provider, YAML",
};

type Way = keyof typeof titles;

const ways = Object.keys(titles) as Way[];

type Figures = Readonly<Record<OperationName, CpuFigures>>;

interface Runner {
  run(operation: OperationName, tag: string): Promise<unknown>;
  close(): void | Promise<void>;
}

interface Place {
  readonly platform: Platform;
  readonly ids: Ids;
  /** Gets the process of each run. */
  readonly started: (pid: number) => void;
}

/** Terraform's default, for both. */
const parallelism = 10;

/** @param write Writes the program. One in YAML has no way to read the tag, and is written again for another. */
async function pulumiRunner({ platform, ids, started }: Place, write: WriteProgram): Promise<Runner> {
  let rewrite = (_tag: string): Promise<unknown> => Promise.resolve();
  const first = (folder: string) => {
    rewrite = (tag) => write(folder, ids, tag);
    return write(folder, ids, "");
  };
  const given = { ENVIRONMENT: ids.environment, REGISTRY: ids.registry };
  const project = await openPulumiProject(platform, "peer", first, given, started);
  return {
    ...project,
    async run(operation, tag) {
      await rewrite(tag);
      return project.run([...pulumiCommands[operation], "--parallel", `${parallelism}`], { TAG: tag });
    },
  };
}

/** @param provider The executable of a build, `terraform-provider-<name>`. */
async function terraformRunner(provider: string, { platform, ids, started }: Place): Promise<Runner> {
  const token = await platform.request("POST", "/_local/tokens", { body: { role: "admin", scheme: "token" } });
  const older = await startOlderCalls(platform.url);
  const name = basename(provider).replace(/^terraform-provider-/, "");
  const binaries = { terraform: process.env.BENCH_TERRAFORM ?? "terraform", provider };
  const given = {
    [`TEST_${name.toUpperCase()}_HOST`]: older.url,
    TF_VAR_token: token.body.token,
    TF_VAR_environment: ids.environment,
    TF_VAR_registry: ids.registry,
  };
  const project = openProject(binaries, `example/${name}`, terraformProgram(name), given, started);
  return {
    ...project,
    run: (operation, tag) =>
      project.run([...terraformCommands[operation], `-parallelism=${parallelism}`], { TF_VAR_tag: tag }),
    async close() {
      project.close();
      await older.close();
    },
  };
}

type Open = (place: Place) => Promise<Runner>;

async function measure(open: Open): Promise<Figures> {
  const platform = await startPlatformProcess({ endpoints: "extended" });
  const figures: Partial<Record<OperationName, CpuFigures>> = {};
  try {
    const ids = { environment: platform.ids.environment, registry: platform.ids.registries.GENERIC_CR };
    const watches: (() => Usage)[] = [];
    const runner = await open({ platform, ids, started: (pid) => watches.push(watchUsage(pid)) });
    try {
      for (const operation of operations) {
        // What was created a moment ago is read with more care.
        if (operation === "destroy") await setTimeout(10_000);
        await forgetRequests(platform);
        await runner.run(operation, operation === "update all" || operation === "destroy" ? "1.27" : "1.26");
        const [usage] = watches
          .splice(0)
          .map((stop) => stop())
          .slice(-1);
        const sent = Object.values(await requests(platform)).reduce((all, count) => all + count, 0);
        const { cpuSeconds = 0, pluginSeconds = 0, ...memory } = usage ?? {};
        figures[operation] = {
          ...{ cpuSeconds: tenths(cpuSeconds), pluginSeconds: tenths(pluginSeconds), requests: sent },
          ...memory,
        };
      }
    } finally {
      await runner.close();
    }
  } finally {
    await platform.stop();
  }
  return figures as Figures;
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

/**
 * The rows, of which the figures are also kept for a table of their own.
 *
 * @throws Error if the other provider was never measured.
 */
export async function peerRows(): Promise<BenchRow[]> {
  const provider = builtProvider();
  const recorded = peer();
  if (provider === undefined && recorded === undefined)
    throw new Error("peer: set PEER_DIR to a built checkout of the provider to compare with.");
  await buildNative();
  const stamp = stampBench();
  const runners: Readonly<Record<Way, Open>> = {
    terraform: (place) => terraformRunner(provider as string, place),
    dynamic: (place) => pulumiRunner(place, writeTypeScript),
    native: (place) => pulumiRunner(place, writeYaml),
  };
  const measured = {} as Record<Way, Figures>;
  for (const way of ways) {
    const isKnown = way === "terraform" && provider === undefined;
    measured[way] = isKnown ? figuresOf(recorded as PeerRecord, way) : await measure(runners[way]);
    console.log(way);
    console.table(measured[way]);
  }
  const rows = Object.fromEntries(
    operations.map((name) => [name, Object.fromEntries(ways.map((way) => [way, measured[way][name]]))]),
  ) as PeerRecord["rows"];
  const peerMeasured = provider === undefined ? recorded?.peerMeasured : stamp.measured;
  writeRecord(recordPath("bench", "peer"), { ...stamp, peerMeasured, rows }, 3);
  return rowsOf(rows);
}

function figuresOf({ rows }: PeerRecord, way: Way): Figures {
  return Object.fromEntries(operations.map((name) => [name, rows[name]?.[way]])) as Figures;
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

function rowsOf(rows: PeerRecord["rows"]): BenchRow[] {
  return (["native", "dynamic"] as const).flatMap((way) =>
    (["cpuSeconds", "requests"] as const).flatMap((member) =>
      operations.map((name) => {
        const { [way]: own, terraform: other } = rows[name] as Record<Way, CpuFigures>;
        const [noun, unit] = member === "requests" ? ["requests", "requests"] : ["CPU time", "s"];
        const atMost = Number(aims[way][member].toFixed(3));
        const plugin = member === "requests" ? {} : { beside: `the plugin ${own.pluginSeconds} s` };
        const text = {
          what: `${noun}: ${name}, ${titles[way]}`,
          against: titles.terraform,
          aim: { atMost },
          ...plugin,
        };
        return explained(ratioRow(text, [own[member]], [other[member]], unit), notes[member]);
      }),
    ),
  );
}
