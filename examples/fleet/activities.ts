/** What workers do: each run is a process of its own, with the token of its platform and of no other. */
import { type ChildProcess, fork, spawnSync } from "node:child_process";
import { once } from "node:events";
import { hostname } from "node:os";
import { join } from "node:path";
import { ApplicationFailure, CancelledFailure, Context, getClient } from "@temporalio/activity";
import { ActivityCancelledError } from "@temporalio/client";
import { homepage } from "pulumi-app-platform/package.json";
import { masking, variablesOf } from "./platformFiles.js";
import type { News } from "./run.js";
import { attributes, type Member, type Order, type Report } from "./vocabulary.js";

export { masked as destroy, masked as preview, masked as refresh, masked as unlock, masked as up };

/** The environments with these names, or all that were imported, with their platforms. */
export async function listMembers(names?: readonly string[]): Promise<Member[]> {
  const platforms = new Map<string, string>();
  const query = "WorkflowType = 'environment' AND ExecutionStatus = 'Running'";
  for await (const { workflowId, typedSearchAttributes } of getClient().workflow.list({ query }))
    platforms.set(workflowId, typedSearchAttributes.get(attributes.platform) ?? "");
  // The list doesn't have those yet that were imported a moment ago.
  const describe = async (name: string) =>
    (await getClient().workflow.getHandle(name).describe()).typedSearchAttributes;
  const unlisted = async (name: string) =>
    (await describe(name).catch(() => undefined))?.get(attributes.platform) ?? "";
  const members = [...new Set(names ?? [...platforms.keys()].sort())];
  return Promise.all(members.map(async (name) => [name, platforms.get(name) || (await unlisted(name))] as const));
}

/** What is refused once is refused again: wrong settings and arguments, and requests that the platform doesn't accept. */
const REFUSED = /^AP(1\d{3}|2\d{3}|300[12346])$/;

/** How long Pulumi may take to finish what it is doing and to unlock the stack. */
const STOP_SECONDS = Number(process.env.FLEET_STOP_SECONDS ?? 30);

/** Why a worker ends a run. */
const REASONS = {
  CANCELLED: "The run was cancelled.",
  TIMEOUT: "The run took longer than its environment allows.",
  LOST: "The worker has lost its connection to Temporal.",
};

/** Its error, which Temporal stores, contains no value of the platform's file. */
async function masked(order: Order): ReturnType<typeof run> {
  const hide = masking(variablesOf(order.platform));
  return run(order).catch((error: Error) => {
    throw Object.assign(error, { message: hide(error.message), stack: hide(error.stack ?? "") });
  });
}

async function run(attempt: Order): Promise<Required<Pick<Report, "attempts" | "changes">>> {
  const context = Context.current();
  const { attempt: attempts, heartbeatTimeoutMs: silence = 0, heartbeatDetails, taskToken } = context.info;
  const order = { ...attempt, lostHost: heartbeatDetails ?? attempt.lostHost };
  const child = start(order);
  let ending: keyof typeof REASONS | undefined;
  const end = (why: keyof typeof REASONS, seconds = STOP_SECONDS) => {
    ending ??= why;
    if (child.connected) child.send("stop", () => {});
    timers.push(setTimeout(kill, seconds * 1000, child));
  };
  const timers = [setTimeout(end, attempt.timeoutMinutes * 60_000, "TIMEOUT")];
  const cancel = () => end("CANCELLED");
  context.cancellationSignal.addEventListener("abort", cancel);
  let contact = Date.now();
  const beat = setInterval(async () => {
    const at = Date.now();
    // Soon, Temporal gives the environment to another worker.
    if (at - contact > silence / 2) end("LOST", silence / 4000);
    // The worker's heartbeat brings cancellations, the client's fails if Temporal doesn't record it.
    context.heartbeat(hostname());
    const failure = await context.client.activity.heartbeat(taskToken, hostname()).catch((error) => error);
    if (failure === undefined || failure instanceof ActivityCancelledError) contact = at;
  }, 2000);
  try {
    const news = await newsOf(child);
    if (news.isKilled) kill(child);
    if (news.isKilled && news.isLocked && ending !== "LOST") await newsOf(start({ ...order, operation: "unlock" }));
    if (!news.error) return { attempts, changes: news.changes ?? {} };
    if (context.cancellationDetails?.cancelRequested) throw new CancelledFailure(REASONS.CANCELLED);
    const { code, message } = ending ? { code: ending, message: REASONS[ending] } : news.error;
    throw ApplicationFailure.create({
      type: code,
      message: code.startsWith("AP") ? `${message}\n${homepage}errors.html#${code.toLowerCase()}` : message,
      details: [attempts],
      // A program that hangs gets a second chance.
      nonRetryable: REFUSED.test(code) || (code === "TIMEOUT" && attempts > 1),
    });
  } finally {
    for (const timer of [...timers, beat]) clearTimeout(timer);
    context.cancellationSignal.removeEventListener("abort", cancel);
  }
}

/** What the runs get of the worker's variables. All others, such as tokens, are in the file of the platform. */
const PASSED = /^(PATH|HOME|USER|TMPDIR|LANG|TZ|NODE_\w+|PULUMI_\w+|\w+_PROXY)$/i;

/** Starts a run in a session of its own: Ctrl-C in the terminal reaches only the worker. */
function start(order: Order): ChildProcess {
  const passed = Object.entries(process.env).filter(([name]) => PASSED.test(name));
  const own = variablesOf(order.platform);
  // What a lost run created is adopted, although no state knows it.
  const always = { PULUMI_SKIP_UPDATE_CHECK: "1", APP_PLATFORM_ON_EXISTING: "adopt" };
  const env = { ...Object.fromEntries(passed), ...always, ...own };
  const child = fork(join(__dirname, "run.ts"), { env, detached: true, stdio: ["ignore", "ignore", "pipe", "ipc"] });
  child.send(order, () => {});
  return child;
}

/** Kills a run with all that it has started: Pulumi's plugins have process groups of their own, but belong to its session. */
function kill({ pid = 0 }: ChildProcess): void {
  // On macOS, and without `pkill` as in small images, plugins end by themselves a little later.
  const { status } = spawnSync("pkill", ["-KILL", "-s", String(pid)]);
  try {
    if (status !== 0) process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** What a run said before its process ended: whole lines, since masking doesn't find half of a value. */
async function newsOf(child: ChildProcess): Promise<News & { isKilled?: boolean }> {
  let log = "";
  let news: News = {};
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    log = (log + text).slice(-100_000).replace(/^.*?\n(?=.{0,2000}$)/s, "");
  });
  child.on("message", (more: News) => {
    news = { ...news, ...more };
  });
  const [code, signal] = await once(child, "exit");
  // Its last message may still be on the way.
  if (child.connected) await once(child, "disconnect");
  if (news.changes) return news;
  const message = `The process of the run ended with ${signal ?? code}.\n${log}`.trim();
  return { ...news, isKilled: true, error: { code: "EXITED", message } };
}
