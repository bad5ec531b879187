/** One run of one stack, in a process of its own: an activity starts it, sends an {@link Order}, and gets {@link News} back. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { type EngineEvent, LocalWorkspace, type Stack } from "@pulumi/pulumi/automation";
import { deployShop } from "./program.js";
import type { Operation, Order, Report } from "./vocabulary.js";

export interface News extends Pick<Report, "changes" | "error"> {
  /** Whether this run has locked the stack. */
  readonly isLocked?: true;
}

/** How long a run may go on after its worker has died: Temporal waits longer before another worker gets it. */
const GRACE_SECONDS = 10;
const stop = new AbortController();

async function carryOut(order: Order): Promise<News> {
  const { name, operation, settings, refresh } = order;
  const workDir = mkdtempSync(join(tmpdir(), "fleet-"));
  // The plugin loads the provider from the folder `main`.
  const workspace = { workDir, projectSettings: { name: "fleet", runtime: "nodejs", main: __dirname } as const };
  const program = () => deployShop(settings);
  const open = (stackName: string) =>
    LocalWorkspace.createOrSelectStack({ stackName, projectName: "fleet", program }, workspace);
  const changes: Record<string, number> = {};
  const errors: string[] = [];
  const onEvent = ({ preludeEvent, diagnosticEvent, resOutputsEvent }: EngineEvent) => {
    // A preview locks nothing.
    if (preludeEvent && operation !== "preview") process.send?.({ isLocked: true } satisfies News);
    if (diagnosticEvent?.severity === "error") errors.push(diagnosticEvent.message);
    const { op, type = "pulumi:" } = resOutputsEvent?.metadata ?? {};
    // The stack itself and its provider are none of the environment's resources.
    if (op && op !== "refresh" && !type.startsWith("pulumi:")) changes[op] = (changes[op] ?? 0) + 1;
  };
  const options = { onEvent, color: "never", signal: stop.signal } as const;
  const runs: Record<Operation, (stack: Stack) => Promise<unknown>> = {
    up: (stack) => stack.up({ ...options, refresh }),
    preview: (stack) => stack.preview({ ...options, refresh: true }),
    refresh: (stack) => stack.refresh(options),
    destroy: (stack) => stack.destroy({ ...options, remove: true }),
    unlock: (stack) => stack.cancel(),
  };
  const attempt = async () => {
    const stack = await open(name);
    // After a run, the Automation API would start the CLI three times more to read them. The events say what is needed.
    Object.assign(stack, { outputs: async () => ({}), info: async () => undefined });
    await runs[operation](stack);
  };
  try {
    await attempt().catch(async (error: Error) => {
      if (!isStale(error, order)) throw error;
      await unlock(name, open);
      await attempt();
    });
    return { changes };
  } catch (error) {
    return { changes, error: describe(errors.join("\n") || (error as Error).message) };
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

/** Whether a lock is in the way whose owner is gone: a process of this machine that has ended, or one of a lost worker. */
function isStale(error: Error, { operation, lostHost }: Order): boolean {
  const owners = [...error.message.matchAll(/ created by \S+@(\S+) \(pid (\d+)\) at (\S+)/g)];
  const isGone = ([, host, pid, at = ""]: RegExpMatchArray) =>
    host === hostname() ? !isAlive(Number(pid), Date.parse(at)) : host === lostHost;
  return owners.length > 0 && (operation === "unlock" || owners.every(isGone));
}

/** Whether the process that locked something at this time still runs: one that began after that has got its number. */
function isAlive(pid: number, lockedAt: number): boolean {
  const options = { env: { ...process.env, LC_ALL: "C" }, encoding: "utf8" } as const;
  const { status, stdout } = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], options);
  // Both times are in whole seconds. BusyBox has no such column.
  return status === 0 ? !(Date.parse(stdout) > lockedAt + 2000) : existsSync(`/proc/${pid}`);
}

/** Pulumi unlocks only stacks that exist. The lock of one that was never created isn't in the way of a rename. */
async function unlock(name: string, open: (name: string) => Promise<Stack>): Promise<void> {
  const stack = await open(name).catch(async () => {
    const other = await open(`${name}-${process.pid}`);
    await other.rename({ stackName: name });
    return other;
  });
  await stack.cancel();
}

/** The code is that of the provider, such as AP3003, if it is its error. */
function describe(text: string): NonNullable<Report["error"]> {
  const [, owner] = / currently locked by [\s\S]*?(created by .*)/.exec(text) ?? [];
  if (owner)
    return { code: "LOCKED", message: `The stack is locked, ${owner}. If that run is dead, unlock the stack.` };
  const [code = "PULUMI"] = /\bAP\d{4}\b/.exec(text) ?? [];
  // Colors are written as `<{%reset%}>` in events.
  const lines = text
    .replace(/<\{%.*?%\}>/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "");
  return { code, message: lines.slice(0, 20).join("\n").trim() };
}

process.on("message", (order: Order | "stop") => {
  if (order === "stop") return stop.abort();
  // The worker has died: Pulumi ends what it is doing and unlocks the stack.
  process.once("disconnect", () => {
    stop.abort();
    setTimeout(() => process.kill(-process.pid, "SIGKILL"), GRACE_SECONDS * 1000).unref();
  });
  void carryOut(order).then((news) => process.send?.(news, () => process.exit()) ?? process.exit(1));
});
