/** What a run of the command has printed, in the process of the test or in one of its own. */

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Standard output as its one JSON document. Throws, with all output, if it is not that. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read any document, and expectations say what it is.
  json(): any;
}

export interface Started {
  /** Interrupts it, as Ctrl+C and `kill` do. */
  interrupt(signal: "SIGINT" | "SIGTERM"): void;
  stdout(): string;
  /** Resolves as soon as the text is on either stream. */
  printed(text: string | RegExp): Promise<void>;
  readonly ended: Promise<Ran>;
}

/**
 * A command that has started.
 *
 * @param run Runs it: what it prints goes to `print`. Resolves with its exit code.
 */
export function startedBy(
  interrupt: Started["interrupt"],
  run: (print: (stream: "stdout" | "stderr", text: string) => void) => Promise<number | null>,
): Started {
  const written = { stdout: "", stderr: "" };
  const changed = new Set<() => void>();
  const ended = run((stream, text) => {
    written[stream] += text;
    for (const check of changed) check();
  }).then((code) => ({ code, ...written, json: () => documentOf({ code, ...written }) }));
  return {
    interrupt,
    stdout: () => written.stdout,
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
        const unprinted = () => new Error(`ended without printing ${text}:\n${written.stdout}\n${written.stderr}`);
        ended.then(() => reject(unprinted()), reject);
      }),
  };
}

function documentOf({ code, stdout, stderr }: Omit<Ran, "json">) {
  try {
    return JSON.parse(stdout);
  } catch {
    throw new Error(`standard output is not one JSON document (exit code ${code}):\n${stdout}\n${stderr}`);
  }
}
