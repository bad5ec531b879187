/** Runs an inline program in this process, as the Automation API's language server does. */
import * as pulumi from "@pulumi/pulumi";
import { LanguageServer } from "@pulumi/pulumi/automation/server.js";

export interface ProgramRun {
  readonly project: string;
  readonly stack: string;
  readonly address: string;
  readonly isPreview: boolean;
  readonly config: Readonly<Record<string, string>>;
  readonly secretKeys: readonly string[];
}

/** The SDK's connections: it keeps those of each run open, so they are closed after it. */
interface Closable {
  close(): void;
}

/** What the program failed with; nothing if it succeeded. */
export async function runProgram(
  program: () => Promise<Record<string, unknown> | undefined>,
  run: ProgramRun,
): Promise<string | undefined> {
  const connections = new Set<Closable>();
  const server = new LanguageServer(async () => {
    for (const each of [pulumi.runtime.getMonitor(), pulumi.runtime.getEngine()] as (Closable | undefined)[])
      if (each !== undefined) connections.add(each);
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
  try {
    return await new Promise((resolve) => {
      void server.run(
        { request } as never,
        ((error: Error | null, response?: { getError(): string }) =>
          resolve(error?.message ?? (response?.getError() || undefined))) as never,
      );
    });
  } finally {
    for (const each of connections) each.close();
  }
}
