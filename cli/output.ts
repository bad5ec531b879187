/** Where a command writes its result: standard output, as text for people or as one JSON document with `--json`. */
export interface Output {
  readonly isJson: boolean;
  /** Whether lines may be rewritten and colored. */
  readonly isTerminal: boolean;
  /** The result of the command. `text` is called only where people read. */
  result(json: unknown, text: () => string): void;
  /** A message beside the result, on standard error; omitted with `--quiet`. */
  note(text: string): void;
}

export function outputTo(options: { readonly json: boolean; readonly quiet: boolean }): Output {
  const { json, quiet } = options;
  return {
    isJson: json,
    isTerminal: !json && process.stdout.isTTY === true,
    result(value, text) {
      const shown = json ? JSON.stringify(value, null, 2) : text().replace(/\n$/, "");
      if (shown !== "") process.stdout.write(`${shown}\n`);
    },
    note(text) {
      if (!quiet) process.stderr.write(`${text}\n`);
    },
  };
}
