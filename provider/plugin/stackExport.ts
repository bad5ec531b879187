import { execFile } from "node:child_process";

/** Maximum time that `pulumi stack export` may take, in milliseconds. */
const timeLimit = 60_000;

export interface StackExport {
  /** The Pulumi command line. */
  readonly command: string;
  /** Folder of the project. */
  readonly folder: string;
  /** The selected stack if omitted. */
  readonly stack?: string;
  /** Whether secrets are decrypted; they stay encrypted if omitted. */
  readonly showSecrets?: boolean;
  readonly signal: AbortSignal;
}

/**
 * What `pulumi stack export` prints.
 *
 * @throws Error that says what the command line reports, or the signal's reason.
 */
export function exportStack({ command, folder, stack, showSecrets, signal }: StackExport): Promise<string> {
  const options = [...(stack === undefined ? [] : ["--stack", stack]), ...(showSecrets ? ["--show-secrets"] : [])];
  const args = ["stack", "export", "--non-interactive", "--color=never", ...options];
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  return new Promise((resolve, reject) => {
    execFile(
      command,
      args,
      { cwd: folder, env, signal, timeout: timeLimit, killSignal: "SIGKILL", maxBuffer: Number.POSITIVE_INFINITY },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else if (signal.aborted) reject(signal.reason);
        else reject(new Error(`\`pulumi stack export\` failed: ${firstLine(stderr) ?? firstLine(error.message)}`));
      },
    ).stdin?.end();
  });
}

function firstLine(text: string): string | undefined {
  return text
    .split("\n")
    .map((line) => line.trim())
    .find((line) => line !== "");
}
