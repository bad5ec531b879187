/** One run of one stack, in a process of its own: an activity starts it, sends an {@link Order}, and gets {@link News} back. */
import { mkdtempSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { type EngineEvent, LocalWorkspace, type Stack } from "@pulumi/pulumi/automation";
import { killRun } from "./processes.js";
import { deployShop } from "./program.js";
import type { Attempt, Operation, Outcome } from "./vocabulary.js";

export interface Order extends Attempt {
  readonly operation: Operation;
  /** How long this run may go on after its worker has died. */
  readonly graceSeconds: number;
}

export interface News extends Partial<Pick<Outcome, "changes">> {
  /** Whether this run has locked the stack. */
  readonly isLocked?: true;
  readonly error?: { readonly code: string; readonly message: string };
}

const stop = new AbortController();

async function carryOut({ name, operation, settings, refresh, lostHost }: Order): Promise<News> {
  const workDir = mkdtempSync(join(tmpdir(), "fleet-"));
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
  try {
    const stack = await LocalWorkspace.createOrSelectStack(
      { stackName: name, projectName: "fleet", program: () => deployShop(settings) },
      // The plugin loads the provider from the folder `main`.
      { workDir, projectSettings: { name: "fleet", runtime: "nodejs", main: __dirname } },
    );
    // After a run, the Automation API would start the CLI three times more to read them. The events say what is needed.
    stack.outputs = async () => ({});
    stack.info = async () => undefined;
    const options = { onEvent, color: "never", signal: stop.signal } as const;
    const runs: Record<Operation, () => Promise<unknown>> = {
      up: () => stack.up({ ...options, refresh }),
      preview: () => stack.preview({ ...options, refresh: true }),
      refresh: () => stack.refresh(options),
      destroy: () => stack.destroy(options).then(() => stack.workspace.removeStack(name)),
      unlock: () => stack.cancel(),
    };
    await runs[operation]().catch((error) => unlockAfter(error, stack, lostHost).then(runs[operation]));
    return { changes };
  } catch (error) {
    return { changes, error: describe(errors.join("\n") || (error as Error).message) };
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

/** Removes a lock whose owner is gone: a process of this machine that has ended, or one of a lost worker. */
async function unlockAfter(error: Error, stack: Stack, lostHost: string | undefined): Promise<void> {
  const owners = [...error.message.matchAll(/ created by \S+@(\S+) \(pid (\d+)\)/g)];
  const isGone = ([, host, pid]: RegExpMatchArray) => (host === hostname() ? !isAlive(Number(pid)) : host === lostHost);
  if (owners.length === 0 || !owners.every(isGone)) throw error;
  await stack.cancel();
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The code is that of the provider, such as AP3003, if it is its error. */
function describe(text: string): { code: string; message: string } {
  const [, owner] = / currently locked by [\s\S]*?(created by .*)/.exec(text) ?? [];
  if (owner)
    return { code: "LOCKED", message: `The stack is locked, ${owner}. If that run is dead, unlock the stack.` };
  const [code = "PULUMI"] = /\bAP\d{4}\b/.exec(text) ?? [];
  const secrets = Object.entries(process.env).flatMap(([variable, value = ""]) =>
    /(TOKEN|PASSPHRASE|PASSWORD|BACKEND_URL)$/.test(variable) && value.length >= 8 ? [value] : [],
  );
  // Colors are written as `<{%reset%}>` in events.
  const readable = secrets.reduce((all, one) => all.replaceAll(one, "[secret]"), text.replace(/<\{%.*?%\}>/g, ""));
  const lines = readable.split("\n").filter((line) => line.trim() !== "");
  return { code, message: lines.slice(0, 20).join("\n").trim() };
}

process.on("message", (order: Order | "stop") => {
  if (order === "stop") return stop.abort();
  // The worker has died: Pulumi ends what it is doing and unlocks the stack.
  process.once("disconnect", () => {
    stop.abort();
    setTimeout(() => killRun(process.pid), order.graceSeconds * 1000).unref();
  });
  void carryOut(order).then((news) => process.send?.(news, () => process.exit()) ?? process.exit(1));
});
