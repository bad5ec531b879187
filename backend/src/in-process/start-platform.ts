import { sentBodies } from "../dashboard/requests/request-detail.js";
import type { LocalContext } from "../local/context.js";
import { readFaultRules } from "../local/fault-rules.js";
import { reset } from "../local/reset.js";
import { Problem } from "../problem.js";
import { runPlatform } from "../running-platform.js";
import { seededIds } from "../seed.js";
import { checkedOptions } from "../start-options.js";
import type { FaultRule } from "./fault-rule.js";
import type { LocalPlatform, PlatformOptions, RequestEntry } from "./local-platform.js";

/** How long running requests may continue after `close`, so that a test never waits for a connection that hangs. */
const timeoutMilliseconds = 1000;
const longestAdvance = 1e9;

function requestsOf({ journal, dashboard: { log } }: LocalContext): RequestEntry[] {
  return journal.rows().map(({ last_at: lastAt, logged, ...row }) => ({
    ...row,
    lastAt,
    // Masking takes longer than everything else here, and most callers only count.
    get bodies() {
      return sentBodies(log, logged);
    },
  }));
}

function advance({ platform, manualClock }: LocalContext, seconds: number): void {
  const { speed } = platform.clock;
  if (speed !== "manual") {
    throw new Error(`advance() needs a platform that was started with speed: "manual"; its speed is ${speed}.`);
  }
  if (!Number.isFinite(seconds) || seconds < 0 || seconds > longestAdvance) {
    throw new RangeError(`seconds must be a number from 0 to ${longestAdvance}; got ${seconds}.`);
  }
  manualClock.advance(seconds);
}

/** The rule with a body that is JSON, which the program can't change any more. */
function withJsonBody(rule: FaultRule): FaultRule {
  const { body } = Object(rule) as FaultRule;
  if (body === undefined) return rule;
  try {
    return { ...rule, body: JSON.parse(JSON.stringify(body)) };
  } catch (error) {
    throw new TypeError(`The fault rule can't be used: body must be JSON (${(error as Error).message}).`);
  }
}

function addFault(context: LocalContext, rule: FaultRule): () => void {
  try {
    const [checked] = readFaultRules(context, [withJsonBody(rule)]);
    return checked === undefined ? () => undefined : context.faults.add(checked);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const [violation] = error.violations ?? [];
    const member = violation?.field.replace(/^rules\[0\]\.?/, "") || "the rule";
    throw new TypeError(`The fault rule can't be used: ${member} ${violation?.message}.`);
  }
}

/**
 * Starts an Application Platform in this process, for tests. It listens at once, keeps its data in memory, and takes no
 * time to deploy, unless the options say otherwise. Each call starts a platform of its own.
 *
 * @param options What to start; all options may be omitted.
 * @returns The running platform. Close it when the tests are finished.
 * @throws TypeError if an option isn't valid.
 * @throws Error if the data file or the seed file can't be read, or if the port is in use.
 * @example
 * ```ts
 * import { startPlatform } from "app-platform-backend";
 *
 * const platform = await startPlatform({ endpoints: "extended" });
 * process.env.APP_PLATFORM_BASE_URL = platform.url;
 * process.env.APP_PLATFORM_TOKEN = platform.tokens.admin;
 * // … run the program …
 * console.log(platform.requests());
 * await platform.close();
 * ```
 */
export async function startPlatform(options: PlatformOptions = {}): Promise<LocalPlatform> {
  const running = await runPlatform(checkedOptions(options));
  const { url, tokens, context } = running;
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= running.close(timeoutMilliseconds);
    return closed;
  };
  /** What changes the platform needs one that runs. */
  const whileOpen = (name: string): LocalContext => {
    if (closed === undefined) return context;
    throw new Error(`${name}() was called after close(). Call it before, or start another platform.`);
  };
  return {
    url,
    tokens,
    ids: structuredClone(seededIds),
    requests: () => requestsOf(context),
    reset: () => reset(whileOpen("reset")),
    advance: (seconds) => advance(whileOpen("advance"), seconds),
    fault: (rule) => addFault(whileOpen("fault"), rule),
    close,
    [Symbol.asyncDispose]: close,
  };
}
