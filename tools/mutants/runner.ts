/** Runs each test once with the code as it is, then once with each mutant that it reached and that no test before it noticed. */
import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { type RunnerTestCase, type RunnerTestSuite, TestRunner } from "vitest";
import { type Entry, logFile, type Plan, planFile, triedFile } from "./run.js";

/** What the changed sources look at: `@stryker-mutator/instrumenter` gives them the name. */
interface Switch {
  activeMutant?: string;
  currentTestId?: string;
  mutantCoverage?: { static: Record<string, number>; perTest: Record<string, Record<string, number>> };
  hitCount?: number;
  hitLimit?: number;
}
const globals = globalThis as { __stryker__?: Switch };
globals.__stryker__ ??= {};
const mutated = globals.__stryker__;

const plan = JSON.parse(readFileSync(planFile, "utf8")) as Plan;
const chosen = new Set(plan.mutants);
const alive = new Set(plan.mutants);
const finished = new Set<string>();
/** What a former process ended with: it is tried first, on code that nothing has changed. */
const first = new Set<string>();
for (const line of readFileSync(logFile, "utf8").split("\n")) {
  if (line === "") continue;
  const entry = JSON.parse(line) as Entry;
  if ("killed" in entry) alive.delete(entry.killed);
  if ("test" in entry) finished.add(entry.test);
  if ("unrepeatable" in entry) finished.add(entry.unrepeatable);
  if ("suspect" in entry) first.add(entry.suspect);
}
const told = new Set<string>();
let suspect: string | undefined;
let trials = 0;

function tell(entry: Entry): void {
  appendFileSync(logFile, `${JSON.stringify(entry)}\n`);
}

/** One test on its way through the mutants: a run without any is a check that the test still passes. */
interface Turn {
  readonly name: string;
  /** The mutant of this run; undefined for the code as it is. */
  mutant: string | undefined;
  phase: "reach" | "repeat" | "try" | "check" | "check again";
  reached: Readonly<Record<string, number>>;
  waiting: string[];
  readonly tried: string[];
  began: number;
  usual: number;
}

export default class extends TestRunner {
  private readonly turns = new Map<RunnerTestCase, Turn>();
  /** How many tests of the file have tried a mutant on a way through its source. */
  private runs = new Map<string, number>();
  private usual = [0];

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    if ("filepath" in suite) {
      this.runs = new Map();
      this.usual = [0];
    }
    await super.onBeforeRunSuite(suite);
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite);
    if (!("filepath" in suite)) return;
    const loaded = Object.keys(mutated.mutantCoverage?.static ?? {});
    tell({ loaded: loaded.filter((id) => !told.has(id) && told.add(id)) });
    tell({ file: String(suite.filepath), usual: this.usual.reduce((sum, each) => sum + each) / this.usual.length });
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test);
    const name = `${test.file.name} ${test.id}`;
    if (finished.has(name)) test.mode = "skip";
    if (test.mode === "skip") return;
    // Vitest's retries are the runs with mutants: they run the hooks of the test too.
    test.retry = Number.MAX_SAFE_INTEGER;
    this.turns.set(test, {
      name,
      mutant: undefined,
      phase: "reach",
      reached: {},
      waiting: [],
      tried: [],
      began: 0,
      usual: 0,
    });
  }

  override onBeforeTryTask(test: RunnerTestCase): void {
    super.onBeforeTryTask(test);
    const turn = this.turns.get(test);
    if (turn === undefined) return;
    mutated.currentTestId = turn.phase === "reach" ? "first" : "later";
    mutated.mutantCoverage ??= { static: {}, perTest: {} };
    if (turn.phase === "reach") mutated.mutantCoverage.perTest = {};
    if (turn.mutant !== undefined) {
      mutated.hitCount = 0;
      mutated.hitLimit = 1000 + 100 * (turn.reached[turn.mutant] ?? 0);
      writeFileSync(triedFile, turn.mutant);
    }
    turn.began = performance.now();
    mutated.activeMutant = turn.mutant ?? "none";
  }

  /** A test that waits for what a mutant never does is ended soon. */
  async runTask(test: RunnerTestCase): Promise<void> {
    const run = TestRunner.getTestFn(test);
    const turn = this.turns.get(test);
    if (turn?.mutant === undefined) return void (await run());
    // Vitest would describe how values differ, which nobody reads.
    const noticed = () => {
      throw new Error("noticed");
    };
    let timer: NodeJS.Timeout | undefined;
    const ended = new Promise<never>((_, reject) => {
      timer = realSetTimeout(() => reject(new Error("takes too long")), 2_000 + 5 * turn.usual);
    });
    try {
      await Promise.race([(async () => run())(), ended]).catch(noticed);
    } finally {
      realClearTimeout(timer);
    }
  }

  async onAfterRetryTask(test: RunnerTestCase): Promise<void> {
    const turn = this.turns.get(test);
    if (turn === undefined || test.result === undefined) return;
    const { result } = test;
    const passed = result.state === "pass";
    const took = performance.now() - turn.began;
    mutated.activeMutant = "none";
    delete mutated.currentTestId;
    if (turn.mutant !== undefined) {
      if ((mutated.hitCount ?? 0) > 0) turn.tried.push(turn.mutant);
    }
    delete mutated.hitCount;
    if (this.isOver(turn, passed, took)) {
      if (turn.tried.length > 0) tell({ tried: turn.tried });
      result.state = "pass";
      delete result.errors;
      return;
    }
    result.state = "fail";
    // Vitest retries no test without an error.
    result.errors = [{ message: "once more" }];
  }

  /** Whether the test has nothing left to do after this run; otherwise, the turn says what is next. */
  private isOver(turn: Turn, passed: boolean, took: number): boolean {
    switch (turn.phase) {
      case "reach": {
        if (!passed) return over({ unrepeatable: turn.name });
        turn.usual = took;
        this.usual.push(took);
        turn.reached = mutated.mutantCoverage?.perTest.first ?? {};
        const ways = waysOf(Object.keys(turn.reached));
        turn.waiting = Object.keys(turn.reached).filter((id) => alive.has(id) && this.isUnlike(id, ways));
        turn.waiting.sort((one, other) => Number(first.has(other)) - Number(first.has(one)));
        if (turn.waiting.length === 0) return this.through(turn);
        turn.phase = "repeat";
        return false;
      }
      case "repeat":
        return passed ? this.next(turn) : over({ unrepeatable: turn.name });
      case "try":
        if (passed) return this.next(turn);
        turn.phase = "check";
        suspect = turn.mutant;
        turn.mutant = undefined;
        return false;
      default: {
        if (!passed && turn.phase === "check") {
          turn.phase = "check again";
          return false;
        }
        // If the code as it is fails now, what an earlier mutant left behind may be why: a new process tries this one first.
        if (passed || trials === 1) {
          alive.delete(suspect ?? "");
          tell({ killed: suspect ?? "", by: turn.name });
        }
        if (!passed) {
          if (turn.tried.length > 0) tell({ tried: turn.tried });
          tell({ suspect: suspect ?? "" });
          process.kill(process.pid, "SIGKILL");
        }
        return this.next(turn);
      }
    }
  }

  private isUnlike(id: string, ways: ReadonlyMap<string, string>): boolean {
    const key = `${id} ${ways.get(plan.fileOf[Number(id)] ?? "")}`;
    const runs = this.runs.get(key) ?? 0;
    this.runs.set(key, runs + 1);
    return runs < plan.alike;
  }

  private next(turn: Turn): boolean {
    turn.mutant = turn.waiting.shift();
    if (turn.mutant === undefined) return this.through(turn);
    turn.phase = "try";
    trials += 1;
    return false;
  }

  private through(turn: Turn): boolean {
    return over({ test: turn.name, reached: Object.keys(turn.reached).filter((id) => chosen.has(id)) });
  }
}

/** The branches of each source that a test takes. */
function waysOf(reached: readonly string[]): Map<string, string> {
  const branches = new Map<string, string[]>();
  for (const id of reached) {
    const file = plan.fileOf[Number(id)] ?? "";
    const ids = branches.get(file) ?? [];
    ids.push(id);
    branches.set(file, ids);
  }
  return new Map([...branches].map(([file, ids]) => [file, ids.sort().join()]));
}

function over(entry: Entry): true {
  tell(entry);
  return true;
}
const realSetTimeout = globalThis.setTimeout;
const realClearTimeout = globalThis.clearTimeout;
