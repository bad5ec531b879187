/** What Temporal keeps and repeats: a workflow for each environment, and one for each rollout. Code here must be deterministic. */
import * as wf from "@temporalio/workflow";
import type { Activities } from "./activities.js";
import type { Settings } from "./program.js";
import * as fleet from "./vocabulary.js";

interface EnvironmentState {
  wanted?: fleet.Wanted | undefined;
  /** Waits for the current run to end. A newer one replaces it. */
  wish?: fleet.Wish | undefined;
  /** Settings of the last successful `up`, and of the last one with others before it. */
  deployed?: Settings;
  previous?: Settings;
  /** Whether the last `up` did not succeed, and whether there is drift since. */
  isBroken?: boolean;
  isDrifted?: boolean;
  lostHost?: string | undefined;
  report?: fleet.Report;
}

const want = wf.defineSignal<[fleet.Wanted]>("want");
const wish = wf.defineSignal<[fleet.Wish]>("wish");
const finished = wf.defineSignal<[string, fleet.Report]>("finished");

function show(values: { [name in keyof typeof fleet.attributes]?: string | null }): void {
  const pairs = Object.entries(values) as [keyof typeof fleet.attributes, string | null][];
  wf.upsertSearchAttributes(pairs.map(([name, value]) => ({ key: fleet.attributes[name], value })));
}

/** The stack of one environment. It waits for a wish, carries it out, reports, and starts again with a new history. */
export async function environment(state: EnvironmentState): Promise<void> {
  const replaced: fleet.Wish[] = [];
  wf.setHandler(want, (wanted) => {
    state.wanted = wanted;
    show({ platform: wanted.platform });
  });
  wf.setHandler(wish, (newer) => {
    if (state.wish) replaced.push(state.wish);
    state.wish = newer;
  });
  if (!state.report) show({ state: "new" });
  await wf.condition(() => state.wanted !== undefined && state.wish !== undefined);
  const current = state.wish as fleet.Wish;
  state.wish = undefined;
  let cancellation: unknown;
  const report = await carryOut(state, current).catch((error): fleet.Report => {
    if (!wf.isCancellation(error)) throw error;
    cancellation = error;
    return { operation: current.operation, state: "cancelled" };
  });
  state.report = report;
  const isGone = current.operation === "destroy" && report.state === "done";
  show({ state: isGone ? "destroyed" : report.state, error: report.error?.code ?? null });
  wf.upsertMemo({ report });
  await wf.CancellationScope.nonCancellable(async () => {
    await tell(current, report);
    const ended = cancellation ? "cancelled" : "replaced";
    if (cancellation && state.wish) replaced.push(state.wish);
    for (const each of replaced) await tell(each, { operation: each.operation, state: ended });
  });
  if (cancellation) throw cancellation;
  if (!isGone) return wf.makeContinueAsNewFunc<typeof environment>({ memo: { report } })(state);
  if (state.wish) return wf.continueAsNew<typeof environment>({ wanted: state.wanted, wish: state.wish });
}

async function tell({ rollout }: fleet.Wish, report: fleet.Report): Promise<void> {
  const { workflowId } = wf.workflowInfo();
  // A rollout that has ended wants no report.
  if (rollout)
    await wf
      .getExternalWorkflowHandle(rollout)
      .signal(finished, workflowId, report)
      .catch(() => {});
}

async function carryOut(state: EnvironmentState, current: fleet.Wish): Promise<fleet.Report> {
  const { deployed, isBroken = false, isDrifted = false } = state;
  const wanted = state.wanted as fleet.Wanted;
  const { operation } = current;
  const isUp = operation === "up";
  // Only `up` brings new settings. Those before a failed run are the ones of the last successful run.
  const chosen = current.previous ? (isBroken ? deployed : state.previous) : wanted.settings;
  const settings = isUp ? chosen : (deployed ?? wanted.settings);
  const failed = (code: string, message: string) => ({ operation, state: "failed", error: { code, message } }) as const;
  if (!settings) return failed("NO_PREVIOUS", "There is no earlier successful run with other settings.");
  const made = { operation, tag: settings.tag };
  const isNew = isBroken || isDrifted || current.force || !equal(settings, deployed);
  if (isUp && !isNew) return { ...made, state: "unchanged" };
  show({ state: "running", version: settings.tag });
  const { timeoutMinutes = 30, attempts = 5 } = wanted;
  const run = wf.proxyActivities<Activities>({
    taskQueue: fleet.queueOf(wanted.platform),
    // The activity itself ends a run that takes too long. This is for a worker that cannot.
    startToCloseTimeout: `${timeoutMinutes + 5} minutes`,
    heartbeatTimeout: `${fleet.SILENT_SECONDS} seconds`,
    cancellationType: "WAIT_CANCELLATION_COMPLETED",
    retry: { initialInterval: "3 seconds", maximumInterval: "10 minutes", maximumAttempts: attempts },
  });
  const name = wf.workflowInfo().workflowId;
  const { lostHost } = state;
  if (isUp) state.isBroken = true;
  const start = Date.now();
  try {
    const attempt = { ...wanted, name, settings, timeoutMinutes, refresh: isDrifted, lostHost };
    const outcome = await run[operation](attempt);
    state.lostHost = undefined;
    if (isUp && !equal(settings, deployed)) Object.assign(state, { previous: deployed, deployed: settings });
    if (isUp) Object.assign(state, { isBroken: false, isDrifted: false });
    if (operation === "preview") state.isDrifted = Object.keys(outcome.changes).some((op) => op !== "same");
    const ended = operation === "preview" && state.isDrifted ? "drifted" : "done";
    return { ...made, ...outcome, state: ended, seconds: secondsSince(start) };
  } catch (error) {
    const cause = error instanceof wf.ActivityFailure ? error.cause : undefined;
    const ended = { ...made, attempts, seconds: secondsSince(start) };
    if (cause instanceof wf.ApplicationFailure) {
      const [last = attempts] = (cause.details ?? []) as number[];
      return { ...ended, attempts: last, ...failed(cause.type ?? "UNKNOWN", cause.message) };
    }
    if (!(cause instanceof wf.TimeoutFailure)) throw error;
    state.lostHost = cause.lastHeartbeatDetails as string;
    return { ...ended, ...failed("LOST", `The worker on ${state.lostHost} is no longer heard from.`) };
  }
}

const equal = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const secondsSince = (start: number) => Math.round((Date.now() - start) / 1000);

interface RolloutState extends fleet.Rollout {
  progress?: fleet.Progress;
  /** Environments whose turn has not come, by wave. */
  waiting?: fleet.Member[][];
  /** Number of failures after which it pauses next. */
  limit?: number;
}

/** Asks many environments for the same, wave after wave. It pauses, resumes and ends by signals, and pauses by itself after failures. */
export async function rollout(state: RolloutState): Promise<fleet.Progress> {
  wf.setHandler(wf.defineQuery<fleet.Progress | undefined>("progress"), () => state.progress);
  const { listMembers } = wf.proxyActivities<Activities>({ startToCloseTimeout: "5 minutes" });
  state.waiting ??= inWaves(await listMembers(state.names), state.waves);
  const { waiting } = state;
  const total = waiting.flat().length;
  state.progress ??= { state: "running", wave: 1, waves: waiting.length, total, running: [], ended: {}, problems: [] };
  const now = state.progress;
  state.limit ??= state.failures;
  const turn = (to: fleet.Progress["state"], reason?: string) => {
    if (now.state !== "aborted") Object.assign(now, { state: to, reason });
  };
  const failures = () => now.ended.failed ?? 0;
  const end = (name: string, { state: ended, error }: fleet.Report) => {
    if (!now.running.some(([each]) => each === name)) return;
    now.running = now.running.filter(([each]) => each !== name);
    now.ended[ended] = (now.ended[ended] ?? 0) + 1;
    if (error || ended === "drifted") now.problems.push(name);
    if (error && failures() > (state.limit ?? 0)) turn("paused", `more than ${state.limit} failed`);
  };
  wf.setHandler(finished, end);
  wf.setHandler(wf.defineSignal("pause"), () => turn("paused", "by a signal"));
  wf.setHandler(wf.defineSignal("resume"), () => {
    state.limit = failures() + state.failures;
    turn("running");
  });
  wf.setHandler(wf.defineSignal("abort"), () => turn("aborted"));
  const isIdle = () => now.running.length === 0;
  const isOver = () => isIdle() && (now.state === "aborted" || waiting.flat().length === 0);
  const next = () => {
    const runs = (platform: string) => now.running.filter(([, each]) => each === platform).length;
    if (now.state === "running") return waiting[0]?.find(([, platform]) => runs(platform) < state.perPlatform);
  };
  const isWaveOver = () => isIdle() && waiting[0]?.length === 0 && waiting.length > 1 && now.state === "running";
  while (!isOver()) {
    show({ state: now.state });
    const shown = now.state;
    await wf.condition(() => isOver() || isWaveOver() || next() !== undefined || now.state !== shown);
    if (isWaveOver()) {
      waiting.shift();
      now.wave++;
    }
    for (let member = next(); member; member = next()) {
      const [name] = member;
      waiting[0]?.splice(waiting[0].indexOf(member), 1);
      now.running.push(member);
      const handle = wf.getExternalWorkflowHandle(name);
      await handle.signal(wish, { ...state.wish, rollout: wf.workflowInfo().workflowId }).catch(() => {
        const error = { code: "NOT_IMPORTED", message: "No such environment was imported." };
        end(name, { operation: state.wish.operation, state: "failed", error });
      });
      if (wf.workflowInfo().continueAsNewSuggested) await wf.continueAsNew<typeof rollout>(state);
    }
  }
  show({ state: now.state === "aborted" ? "aborted" : "done" });
  return now;
}

function inWaves(members: readonly fleet.Member[], waves: readonly string[]): fleet.Member[][] {
  const countOf = (end: string) =>
    Math.ceil(end.endsWith("%") ? (members.length * Number.parseFloat(end)) / 100 : Number(end));
  const ends = [0, ...waves.map(countOf), members.length].sort((one, other) => one - other);
  return ends.map((end, index) => members.slice(ends[index - 1] ?? 0, end)).filter(({ length }) => length > 0);
}
