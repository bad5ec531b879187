/** What workers do: each run is a process of its own, with the token of its platform and of no other. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { hostname } from "node:os";
import { join } from "node:path";
import { ApplicationFailure, CancelledFailure, Context } from "@temporalio/activity";
import type { Client } from "@temporalio/client";
import { homepage } from "pulumi-app-platform/package.json";
import { killRun } from "./processes.js";
import type { News, Order } from "./run.js";
import { type Attempt, attributes, type Member, OPERATIONS, type Operation, type Outcome } from "./vocabulary.js";

/** What is refused once is refused again: wrong settings and arguments, and requests that the platform does not accept. */
const REFUSED = /^AP(1\d{3}|2\d{3}|300[12346])$/;
const ERRORS = `${homepage}errors.html`;

/** How long Pulumi may take to finish what it is doing and to unlock the stack. */
const STOP_SECONDS = Number(process.env.FLEET_STOP_SECONDS ?? 30);

/** The variables that every run gets. `FLEET_PASS` adds some, such as those of the bucket with the states. */
const PASSED = /^(PATH|HOME|USER|TMPDIR|LANG|TZ|NODE_\w+|(HTTPS?|NO)_PROXY|PULUMI_\w+)$/i;
const OWN = ["BASE_URL", "TOKEN", "TOKEN_FILE", "TOKEN_SCHEME", "ENDPOINTS", "MAX_CONCURRENT_REQUESTS"];

/** For a run on the platform `eu`, the worker's `APP_PLATFORM_EU_TOKEN` is `APP_PLATFORM_TOKEN`. */
function variablesOf(platform: string): NodeJS.ProcessEnv {
  const prefix = `APP_PLATFORM_${platform.toUpperCase().replaceAll("-", "_")}`;
  const more = (process.env.FLEET_PASS ?? "").split(",");
  const passed = Object.entries(process.env).filter(([name]) => PASSED.test(name) || more.includes(name));
  const own = OWN.map((name) => [`APP_PLATFORM_${name}`, process.env[`${prefix}_${name}`]]);
  // What a lost run created is adopted, although no state knows it.
  return {
    ...Object.fromEntries([...passed, ...own]),
    APP_PLATFORM_ON_EXISTING: "adopt",
    PULUMI_SKIP_UPDATE_CHECK: "1",
  };
}

export interface Connection {
  readonly client: Client;
  /** When Temporal responded last. */
  contact: number;
  /** Aborted when the runs of this worker must end. */
  readonly stop: AbortSignal;
}

export type Activities = Record<Operation, (attempt: Attempt) => Promise<Outcome>> & {
  listMembers(names?: readonly string[]): Promise<Member[]>;
};

export function createActivities(connection: Connection): Activities {
  const run = (operation: Operation) => (attempt: Attempt) => runApart(operation, attempt, connection);
  const runs = Object.fromEntries(OPERATIONS.map((each) => [each, run(each)]));
  return { ...(runs as Pick<Activities, Operation>), listMembers: (names) => listMembers(connection.client, names) };
}

async function listMembers({ workflow }: Client, names?: readonly string[]): Promise<Member[]> {
  const platforms = new Map<string, string>();
  for await (const each of workflow.list({ query: "WorkflowType = 'environment' AND ExecutionStatus = 'Running'" }))
    platforms.set(each.workflowId, each.typedSearchAttributes.get(attributes.platform) ?? "");
  return (names ?? [...platforms.keys()].sort()).map((name) => [name, platforms.get(name) ?? ""]);
}

/** Why a worker ends a run. */
const reasons = {
  TIMEOUT: "The run took longer than its environment allows.",
  STOPPED: "The worker was stopped.",
  LOST: "The worker has lost its connection to Temporal.",
};

async function runApart(operation: Operation, attempt: Attempt, connection: Connection): Promise<Outcome> {
  const context = Context.current();
  const { attempt: attempts, heartbeatTimeoutMs: silence = 0 } = context.info;
  const lostHost = (context.info.heartbeatDetails as string | undefined) ?? attempt.lostHost;
  const start = (which: Operation) => {
    const env = variablesOf(attempt.platform);
    // A process group of its own: Ctrl-C in the terminal reaches the worker only.
    const child = fork(join(__dirname, "run.ts"), { env, detached: true, stdio: ["ignore", "ignore", "pipe", "ipc"] });
    child.send({ ...attempt, operation: which, lostHost, graceSeconds: silence / 2000 } satisfies Order, () => {});
    return child;
  };
  const child = start(operation);
  let ending: keyof typeof reasons | undefined;
  const end = (why: keyof typeof reasons, seconds = STOP_SECONDS) => {
    ending ??= why;
    if (child.connected) child.send("stop", () => {});
    timers.push(setTimeout(killRun, seconds * 1000, child.pid as number));
  };
  const timers = [setTimeout(end, (attempt.timeoutMinutes ?? 30) * 60_000, "TIMEOUT")];
  const beat = setInterval(() => {
    context.heartbeat(hostname());
    // Soon, Temporal gives the environment to another worker.
    if (Date.now() - connection.contact > silence / 2 && ending !== "LOST") end("LOST", silence / 4000);
  }, 1000);
  const stop = () => end("STOPPED");
  for (const signal of [context.cancellationSignal, connection.stop]) signal.addEventListener("abort", stop);
  try {
    const news = await newsOf(child);
    if (news.isKilled) killRun(child.pid as number);
    if (news.isKilled && news.isLocked && ending !== "LOST") await newsOf(start("unlock"));
    if (!news.error) return { attempts, changes: news.changes ?? {} };
    if (context.cancellationDetails?.cancelRequested) throw new CancelledFailure("The run was cancelled.");
    const { code, message } = ending ? { code: ending, message: reasons[ending] } : news.error;
    throw ApplicationFailure.create({
      type: code,
      message: code.startsWith("AP") ? `${message}\n${ERRORS}#${code.toLowerCase()}` : message,
      details: [attempts],
      // A program that hangs gets a second chance.
      nonRetryable: REFUSED.test(code) || (code === "TIMEOUT" && attempts > 1),
    });
  } finally {
    for (const timer of [...timers, beat]) clearTimeout(timer);
    for (const signal of [context.cancellationSignal, connection.stop]) signal.removeEventListener("abort", stop);
  }
}

/** What a run said before its process ended. */
async function newsOf(child: ChildProcess): Promise<News & { isKilled?: boolean }> {
  let log = "";
  let news: News = {};
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    log = (log + text).slice(-2000);
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
