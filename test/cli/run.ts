/** Runs the built `app-platform` as a process of its own: the way people and pipelines use it. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { join } from "node:path";

export const program = join(__dirname, "..", "..", "bin", "app-platform.js");

export interface RunOptions {
  /**
   * On top of the inherited variables; `undefined` removes one. Settings of the provider and of Pulumi are not inherited. `CI` is set, so
   * that a slow machine shows no progress where a test expects nothing else on standard error.
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Working folder; the checkout's `test/cli`, which is no Pulumi project, if omitted. */
  readonly cwd?: string;
  readonly stdin?: string;
  /** Another command than this checkout's, such as `["npx", "app-platform"]`. */
  readonly command?: readonly [string, ...string[]];
}

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output as its one JSON document. Throws, with all output, if it is not that. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read any document, and expectations say what it is.
  json(): any;
}

export interface Started {
  readonly process: ChildProcessWithoutNullStreams;
  stdout(): string;
  stderr(): string;
  /** Resolves as soon as the text is on either stream. */
  printed(text: string | RegExp): Promise<void>;
  /** How it ended. */
  readonly ended: Promise<Ran>;
}

const ownVariables = /^(APP_PLATFORM_|PULUMI_|CI$|NO_COLOR$|FORCE_COLOR$)/;

function environment(changes: RunOptions["env"] = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !ownVariables.test(name));
  const all = Object.entries({ ...Object.fromEntries(inherited), CI: "true", ...changes });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/** Starts the command and leaves it running. */
export function startCli(args: readonly string[], options: RunOptions = {}): Started {
  const [command, ...before] = options.command ?? [process.execPath, program];
  const child = spawn(command, [...before, ...args], { cwd: options.cwd ?? __dirname, env: environment(options.env) });
  const written = { stdout: "", stderr: "" };
  const changed = new Set<() => void>();
  for (const stream of ["stdout", "stderr"] as const) {
    child[stream].setEncoding("utf8").on("data", (chunk: string) => {
      written[stream] += chunk;
      for (const check of changed) check();
    });
  }
  child.stdin.on("error", () => undefined);
  child.stdin.end(options.stdin ?? "");
  const ended = new Promise<Ran>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, ...written, json: () => documentOf({ code, ...written }) }));
  });
  return {
    process: child,
    stdout: () => written.stdout,
    stderr: () => written.stderr,
    ended,
    printed: (text) =>
      new Promise((resolve, reject) => {
        const check = () => {
          const all = `${written.stdout}\n${written.stderr}`;
          if (!(typeof text === "string" ? all.includes(text) : text.test(all))) return;
          changed.delete(check);
          resolve();
        };
        changed.add(check);
        check();
        ended.then(() => reject(new Error(`ended without printing ${text}:\n${written.stdout}\n${written.stderr}`)));
      }),
  };
}

/** Runs the command to its end. */
export function runCli(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return startCli(args, options).ended;
}

function documentOf({ code, stdout, stderr }: Omit<Ran, "json">) {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`standard output is not one JSON document (exit code ${code}):\n${stdout}\n${stderr}`);
  }
}
