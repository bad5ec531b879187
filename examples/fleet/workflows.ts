/** What Temporal keeps and repeats: a workflow for each environment, and one for each rollout. Code here must be deterministic. */
import * as wf from "@temporalio/workflow";
import { type ZodType, z } from "zod";
import type * as activities from "./activities.js";
import * as inputs from "./inputs.js";
import type { Settings } from "./settings.js";
import * as fleet from "./vocabulary.js";

/** What a rollout asks of an environment. */
type Wish = Pick<fleet.Rollout, "operation" | "previous"> & { readonly rollout: string };

interface Environment {
  wanted?: fleet.Wanted | undefined;
  /** Waits for the current run to end. A newer one replaces it. */
  wish?: Wish | undefined;
  /** Settings of the last successful `up`, and of the last one before it with others. */
  deployed?: Settings;
  previous?: Settings | undefined;
  report?: fleet.Report;
  /** Host of a lost worker, which may have left a lock. */
  lostHost?: string | undefined;
}

function show(values: { [name in keyof typeof fleet.attributes]?: string | null }): void {
  const pairs = Object.entries(values) as [keyof typeof fleet.attributes, string | null][];
  wf.upsertSearchAttributes(pairs.map(([name, value]) => ({ key: fleet.attributes[name], value })));
}

/** Handles a signal. A wrong one, which anybody can send on Temporal's page, is shown and has no effect. */
function on<T extends unknown[]>(name: string, schema: ZodType<T>, handle: (...args: T) => unknown): void {
  wf.setHandler(wf.defineSignal<unknown[]>(name), async (...given) => {
    const { data, error } = schema.safeParse(given);
    if (data) return void (await handle(...data));
    wf.log.warn(`Wrong signal ${name}`, { reason: error?.message });
    show({ error: "WRONG_SIGNAL" });
  });
}

/** The stack of one environment. It waits for a wish, carries it out, reports, and starts again with a new history. */
export async function environment(state: Environment): Promise<void> {
  refuseWrong("environment", inputs.environment, state);
  let current: Wish | undefined;
  on("want", z.tuple([inputs.wanted]), (wanted) => {
    state.wanted = wanted;
    show({ platform: wanted.platform });
  });
  on("wish", z.tuple([inputs.wish]), async (newer) => {
    const older = state.wish;
    // Rollouts repeat their wishes.
    if (newer.rollout === current?.rollout || newer.rollout === older?.rollout) return;
    state.wish = newer;
    if (older) await tell(older, { operation: older.operation, state: "replaced" });
  });
  if (!state.report) show({ state: "new" });
  await wf.condition(() => state.wanted !== undefined && state.wish !== undefined);
  current = state.wish as Wish;
  state.wish = undefined;
  const { operation } = current;
  const cancelled = { operation, state: "cancelled" } as const;
  const report = await carryOut(state, current).catch((error): fleet.Report => {
    if (wf.isCancellation(error)) return cancelled;
    throw error;
  });
  const isGone = operation === "destroy" && report.state === "done";
  show({ state: isGone ? "destroyed" : report.state, error: report.error?.code ?? null });
  wf.upsertMemo({ report });
  await tell(current, report);
  if (report === cancelled && state.wish) await tell(state.wish, report);
  await wf.CancellationScope.nonCancellable(() => wf.condition(wf.allHandlersFinished));
  if (report === cancelled) throw new wf.CancelledFailure("The run was cancelled.");
  if (!isGone) await wf.makeContinueAsNewFunc<typeof environment>({ memo: { report } })({ ...state, report });
  if (state.wish) await wf.continueAsNew<typeof environment>({ wanted: state.wanted, wish: state.wish });
}

/** Reports to the rollout of a wish. One that has ended wants no report. */
async function tell({ rollout }: Wish, report: fleet.Report): Promise<void> {
  const signal = () => wf.getExternalWorkflowHandle(rollout).signal("finished", wf.workflowInfo().workflowId, report);
  await wf.CancellationScope.nonCancellable(signal).catch(() => {});
}

async function carryOut(state: Environment, { operation, previous }: Wish): Promise<fleet.Report> {
  const { deployed, lostHost } = state;
  const { platform, timeoutMinutes = 30, attempts = 5, settings: wanted } = state.wanted as fleet.Wanted;
  const isUp = operation === "up";
  // Only `up` brings new settings. If they aren't deployed, because that failed, those that are deployed are the previous ones.
  const earlier = equal(deployed, wanted) ? state.previous : deployed;
  const settings = isUp ? (previous ? earlier : wanted) : (deployed ?? wanted);
  const failed = (code: string, message: string) => ({ operation, state: "failed", error: { code, message } }) as const;
  if (!settings) return failed("NO_PREVIOUS", "There is no earlier successful run with other settings.");
  show({ state: "running", version: settings.tag });
  const run = wf.proxyActivities<typeof activities>({
    taskQueue: fleet.queueOf(platform),
    // The activity itself ends a run that takes too long. This is for a worker that can't.
    startToCloseTimeout: `${timeoutMinutes + 5} minutes`,
    heartbeatTimeout: "20 seconds",
    cancellationType: "WAIT_CANCELLATION_COMPLETED",
    retry: { initialInterval: "3 seconds", maximumInterval: "10 minutes", maximumAttempts: attempts },
  });
  // After a failure, a cancellation or drift, `up` reads the environment first.
  const refresh = state.report !== undefined && state.report.state !== "done";
  const made = { operation, tag: settings.tag };
  try {
    const name = wf.workflowInfo().workflowId;
    const outcome = await run[operation]({ name, operation, platform, settings, timeoutMinutes, refresh, lostHost });
    state.lostHost = undefined;
    if (isUp && !equal(settings, deployed)) Object.assign(state, { previous: deployed, deployed: settings });
    const isDrifted = operation === "preview" && Object.keys(outcome.changes).some((op) => op !== "same");
    return { ...made, ...outcome, state: isDrifted ? "drifted" : "done" };
  } catch (error) {
    const cause = error instanceof wf.ActivityFailure ? error.cause : undefined;
    if (cause instanceof wf.ApplicationFailure) {
      const [last = attempts] = (cause.details ?? []) as number[];
      return { ...made, attempts: last, ...failed(cause.type ?? "UNKNOWN", cause.message) };
    }
    if (!(cause instanceof wf.TimeoutFailure)) throw error;
    state.lostHost = cause.lastHeartbeatDetails as string;
    return { ...made, attempts, ...failed("LOST", `The worker on ${state.lostHost} is no longer heard from.`) };
  }
}

const equal = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

interface RolloutState extends fleet.Rollout {
  progress?: fleet.Progress;
  /** Environments whose turn hasn't come, by wave. */
  waiting?: fleet.Member[][];
  /** Number of failures after which it pauses next. */
  limit?: number;
}

const progress = wf.defineQuery<fleet.Progress | undefined>("progress");

/** Asks many environments for the same, wave after wave. It pauses, resumes and ends by signals, and pauses by itself after failures. */
export async function rollout(state: RolloutState): Promise<fleet.Progress> {
  wf.setHandler(progress, () => state?.progress);
  if (!state?.progress) refuseWrong("rollout", inputs.rollout, state);
  const { failures = 1e9, perPlatform = 20, operation, previous } = state;
  const { listMembers } = wf.proxyActivities<typeof activities>({ startToCloseTimeout: "5 minutes" });
  state.waiting ??= inWaves(await listMembers(state.names), state.waves ?? []);
  const { waiting } = state;
  const [waves, total] = [waiting.length, waiting.flat().length];
  state.progress ??= { state: "running", wave: 1, waves, total, running: [], ended: {}, problems: [] };
  const now = state.progress;
  state.limit ??= failures;
  const turn = (to: fleet.Progress["state"]) => {
    if (now.state !== "aborted") now.state = to;
    show({ state: now.state });
  };
  const isLeft = () => waiting.flat().length > 0;
  const end = (name: string, { state: ended, error }: fleet.Report) => {
    if (!now.running.some(([each]) => each === name)) return;
    now.running = now.running.filter(([each]) => each !== name);
    now.ended[ended] = (now.ended[ended] ?? 0) + 1;
    if (error || ended === "drifted") now.problems.push(name);
    if (error && isLeft() && (now.ended.failed ?? 0) > (state.limit ?? 0)) turn("paused");
  };
  on("finished", inputs.finished, end);
  wf.setHandler(wf.defineSignal("pause"), () => turn("paused"));
  wf.setHandler(wf.defineSignal("resume"), () => {
    state.limit = (now.ended.failed ?? 0) + failures;
    turn("running");
  });
  wf.setHandler(wf.defineSignal("abort"), () => turn("aborted"));
  const asked: Wish = { operation, previous, rollout: wf.workflowInfo().workflowId };
  const error = { code: "NO_WORKFLOW", message: "The environment wasn't imported, or its workflow was ended." };
  const ask = async ([name]: fleet.Member) => {
    const handle = wf.getExternalWorkflowHandle(name);
    await handle.signal("wish", asked).catch(() => end(name, { operation, state: "failed", error }));
  };
  const next = () => {
    const runs = (platform: string) => now.running.filter(([, each]) => each === platform).length;
    if (now.state === "running") return waiting[0]?.find(([, platform]) => runs(platform) < perPlatform);
  };
  // With nothing left to start, a pause has no meaning.
  const isIdle = () => now.running.length === 0 && (now.state !== "paused" || !isLeft());
  turn(now.state);
  while (waiting.length > 0) {
    if (wf.workflowInfo().continueAsNewSuggested) await wf.continueAsNew<typeof rollout>(state);
    const member = next();
    if (member) {
      waiting[0]?.splice(waiting[0].indexOf(member), 1);
      now.running.push(member);
      await ask(member);
    } else if (isIdle()) {
      if (now.state === "aborted") break;
      waiting.shift();
      if (waiting.length > 0) now.wave++;
    } else if (!(await wf.condition(() => isIdle() || next() !== undefined, "1 minute"))) {
      // An environment whose workflow was terminated hasn't reported.
      await Promise.all(now.running.map(ask));
    }
  }
  turn("running");
  show({ state: now.state === "aborted" ? "aborted" : "done" });
  return now;
}

/** Schedules and people give inputs as JSON. Without this, Temporal would repeat what fails because of it. */
function refuseWrong(what: string, schema: ZodType, given: unknown): void {
  try {
    inputs.checked(what, schema, given);
  } catch (error) {
    throw wf.ApplicationFailure.nonRetryable((error as Error).message, "WRONG_INPUT");
  }
}

function inWaves(members: readonly fleet.Member[], waves: readonly string[]): fleet.Member[][] {
  const countOf = (end: string) =>
    Math.ceil(end.endsWith("%") ? (members.length * Number.parseFloat(end)) / 100 : Number(end));
  const ends = [0, ...waves.map(countOf), members.length].sort((one, other) => one - other);
  return ends.map((end, index) => members.slice(ends[index - 1] ?? 0, end)).filter(({ length }) => length > 0);
}
