/** Everything of one history: the platform, the network, the engine with its plugins, the program, the console, the model. */
import { readExport } from "../../../provider/engine/stackState.js";
import { newOwners } from "../../../provider/ownership/stackOwners.js";
import { chanceOf } from "../../support/chance.js";
import type { FrontendName } from "../../support/frontend.js";
import type { EndpointSet, StackReader, StackResource, Transport } from "../../support/provider.js";
import { ledgersOfRun } from "../support/start-plugin.js";
import { inFile, type Kept as Resource } from "../support/state.js";
import type { Backend } from "./backend.js";
import { type Engine, engineOf } from "./engine.js";
import { ledgerOf, Violation } from "./ledger.js";
import { lagging, networkTo, type Storm } from "./network.js";
import { type Plugin, startPlugin } from "./plugin.js";
import { type Declared, dependenciesOf, effective, placeIdOf, type Stack, stacks, withNames } from "./program.js";
import { scheduleOf } from "./schedule.js";
import type { Kept, Run } from "./step.js";

/** What a history lives in. */
export interface WorldOptions {
  readonly backend: Backend;
  /** How the engine reaches the provider; the dynamic one if omitted. */
  readonly frontend?: FrontendName;
  /** Around the network, on the provider's side. */
  readonly transport?: (inner: Transport) => Transport;
}

/** How a run of the command line is disturbed. */
export interface Disturbance {
  readonly storm: Storm;
  readonly salt: number;
  readonly crash?: Crash;
  /** What the console does meanwhile, and when, in events. */
  readonly meddling?: { readonly after: number; readonly pick: number };
  /** Which resource alone the run is aimed at, as `--target` does. */
  readonly target?: number;
  /** The exported state has nothing of this run. A crash that loses it is for another test: test/cli/crashes/recovery.test.ts. */
  readonly skips?: boolean;
  /** The run is of the second stack. */
  readonly isOther?: boolean;
  /** `app-platform:onDelete`; the default if omitted. */
  readonly onDelete?: "fail" | "everything" | undefined;
  /** Lists lack what was created in the last seconds. */
  readonly lags?: boolean;
}

export const crashes = [
  "command line killed",
  "machine lost",
  "plugin killed",
  "interrupted",
  "platform down",
] as const;

/** What would lose all that a run without checkpoints did. */
const losingState: readonly Crash["how"][] = ["command line killed", "machine lost"];

export interface Crash {
  readonly how: (typeof crashes)[number];
  /** After how many events. */
  readonly after: number;
}

export type World = ReturnType<typeof worldOf>;

/** When every history begins. */
const start = Date.parse("2026-01-01T00:00:00Z");
/** How far a machine's clock may be from the platform's, in milliseconds. */
const skews = [0, 0, 0, 1_500, -1_500, 300_000, -300_000];
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** What a plugin reads of its stack: the state now, the one before the run, and whether the run before has failed. */
interface StackStates {
  readonly exported: () => readonly Resource[];
  readonly before: readonly Resource[];
  readonly hasFailedBefore: boolean;
}

/** Resources as the provider reads what `pulumi stack export` prints. */
const exportedFrom = (state: readonly Resource[]): readonly StackResource[] =>
  readExport(JSON.stringify({ version: 3, deployment: { resources: state.map(inFile) } })).resources;

/** One resource that a run can be aimed at alone: it needs nothing that is not there, and nothing that stays needs it. */
function targetsOf(
  program: readonly Declared[],
  state: readonly Kept[],
  pick: number,
): ReadonlySet<string> | undefined {
  const free = program.filter((each) => dependenciesOf(each).length === 0).map(({ key }) => key);
  const left = state
    .filter(({ key }) => !program.some((each) => each.key === key))
    .filter(({ key }) => !state.some(({ dependencies }) => dependencies.includes(key)))
    .map(({ key }) => key);
  const all = [...free, ...left];
  return all.length === 0 ? undefined : new Set([all[pick % all.length] as string]);
}

export function worldOf(set: EndpointSet, seed: number, options: WorldOptions) {
  const { backend, frontend = "dynamic", transport: around = (inner) => inner } = options;
  const schedule = scheduleOf(seed, start);
  backend.reset(schedule.now);
  const trace: string[] = [];
  const counts: Record<string, number> = {};
  const count = (what: string) => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  const aliases = new Map<string, string>();
  const alias = (text: string) =>
    text.replace(uuid, (id) => {
      const known = aliases.get(id) ?? `#${aliases.size + 1}`;
      aliases.set(id, known);
      return known;
    });
  const line = (text: string) => void trace.push(`${schedule.now() - start} ${alias(text)}`);

  const world = { program: [] as Declared[] };
  const state = () => stacks.flatMap((stack) => engines[stack].state());
  const ledger = ledgerOf({
    set,
    backend,
    now: schedule.now,
    state,
    isDeclared: ({ key, isReplaced }) => !isReplaced && effective(world.program).some((each) => each.key === key),
  });
  /** The first thing that must not be: it ends the history at the next chance. */
  let violation: unknown;
  const watched =
    <A extends unknown[]>(work: (...specified: A) => void) =>
    (...specified: A) => {
      try {
        work(...specified);
      } catch (error) {
        violation ??= error;
      }
    };
  const network = networkTo(backend, schedule, {
    line,
    alias,
    fate(fate) {
      count("requests");
      if (fate !== "delivered") count(`fault: ${fate}`);
    },
    commit: watched(ledger.committed),
    throttled: ledger.throttled,
  });
  const applied = new Map<string, Declared>();
  let hasDrifted = false;
  let plugin: Plugin | undefined;
  const saving = chanceOf("saving", seed);
  const engineOfStack = (stack: Stack) =>
    engineOf({
      set,
      frontend,
      stack,
      during: (step, work) => network.during(step, work),
      began(step) {
        line(`${step.doing} ${step.key}`);
        watched(ledger.began)(step);
      },
      returned: watched(ledger.returned),
      kept: (declared, id) => ledger.kept(declared, id),
      refreshed: watched(ledger.refreshed),
      unchanged(declared, id) {
        applied.set(declared.key, declared);
        ledger.unchanged(declared, id);
      },
      ended(step, ending) {
        const { error } = ending as { error?: { reasons?: readonly string[]; message: string } };
        line(`${step.doing} ${step.key} ${ending.sort}: ${error?.reasons?.[0] ?? error?.message ?? ""}`);
        if (step.doing === "delete" && ending.sort !== "done") hasDrifted = true;
        // An update whose outcome is not known, which the program then takes back.
        if (step.doing === "update" && /\bAP400[23]\b/.test(error?.message ?? "")) hasDrifted = true;
        if (ending.sort === "done" && step.declared !== undefined) applied.set(step.key, step.declared);
        watched(ledger.ended)(step, ending);
      },
      nextStep: () => steps++,
      save: () => new Promise((resolve) => schedule.after(saving.integer(0, 3), resolve)),
    });
  const engines: Readonly<Record<Stack, Engine>> = { dev: engineOfStack("dev"), team: engineOfStack("team") };
  /** The stacks whose last run has failed. */
  const failed = new Set<Stack>();
  let steps = 0;
  let last = 0;
  let runs = 0;

  const crash = ({ how }: Crash, salt: number, engine: Engine) => {
    const chance = chanceOf("crash", salt);
    line(how);
    count(`crash: ${how}`);
    if (how === "platform down") network.crash(chance.integer(10, 60_000));
    if (how === "interrupted") {
      engine.cancel();
      plugin?.interrupt();
    }
    if (how === "plugin killed") {
      plugin?.kill();
      engine.losePlugin();
    }
    if (how === "machine lost") plugin?.kill();
    if (how === "machine lost" || how === "command line killed") {
      hasDrifted = true;
      engine.cutOff();
      ledger.abandoned(engine.pending());
    }
    // The plugin lives on until it sees that its engine is gone.
    const left = plugin;
    if (how === "command line killed") schedule.after(chance.integer(0, 3_000), () => left?.interrupt());
  };

  const started = (
    { storm, salt, onDelete, lags }: Disturbance,
    { exported, before, hasFailedBefore }: StackStates,
  ) => {
    const read: StackReader = async (_stack, _isRight, moment) => {
      if (moment === "now") return exportedFrom(exported());
      if (moment === "after a success" && hasFailedBefore) throw new Error("the last run failed");
      return exportedFrom(before);
    };
    return startPlugin({
      schedule,
      chance: chanceOf("jitter", salt, runs),
      skew: chanceOf("skew", salt).pick(skews),
      token: backend.token,
      endpoints: set,
      owners: () => newOwners(read),
      ledger: ledgersOfRun(),
      ...(onDelete === undefined ? {} : { onDelete }),
      transport(isAlive) {
        const way = network.transport({ storm, salt }, isAlive);
        return around(lags ? lagging(way, schedule.now) : way);
      },
      tell(severity, text) {
        line(`${severity}: ${text}`);
        watched(ledger.reported)(severity, text);
      },
    });
  };

  return {
    set,
    frontend,
    schedule,
    backend,
    state,
    /** Whether the second stack has anything, or is to. */
    isShared: () => engines.team.state().length > 0 || world.program.some(({ stack }) => stack === "team"),
    /** `pulumi state unprotect`. */
    unprotect(key: string): void {
      for (const stack of stacks) engines[stack].unprotect(key);
    },
    /** The ID of what a resource is in; nothing where that is not made yet. */
    placeIdOf: (declared: Declared) =>
      placeIdOf(declared, (key) => state().find((kept) => kept.key === key && !kept.isReplaced)?.id),
    ledger,
    trace,
    counts,
    get program() {
      return world.program;
    },
    set program(program: Declared[]) {
      world.program = withNames(program);
    },
    /** What was last made or edited well, by key. */
    applied,
    /** Whether the platform may differ from the state: by the console, a delete that failed, or a crash, after which Pulumi asks for a refresh. */
    get hasDrifted() {
      return hasDrifted;
    },
    set hasDrifted(isSo) {
      hasDrifted = isSo;
    },
    /** Checks all that must be when everything has come to rest. */
    settle: (): void => ledger.settle(effective(world.program), state()),
    /** Counts up, for names and contents that are used once. */
    next: () => ++last,
    /** `pulumi up`, or `pulumi refresh`. */
    async run(
      command: "up" | "refresh" | "preview",
      disturbance: Disturbance,
      meddle?: () => Promise<void>,
    ): Promise<Run> {
      const { storm, salt, crash: desired, meddling, target, skips, isOther, onDelete } = disturbance;
      const stack: Stack = isOther ? "team" : "dev";
      const engine = engines[stack];
      const program = effective(world.program).filter((each) => (each.stack ?? "dev") === stack);
      const planned = skips && desired !== undefined && losingState.includes(desired.how) ? undefined : desired;
      const before = engine.file();
      const exported = () => (skips ? before : engine.file());
      const states = { exported, before, hasFailedBefore: failed.has(stack) };
      if (skips) count("runs that skip checkpoints");
      const targets = target === undefined ? undefined : targetsOf(program, engine.state(), target);
      runs += 1;
      ledger.runBegins({ everything: onDelete === "everything" });
      count(`pulumi ${command}`);
      const aim = targets === undefined ? "" : ` --target ${[...targets].join()}`;
      line(`pulumi ${command}${aim}, ${storm}`);
      if (targets !== undefined) count("runs with --target");
      const disturb = [
        ...(planned === undefined ? [] : [schedule.beforeEvent(planned.after, () => crash(planned, salt, engine))]),
        ...(meddling === undefined || meddle === undefined ? [] : [schedule.beforeEvent(meddling.after, meddle)]),
      ];
      const calm = () => {
        for (const stop of disturb) stop();
      };
      plugin = started(disturbance, states);
      let run = await schedule.until(
        command === "refresh" ? engine.refresh(plugin) : engine.preview(program, plugin, targets),
      );
      if (command === "up" && !run.isCancelled) {
        plugin = started(disturbance, states);
        run = await schedule.until(engine.update(program, plugin, targets));
      }
      if (run.isCancelled || run.failures.length > 0) failed.add(stack);
      else if (command !== "preview") failed.delete(stack);
      calm();
      await schedule.quiet();
      network.forget();
      ledger.runEnded();
      // The person reads what it says.
      await schedule.pass(chanceOf("reading", salt).integer(1, 60_000));
      for (const { key, text } of run.failures) line(`failed ${key}: ${text}`);
      const isPlain = !hasDrifted && !Object.keys(counts).some((what) => /^(fault|crash):/.test(what));
      const names = state().map(({ id }) => id);
      const unseen = run.failures.find(
        ({ doing, text }) => doing === "update" && text.includes("AP3004") && names.some((id) => text.includes(id)),
      );
      if (isPlain && unseen !== undefined) throw new Violation(`no preview told that a name is taken: ${unseen.text}`);
      if (violation !== undefined) throw violation;
      if (backend.failures.length > 0) throw new Violation(`the platform failed: ${JSON.stringify(backend.failures)}`);
      return run;
    },
  };
}
