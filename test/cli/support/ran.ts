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
