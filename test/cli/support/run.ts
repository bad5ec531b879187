/**
 * Runs the built `app-platform` in the process of the test, which gives it what a process would: variables, a folder, streams and
 * signals. Where the process itself is the question, tests start one: `run-process.ts`.
 */
import { EventEmitter } from "node:events";
import { commandLineOf } from "../../../cli/commandLine.js";
import { interruptionOf } from "../../../cli/interruption.js";
import { screenOn } from "../../../cli/screen.js";

/** A command that has started, in the process of the test or in one of its own. */
export type Started = ReturnType<typeof startedBy>;
/** What a run of the command has printed. */
export type Ran = Awaited<Started["ended"]>;

/**
 * A command that has started.
 *
 * @param interrupt Interrupts it, as Ctrl+C and `kill` do.
 * @param run Runs it: what it prints goes to `print`. Resolves with its exit code.
 */
export function startedBy(
  interrupt: (signal: "SIGINT" | "SIGTERM") => void,
  run: (print: (stream: "stdout" | "stderr", text: string) => void) => Promise<number | null>,
) {
  const written = { stdout: "", stderr: "" };
  const changed = new Set<() => void>();
  const ended = run((stream, text) => {
    written[stream] += text;
    for (const check of changed) check();
  }).then((code) => ({
    code,
    ...written,
    /** Standard output as its one JSON document. Throws, with all output, if it is not that. */
    json() {
      try {
        return JSON.parse(written.stdout);
      } catch {
        const { stdout, stderr } = written;
        throw new Error(`standard output is not one JSON document (exit code ${code}):\n${stdout}\n${stderr}`);
      }
    },
  }));
  return {
    interrupt,
    stdout: () => written.stdout,
    ended,
    /** Resolves as soon as the text is on either stream. */
    printed: (text: string | RegExp) =>
      new Promise<void>((resolve, reject) => {
        const check = () => {
          const all = `${written.stdout}\n${written.stderr}`;
          if (!(typeof text === "string" ? all.includes(text) : text.test(all))) return;
          changed.delete(check);
          resolve();
        };
        changed.add(check);
        check();
        const unprinted = () => new Error(`ended without printing ${text}:\n${written.stdout}\n${written.stderr}`);
        ended.then(() => reject(unprinted()), reject);
      }),
  };
}

export interface RunOptions {
  /**
   * On top of the inherited variables; `undefined` removes one. Settings of the provider and of Pulumi are not inherited. `CI` is set, so
   * that a slow machine shows no progress where a test expects nothing else on standard error.
   */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Working folder; the checkout's `test/cli`, which isn't a Pulumi project, if omitted. */
  readonly cwd?: string;
  /** Both streams are a terminal of this size. */
  readonly terminal?: { readonly columns: number; readonly rows: number };
}

const ownVariables = /^(APP_PLATFORM_|PULUMI_|CI$|NO_COLOR$|FORCE_COLOR$)/;

export function environmentOf(changes: RunOptions["env"] = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !ownVariables.test(name));
  const all = Object.entries({ ...Object.fromEntries(inherited), CI: "true", ...changes });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/** Starts the command and leaves it running. */
export function startCli(args: readonly string[], { env, cwd = __dirname, terminal }: RunOptions = {}): Started {
  const signals = new EventEmitter();
  return startedBy(
    (signal) => signals.emit(signal),
    (print) =>
      new Promise((resolve, reject) => {
        const streamTo = (stream: "stdout" | "stderr") =>
          screenOn(
            { ...terminal, isTTY: terminal !== undefined, write: (text) => print(stream, text) },
            stream === "stdout",
          );
        const commandLine = commandLineOf(args, {
          environment: environmentOf(env),
          folder: cwd,
          screens: { output: streamTo("stdout"), error: streamTo("stderr") },
          interruption: interruptionOf({ on: (signal, listener) => signals.on(signal, listener), exit: resolve }),
        });
        commandLine.run().then(resolve, reject);
      }),
  );
}

/** Runs the command to its end. */
export function runCli(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  return startCli(args, options).ended;
}
