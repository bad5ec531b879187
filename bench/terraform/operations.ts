/** The operations that both tools have, and what the platform must have after each. */
import { isDeepStrictEqual } from "node:util";
import { forgetRequests, requests } from "../../test/engine/support/journal.js";
import type { Platform } from "../../test/platform/support/platform.js";
import type { RunFigures } from "../../tools/generate/measured/bench.js";

export const operations = ["create", "plan, no change", "refresh", "update all", "destroy"] as const;

export type OperationName = (typeof operations)[number];

/** A plan of a program that declares nothing: the start-up time of a tool. */
export const start = "plan, no containers";

/** Where the operations are carried out, and with how many containers. */
export interface Place {
  readonly platform: Platform;
  readonly environments: readonly string[];
  readonly size: number;
}

/** One way to carry the operations out. */
export interface Runner {
  /** Runs an operation on containers that have this image tag, or are to have it. Returns its seconds. */
  run(operation: OperationName, tag: string): Promise<number>;
  /** Plans a program without containers. Returns its seconds. */
  start(): Promise<number>;
  close(): void;
}

/** What both tools set for each container, as the platform returns it. */
export type Containers = readonly object[];

export interface Measured {
  readonly figures: Readonly<Record<OperationName | typeof start, RunFigures>>;
  /** What was on the platform after the create. */
  readonly created: Containers;
}

const firstTag = "1.26";
const secondTag = "1.27";

/** Runs the operations one after the other, and checks on the platform what each has done. */
export async function measureOperations(runner: Runner, place: Place): Promise<Measured> {
  const { platform, environments, size } = place;
  const figures: Record<string, RunFigures> = {};
  const measure = async (name: OperationName | typeof start, run: () => Promise<number>) => {
    await forgetRequests(platform);
    const seconds = await run();
    const counts = Object.values(await requests(platform));
    figures[name] = { seconds: tenths(seconds), requests: counts.reduce((sum, count) => sum + count, 0) };
  };
  let created: Containers = [];
  for (const operation of operations) {
    const isUpdated = operation === "update all" || operation === "destroy";
    await measure(operation, () => runner.run(operation, isUpdated ? secondTag : firstTag));
    const containers = await containersOf(platform, environments);
    if (operation === "create") created = containers;
    const expected =
      operation === "destroy" ? [] : created.map((each) => ({ ...each, tag: isUpdated ? secondTag : firstTag }));
    if (operation !== "destroy" && created.length !== size) throw new Error(`${created.length} containers of ${size}`);
    if (!isDeepStrictEqual(containers, expected))
      throw new Error(`After "${operation}", the platform has other containers.`);
  }
  await measure(start, runner.start);
  return { figures: figures as Measured["figures"], created };
}

/** The containers by name, without what the platform assigns to each. */
async function containersOf(platform: Platform, environments: readonly string[]): Promise<Containers> {
  const found: Record<string, unknown>[] = [];
  for (const [position, id] of environments.entries()) {
    const { body } = await platform.request("GET", `/environment/${id}/container`);
    const items = body.results as Record<string, unknown>[];
    found.push(...items.map((item) => ({ ...item, environment: position })));
  }
  return found
    .sort((a, b) => String(a.name).localeCompare(String(b.name)))
    .map(({ id: _, created_at: __, updated_at: ___, ports, ...given }) => ({ ...given, ports: withoutIds(ports) }));
}

function withoutIds(items: unknown): object[] {
  return (items as Record<string, unknown>[]).map(({ id: _, ...item }) => item);
}

function tenths(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}
