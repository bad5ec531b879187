/**
 * `npm run mutants -- provider/deletion provider/values/merge.ts`: changes the code of rooms or files bit by bit, and reports changes
 * that no unit test notices. If the paths include folders or files of tests, only these run.
 *
 * The tested code contains all changes, each with a switch of its own, which StrykerJS's instrumenter adds. After each test, the runner
 * repeats it with each change that it reaches. StrykerJS's own runner loads all modules again for each change, which takes seconds.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import type { ProvidedContext } from "vitest";
import { type Limits, noticed, reached, reachedOnLoad } from "./marks.js";

const root = join(__dirname, "../..");

/** Below this share of changes that a test notices, the command fails. */
const desired = 90;

/** Quick tests come first, since they notice most changes. Times in milliseconds. */
const passes: readonly Limits[] = [
  { longestTest: 5, perMutant: 1_000, perFile: 30 },
  { longestTest: 50, perMutant: 3_000, perFile: 300 },
  { longestTest: Number.POSITIVE_INFINITY, perMutant: 5_000, perFile: 1_500 },
];

/** These need what is built, which has no mutants, or modules of their own, or take so long that they would rarely run. */
const others = [
  "values/compare.calls",
  "frontends/dynamic/sdkProcess",
  "sdk/registration",
  "resource/existence.lateLists",
];

interface Mutant {
  readonly file: string;
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

const specified = process.argv.slice(2);
const isOfTests = (path: string) => path.startsWith("test/");
const tests = specified.filter(isOfTests).map((path) => (path.endsWith(".ts") ? path : join(path, "**/*.test.ts")));
const paths = specified.filter((path) => !isOfTests(path));
if (paths.length === 0) {
  console.error("npm run mutants needs folders or files, such as provider/deletion or provider/values/merge.ts:20-40");
  process.exit(1);
}
void run();

async function run(): Promise<void> {
  const { mutants, instrumented } = await instrument();
  const ids = [...mutants.keys()];
  const marks = new Uint8Array(new SharedArrayBuffer(Math.max(-1, ...ids) + 1));
  for (const include of tests.length > 0 ? [tests] : [...ownTests(), ["test/unit/**/*.test.ts"]]) {
    for (const limits of passes) {
      const spent = new Uint32Array(new SharedArrayBuffer(4 * marks.length));
      await runTests(instrumented, include, { ids, marks, spent, limits });
      const count = ids.filter((id) => ((marks[id] ?? 0) & noticed) > 0).length;
      const longest = Number.isFinite(limits.longestTest) ? `up to ${limits.longestTest} ms` : "any length";
      console.log(`Tests of ${longest} in ${include.join(" ")}: ${count} of ${mutants.size} changes noticed`);
    }
  }
  process.exitCode = report(mutants, marks) >= desired ? 0 : 1;
}

/** Every change of the paths, and the text of each file with all of its changes. */
async function instrument() {
  const { Instrumenter } = await import("@stryker-mutator/instrumenter");
  const ranges = paths.map((path) => /^(.*?)(?::(\d+)-(\d+))?$/.exec(path) as RegExpExecArray);
  const filesOf = (path: string) =>
    execFileSync("git", ["ls-files", path], { cwd: root, encoding: "utf8" })
      .split("\n")
      .filter((file) => file.endsWith(".ts"));
  const parents = ranges.flatMap(([, path = "", from = 1, to = Number.POSITIVE_INFINITY]) =>
    filesOf(path).map((file) => ({ file, from: Number(from), to: Number(to) })),
  );
  const texts = new Map([...new Set(parents.map(({ file }) => file))].map((file) => [file, textOf(file)]));
  const files = [...texts].map(([name, content]) => ({ name, content, mutate: true }));
  const quiet = () => {};
  const log = { isDebugEnabled: () => false, debug: quiet, info: quiet, warn: console.warn, error: console.error };
  // Texts are for people: tests don't need to check every word.
  const options = { excludedMutations: ["StringLiteral"], ignorers: [], plugins: null };
  const done = await new Instrumenter(log as never).instrument(files, options);
  const mutants = new Map<number, Mutant>();
  for (const { id, fileName, location, replacement, status } of done.mutants) {
    const line = location.start.line + 1;
    const isMeant = parents.some(({ file, from, to }) => file === fileName && from <= line && line <= to);
    if (status !== undefined || !isMeant) continue;
    mutants.set(Number(id), {
      file: fileName,
      line,
      before: cut(texts.get(fileName) as string, location),
      after: replacement,
    });
  }
  return { mutants, instrumented: new Map(done.files.map(({ name, content }) => [name, content])) };
}

const textOf = (file: string) => readFileSync(join(root, file), "utf8");

interface Position {
  readonly line: number;
  readonly column: number;
}

function cut(text: string, { start, end }: { readonly start: Position; readonly end: Position }): string {
  const lines = text.split("\n").slice(start.line, end.line + 1);
  const last = lines.pop()?.slice(0, end.column) ?? "";
  return [...lines, last].join("\n").slice(start.column);
}

/** Of the rooms whose code changes: they notice most changes, so they come first. Nothing if these have none. */
function ownTests(): string[][] {
  const rooms = paths.map((path) => path.replace(/^provider\//, "").replace(/\/?[^/]*\.ts(:.*)?$/, ""));
  const folders = rooms.filter((room) => room !== "").map((room) => join("test/unit", room));
  const found = [...new Set(folders)].filter((folder) => existsSync(join(root, folder)));
  return found.length === 0 ? [] : [found.map((folder) => join(folder, "**/*.test.ts"))];
}

async function runTests(
  instrumented: ReadonlyMap<string, string>,
  include: string[],
  mutants: ProvidedContext["mutants"],
): Promise<void> {
  const { startVitest } = await import("vitest/node");
  const plugin = {
    name: "mutants",
    enforce: "pre" as const,
    load: (id: string) => instrumented.get(relative(root, id)),
  };
  const vitest = await startVitest(
    "test",
    [],
    {
      ...{ config: false, root, watch: false, pool: "threads", isolate: true, reporters: [{}] },
      include,
      exclude: others.map((name) => `test/unit/${name}.test.ts`),
      runner: join(__dirname, "runner.ts"),
      // Some tests wait most of their time.
      maxWorkers: 3,
      ...{ testTimeout: 3_600_000, hookTimeout: 3_600_000 },
      provide: { mutants },
      // A change may fail a test long after it has ended.
      dangerouslyIgnoreUnhandledErrors: true,
      onConsoleLog: () => false,
    },
    { plugins: [plugin] },
  );
  const isNothing = vitest.state.getTestModules().length === 0;
  await vitest.close();
  if (isNothing) throw new Error(`${include.join(", ")}: there are no tests`);
}

/** Prints the changes that no test notices, and the score of each room. Code that only runs on load doesn't count. */
function report(mutants: ReadonlyMap<number, Mutant>, marks: Uint8Array): number {
  const has = (id: number, mark: number) => ((marks[id] ?? 0) & mark) > 0;
  const counted = [...mutants].filter(([id]) => has(id, reached) || !has(id, reachedOnLoad));
  const oneLine = (text: string) => text.replace(/\s+/g, " ").slice(0, 120);
  for (const [id, { file, line, before, after }] of counted) {
    if (has(id, noticed)) continue;
    const untested = has(id, reached) ? "" : " (no test runs it)";
    console.log(`${file}:${line}${untested}\n  - ${oneLine(before)}\n  + ${oneLine(after)}`);
  }
  const scoreOf = (some: typeof counted) =>
    some.length === 0 ? 100 : (100 * some.filter(([id]) => has(id, noticed)).length) / some.length;
  const rooms = [...new Set(counted.map(([, { file }]) => file.split("/").slice(0, -1).join("/")))];
  for (const room of rooms) {
    const own = counted.filter(([, { file }]) => file.startsWith(`${room}/`));
    console.log(`${room}: ${scoreOf(own).toFixed(1)} % of ${own.length} changes noticed`);
  }
  return scoreOf(counted);
}
