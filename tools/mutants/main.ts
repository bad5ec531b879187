/**
 * `npm run mutants -- provider/gate provider/values/merge.ts`: changes the code of rooms or files bit by bit, and says which changes
 * no unit test notices. `--sample 60` tries that many of each file, always the same ones; `--again` only those that no test noticed
 * before, with more tests. With test files among the paths, only these are run.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { durationsFile, type Entry, folder, logFile, noticedFile, type Plan, planFile, triedFile } from "./run.js";

const root = join(__dirname, "../..");

/** Below this share of mutants that a test notices, the run fails. */
const wanted = 90;
/** A process that tries one mutant for this long will not end. */
const longest = 45_000;

const { values: options, positionals } = parseArgs({
  options: { sample: { type: "string" }, again: { type: "boolean" }, "so-far": { type: "boolean" } },
  allowPositionals: true,
});
const tests = positionals.filter((path) => path.startsWith("test/"));
const paths = positionals.filter((path) => !tests.includes(path));
if (paths.length === 0) {
  console.error("npm run mutants needs folders or files, such as provider/gate or provider/values/merge.ts");
  process.exit(1);
}
void run();

interface Mutant {
  readonly id: string;
  /** Identifies it after a change elsewhere in the file. */
  readonly key: string;
  readonly file: string;
  readonly line: number;
  readonly change: string;
}

async function run(): Promise<void> {
  const { sources, fileOf, mutants } = await mutated(paths.flatMap(filesOf));
  if (options["so-far"]) return report(mutants, (JSON.parse(readFileSync(planFile, "utf8")) as Plan).noticed);
  mkdirSync(folder, { recursive: true });
  const known = options.again ? (JSON.parse(readFileSync(noticedFile, "utf8")) as string[]) : [];
  const tried = mutants.filter(({ key }) => !known.includes(key)).map(({ id }) => id);
  const plan: Plan = { sources, fileOf, mutants: tried, noticed: known, alike: options.again ? 8 : 2 };
  writeFileSync(planFile, JSON.stringify(plan));
  rmSync(logFile, { force: true });
  writeFileSync(logFile, "");
  let open: readonly string[] | undefined;
  do open = await tryAll(open ?? tests);
  while (open.length > 0);
  noteDurations();
  report(mutants, known);
}

function noteDurations(): void {
  const before = existsSync(durationsFile) ? JSON.parse(readFileSync(durationsFile, "utf8")) : {};
  const now = entries().flatMap((entry) => ("file" in entry ? [[relative(__dirname, entry.file), entry.usual]] : []));
  writeFileSync(durationsFile, JSON.stringify({ ...before, ...Object.fromEntries(now) }));
}

function filesOf(path: string): string[] {
  const at = join(root, path);
  if (!statSync(at).isDirectory()) return [at];
  return readdirSync(at, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(at, name))
    .sort();
}

/** The sources with all their mutants, and those of them that are tried. */
async function mutated(
  files: readonly string[],
): Promise<{ sources: Record<string, string>; fileOf: string[]; mutants: Mutant[] }> {
  const { Instrumenter } = await import("@stryker-mutator/instrumenter");
  const quiet = () => undefined;
  const log = {
    trace: quiet,
    debug: quiet,
    info: quiet,
    warn: console.warn,
    error: console.error,
    fatal: console.error,
  };
  const isNever = () => false;
  const instrumenter = new Instrumenter({
    ...log,
    isTraceEnabled: isNever,
    isDebugEnabled: isNever,
    isInfoEnabled: isNever,
    isWarnEnabled: () => true,
    isErrorEnabled: () => true,
    isFatalEnabled: () => true,
  });
  const result = await instrumenter.instrument(
    files.map((name) => ({ name, content: readFileSync(name, "utf8"), mutate: true })),
    // Texts are for people: whether a test names their every word says nothing about the code.
    { plugins: null, excludedMutations: ["StringLiteral"], ignorers: [] },
  );
  const mutants = files.flatMap((file) => {
    const lines = readFileSync(file, "utf8").split("\n");
    const counts = new Map<string, number>();
    const all = result.mutants
      .filter(({ fileName, status }) => fileName === file && status === undefined)
      .map(({ id, location: { start, end }, replacement }) => {
        const before =
          start.line === end.line
            ? (lines[start.line]?.slice(start.column, end.column) ?? "")
            : `${lines[start.line]?.slice(start.column) ?? ""} …`;
        const after = (replacement ?? "").replaceAll(/\s+/g, " ");
        const change = `${before}  →  ${after}`;
        const nth = (counts.get(change) ?? 0) + 1;
        counts.set(change, nth);
        const path = relative(root, file);
        return { id, key: `${path} ${change} ${nth}`, file: path, line: start.line + 1, change };
      });
    return sampled(all);
  });
  const fileOf = result.mutants.map(({ fileName }) => fileName);
  return { sources: Object.fromEntries(result.files.map(({ name, content }) => [name, content])), fileOf, mutants };
}

/** By what they change, and not by where it is, so that a change elsewhere in the file keeps the sample. */
function sampled(all: readonly Mutant[]): Mutant[] {
  if (options.sample === undefined) return [...all];
  const order = ({ file, change }: Mutant) => createHash("sha256").update(`${file}${change}`).digest("hex");
  return [...all]
    .sort((one, other) => order(one).localeCompare(order(other)))
    .slice(0, Number(options.sample))
    .sort((one, other) => one.line - other.line);
}

/** Runs the files of tests in one process until they or it end, and returns those that are left. */
async function tryAll(files: readonly string[]): Promise<string[]> {
  const before = entries().length;
  const child = spawn(
    process.execPath,
    [join(root, "node_modules/vitest/vitest.mjs"), "run", "--config", join(__dirname, "vitest.config.mts"), ...files],
    {
      cwd: root,
      env: { ...process.env, NODE_OPTIONS: "--no-warnings" },
      stdio: ["ignore", "ignore", "inherit"],
      detached: true,
    },
  );
  const watch = setInterval(() => endWhatHangs(child), 5_000);
  await new Promise((resolve) => child.on("close", resolve));
  clearInterval(watch);
  const now = entries();
  if (now.length === before) throw new Error("The tests don't start: see the output above");
  const done = new Set(now.flatMap((entry) => ("file" in entry ? [relative(root, entry.file)] : [])));
  const all = tests.length > 0 ? tests : readdirSync(join(root, "test/unit")).map((name) => `test/unit/${name}`);
  const apart = readFileSync(join(__dirname, "vitest.config.mts"), "utf8");
  return all.filter(
    (file) => file.endsWith(".test.ts") && !done.has(file) && !apart.includes(`"${file.slice(10, -8)}"`),
  );
}

function endWhatHangs(child: ChildProcess): void {
  if (!existsSync(triedFile) || Date.now() - statSync(triedFile).mtimeMs < longest) return;
  const hanging: Entry = { killed: readFileSync(triedFile, "utf8"), by: "time" };
  writeFileSync(logFile, `${JSON.stringify(hanging)}\n`, { flag: "a" });
  rmSync(triedFile);
  if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
}

function entries(): Entry[] {
  const lines = readFileSync(logFile, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Entry);
}

/** @param known Keys of those that an earlier run has noticed. */
function report(mutants: readonly Mutant[], known: readonly string[]): void {
  const found = entries();
  const before = mutants.filter(({ key }) => known.includes(key)).map(({ id }) => id);
  const killed = new Set([...before, ...found.flatMap((entry) => ("killed" in entry ? [entry.killed] : []))]);
  const reached = new Set(found.flatMap((entry) => ("reached" in entry ? entry.reached : [])));
  const loaded = new Set(found.flatMap((entry) => ("loaded" in entry ? entry.loaded : [])));
  const tried = new Set(found.flatMap((entry) => ("tried" in entry ? entry.tried : [])));
  if (!options["so-far"])
    writeFileSync(noticedFile, JSON.stringify(mutants.flatMap(({ id, key }) => (killed.has(id) ? [key] : []))));
  // What runs once, when a module is loaded, needs all tests in a process of its own for each mutant.
  const counted = mutants.filter(({ id }) => killed.has(id) || reached.has(id) || !loaded.has(id));
  const missed = counted.filter(({ id }) => !killed.has(id));
  for (const { id, file, line, change } of missed) {
    const why = reached.has(id) ? (tried.has(id) ? "" : "  (runs once)") : "  (no test runs it)";
    console.log(`${file}:${line}${why}\n    ${change}`);
  }
  const unrepeatable = found.flatMap((entry) => ("unrepeatable" in entry ? [entry.unrepeatable] : []));
  if (unrepeatable.length > 0) console.log(`\nTests that fail when they run again:\n${unrepeatable.join("\n")}`);
  const rows = new Map<string, { all: number; missed: number }>();
  const count = (name: string, mutant: Mutant) => {
    const row = rows.get(name) ?? { all: 0, missed: 0 };
    rows.set(name, { all: row.all + 1, missed: row.missed + (missed.includes(mutant) ? 1 : 0) });
  };
  for (const mutant of counted) {
    count(mutant.file, mutant);
    count(`${dirname(mutant.file)}/`, mutant);
  }
  console.log("");
  const score = (row: { all: number; missed: number }) => (100 * (row.all - row.missed)) / row.all;
  for (const [name, row] of [...rows].sort(([one], [other]) => one.localeCompare(other))) {
    console.log(`${name.padEnd(45)}${score(row).toFixed(1).padStart(6)} %  ${row.all - row.missed} of ${row.all}`);
  }
  if ([...rows.values()].some((row) => score(row) < wanted)) process.exitCode = 1;
}
