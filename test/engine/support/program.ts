/** Runs an inline program in this process, as the Automation API's language server does. */
import * as automation from "@pulumi/pulumi/automation/server.js";
import { newConnections } from "./connections-of-run.js";
import type { Program } from "./test-stack.js";

export interface ProgramRun {
  readonly project: string;
  readonly stack: string;
  readonly address: string;
  readonly isPreview: boolean;
  readonly config: Readonly<Record<string, string>>;
  readonly secretKeys: readonly string[];
  /** Resolves when the operation has ended early. */
  readonly ended: Promise<void>;
}

/** The SDK declares it internal. */
const { LanguageServer } = automation as unknown as {
  LanguageServer: new (
    program: () => Promise<unknown>,
  ) => { run(call: object, callback: (...results: never[]) => void): Promise<void> };
};

// Pulumi's SDK keeps a stack trace with every promise, for programs that never end. Vitest maps each frame to its source.
const prepare = Error.prepareStackTrace;
if (prepare !== undefined)
  Error.prepareStackTrace = (error, frames) =>
    frames[0]?.getFunctionName() === "debuggablePromise" ? "" : prepare(error, frames);

/** What the program failed with; nothing if it succeeded; `ended` if its operation ended before it did. */
export async function runProgram(program: Program, run: ProgramRun): Promise<string | "ended" | undefined> {
  const connections = newConnections();
  const server = new LanguageServer(async () => {
    connections.take();
    return (await program()) ?? {};
  });
  const request = {
    getArgsList: () => [run.address],
    getProject: () => run.project,
    getStack: () => run.stack,
    getParallel: () => 0,
    getMonitorAddress: () => run.address,
    getDryrun: () => run.isPreview,
    getOrganization: () => "organization",
    getConfigMap: () => new Map(Object.entries(run.config)),
    getConfigsecretkeysList: () => [...run.secretKeys],
  };
  const events = ["uncaughtException", "unhandledRejection"] as const;
  const before = new Set(events.flatMap((event) => process.listeners(event as "uncaughtException")));
  const ran = new Promise<string | undefined>((resolve) => {
    void server.run({ request }, (error: Error | null, response?: { getError(): string }) =>
      resolve(error?.message ?? (response?.getError() || undefined)),
    );
  });
  const result = await Promise.race([ran, run.ended.then(() => "ended" as const)]);
  // A program whose operation ended early waits forever, with open connections: closing them would reject what it waits for.
  if (result !== "ended") connections.close();
  for (const event of events)
    for (const listener of process.listeners(event as "uncaughtException"))
      if (!before.has(listener)) process.off(event, listener);
  return result;
}
