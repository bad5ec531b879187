/** One run of one stack, in a process of its own: the worker starts it, sends it a {@link Task}, and gets a `Result` back. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type EngineEvent,
  type InlineProgramArgs,
  LocalWorkspace,
  type LocalWorkspaceOptions,
  type Stack,
} from "@pulumi/pulumi/automation";
import type { Result } from "./environments.js";
import { deployShop, type Settings } from "./program.js";
import { withoutSecrets } from "./settings.js";

export interface Task {
  readonly name: string;
  readonly settings: Settings;
  /** Whether the stack may exist already. */
  readonly wasRun: boolean;
  /** Whether the lock of the stack is that of a worker that is dead. */
  readonly isLeft: boolean;
  /** How long this run may go on after its worker has died. */
  readonly graceSeconds: number;
}

const stop = new AbortController();

async function openStack({ name, settings, wasRun }: Task, workDir: string): Promise<Stack> {
  const args: InlineProgramArgs = { stackName: name, projectName: "fleet", program: () => deployShop(settings) };
  // The plugin loads the provider from the folder `main`.
  const options: LocalWorkspaceOptions = {
    workDir,
    projectSettings: { name: "fleet", runtime: "nodejs", main: __dirname },
  };
  const stack = wasRun
    ? await LocalWorkspace.createOrSelectStack(args, options)
    : await LocalWorkspace.createStack(args, options);
  // After `up`, the Automation API would start the CLI three times more to read them. The events say what is needed.
  stack.outputs = async () => ({});
  stack.info = async () => undefined;
  return stack;
}

async function run(task: Task): Promise<Result> {
  const workDir = mkdtempSync(join(tmpdir(), "fleet-"));
  const changes: Record<string, number> = {};
  const errors: string[] = [];
  const onEvent = ({ diagnosticEvent, resOutputsEvent }: EngineEvent) => {
    if (diagnosticEvent?.severity === "error") errors.push(diagnosticEvent.message);
    const { op, type = "pulumi:" } = resOutputsEvent?.metadata ?? {};
    // The stack itself and its provider are none of the environment's resources.
    if (op !== undefined && !type.startsWith("pulumi:")) changes[op] = (changes[op] ?? 0) + 1;
  };
  try {
    const stack = await openStack(task, workDir);
    if (task.isLeft) await stack.cancel();
    await stack.up({ onEvent, color: "never", signal: stop.signal });
    return { changes };
  } catch (error) {
    if (stop.signal.aborted) return { error: { code: "STOPPED", message: "The worker stopped the run." } };
    return { changes, error: describe(errors.length > 0 ? errors.join("\n") : (error as Error).message) };
  } finally {
    rmSync(workDir, { recursive: true, force: true });
  }
}

/** The code is that of the provider (AP3003), if it is its error: docs/errors.md explains them. */
function describe(text: string): { code: string; message: string } {
  const [code = "PULUMI"] = /\bAP\d{4}\b/.exec(text) ?? [];
  // Colors are written as `<{%reset%}>` in events.
  const lines = withoutSecrets(text.replace(/<\{%.*?%\}>/g, ""))
    .split("\n")
    .filter((line) => line.trim() !== "");
  return { code, message: lines.slice(0, 20).join("\n").trim() };
}

process.on("message", (message: Task | "stop") => {
  if (message === "stop") return stop.abort();
  // The worker has died. Pulumi ends what it is doing and unlocks the stack; at the latest, it ends before the lease does.
  process.once("disconnect", () => {
    stop.abort();
    setTimeout(() => process.kill(-process.pid, "SIGKILL"), message.graceSeconds * 1000).unref();
  });
  void run(message).then((result) => {
    if (!process.connected) process.exit(1);
    process.send?.(result, () => process.exit(0));
  });
});
