import { execFile } from "node:child_process";
import { delimiter } from "node:path";
import type { Outside } from "../command.js";
import { PulumiFailedError, PulumiNotFoundError } from "../errors.js";
import { findPulumi, otherFolders } from "./findPulumi.js";

/** One run of the Pulumi CLI. */
export interface PulumiRun extends Outside {
  /** Begins error messages: `Reading the stack configuration`. */
  readonly purpose: string;
  /** What a person can do without the CLI. */
  readonly instead?: string;
  /** Arguments, without `--stack` and the options of every run. */
  readonly args: readonly string[];
  /** Folder of the project. */
  readonly cwd: string;
  /** The selected one if omitted. */
  readonly stack?: string | undefined;
  /** Standard input. Secrets must not be arguments, which other processes on the machine can see. */
  readonly input?: string;
}

/** Maximum time of a run, in milliseconds: a run that prompts for input would wait forever. */
const timeLimit = 60_000;

/** Runs the Pulumi CLI with the command's environment (`PULUMI_CONFIG_PASSPHRASE`, `PULUMI_BACKEND_URL`, …), and returns its output. */
export async function runPulumi(run: PulumiRun): Promise<string> {
  const { purpose, instead, args, cwd, stack, input, environment, signal } = run;
  const found = findPulumi(environment);
  if (found === undefined) throw new PulumiNotFoundError(purpose, otherFolders(environment), instead);
  const own = [...args, ...(stack === undefined ? [] : ["--stack", stack])];
  // Plugins, such as those that decrypt, are found next to the CLI.
  const PATH = found.isOnPath ? environment.PATH : [environment.PATH, found.folder].filter(Boolean).join(delimiter);
  const env = { ...environment, PATH, PULUMI_SKIP_UPDATE_CHECK: "true" };
  return new Promise((resolve, reject) => {
    const child = execFile(
      found.program,
      [...own, "--non-interactive", "--color=never"],
      { cwd, env, signal, timeout: timeLimit, killSignal: "SIGKILL", maxBuffer: Number.POSITIVE_INFINITY },
      (error, stdout, stderr) => {
        if (error === null) return resolve(stdout);
        if (signal.aborted) return reject(signal.reason);
        const output = error.killed ? `nothing within ${timeLimit / 1000} s` : firstError(stderr) || error.message;
        reject(new PulumiFailedError(purpose, ["pulumi", ...own].join(" "), output, adviceFor(stderr, { cwd, stack })));
      },
    );
    // It may end before it has read everything. Its exit code says why.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
  });
}

/** The first line with an error: others are warnings, or lines of a log. */
function firstError(stderr: string): string {
  const lines = stderr
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return (lines.find((line) => line.startsWith("error:")) ?? lines[0] ?? "").replace(/^error:\s*/, "");
}

interface Run {
  readonly cwd: string;
  readonly stack: string | undefined;
}

const fromEnvironment = "or set APP_PLATFORM_BASE_URL and APP_PLATFORM_TOKEN in the environment";

/** What to do after the Pulumi CLI has failed, by its output. */
export function adviceFor(stderr: string, { cwd, stack }: Run): string | string[] {
  const text = stderr.toLowerCase();
  if (text.includes("no stack selected")) {
    return [`select a stack in ${cwd}: pulumi stack select <name>`, "name it: --stack <name>"];
  }
  if (text.includes("no stack named") || text.includes("not found")) {
    return `check the name of the stack${stack === undefined ? "" : ` (${stack})`}: \`pulumi stack ls\` lists those of ${cwd}.`;
  }
  // A metadata file that a killed run left empty; reading it ends at once.
  if (text.includes("checkpoint: eof")) {
    return "Pulumi was killed while it wrote the state. In its folder, delete the empty files that end in .attrs: find .pulumi -name '*.attrs' -empty -delete";
  }
  if (text.includes("passphrase must be set") || text.includes("passphrase")) {
    return `set the passphrase of the stack in PULUMI_CONFIG_PASSPHRASE or PULUMI_CONFIG_PASSPHRASE_FILE, ${fromEnvironment}.`;
  }
  if (text.includes("login") || text.includes("access_token")) {
    return `log in where the state of the stack is: pulumi login (or set PULUMI_BACKEND_URL), ${fromEnvironment}.`;
  }
  return `run the same command in ${cwd} and correct what it says, ${fromEnvironment}.`;
}
