/** A shell in a terminal, as a reader of a page has it: folder and variables last from one block of commands to the next. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { spawn } from "@lydell/node-pty";

interface Ran {
  readonly code: number;
  /** What the terminal shows in the end. */
  readonly output: string;
}

const COMMAND_TIMEOUT_MS = 240_000;
/** A platform in the background is ready when it has printed its address, and then nothing for this time. */
const QUIET_MS = 600;

/** Runs one file after the other until the terminal is closed, and ends all that they have started. */
const shell = `stty -echo
trap 'trap "" TERM; kill 0' EXIT
while IFS= read -r file; do sh "$file"; done`;

/** A shell that begins where the one before has ended, ends with the first command that fails, and says how it ended. */
const block = (state: string, commands: string) => `. '${state}'
trap 'code=$?; { export -p; echo "cd \\"$PWD\\""; } > "${state}"; printf "\\001%s\\n" $code' EXIT
set -e
${commands}
`;

/** @param folder an empty folder, in which the shell begins */
export function openTerminal(folder: string, env: NodeJS.ProcessEnv) {
  // Without a terminal, programs print something else than people see. Wide enough for the longest line: the CLI shortens what does
  // not fit.
  const terminal = spawn("sh", ["-c", shell], { cwd: folder, env, cols: 160, rows: 120 });
  let isOpen = true;
  const ended = new Promise<void>((resolve) => {
    terminal.onExit(() => {
      isOpen = false;
      resolve();
    });
  });
  const [file, state] = [join(folder, ".commands"), join(folder, ".state")];
  writeFileSync(state, "");
  let printed = "";
  terminal.onData((text) => {
    printed += text;
  });
  /** Runs commands, up to the first that fails. */
  const run = async (commands: string): Promise<Ran> => {
    writeFileSync(file, block(state, commands));
    printed = "";
    terminal.write(`${file}\n`);
    for (const begun = Date.now(); ; await sleep(20)) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: no program prints this character
      const [whole, code] = /\u0001(\d+)\r\n/.exec(printed) ?? [];
      if (whole !== undefined) return { code: Number(code), output: shown(printed.replace(whole, "")) };
      if (!isOpen || Date.now() - begun > COMMAND_TIMEOUT_MS)
        throw new Error(`These commands must end:\n${commands}\nThey printed:\n${shown(printed)}`);
    }
  };
  return {
    run,
    /** Starts a platform, which runs until `close`. @returns what it prints when it is ready */
    async start(command: string): Promise<string> {
      const log = join(folder, ".background");
      await run(`{ ${command.trim()}; } > '${log}' 2>&1 &`);
      for (let before = ""; ; ) {
        await sleep(QUIET_MS);
        const now = existsSync(log) ? readFileSync(log, "utf8") : "";
        if (/127\.0\.0\.1:\d+/.test(now) && now === before) return now;
        if (!isOpen) throw new Error(`The terminal has ended. The command printed:\n${now}`);
        before = now;
      }
    },
    async close(): Promise<void> {
      terminal.write("\u0004");
      await ended;
    },
  };
}

// A control sequence (its parameters and final letter, or a title), a movement of the cursor, or text.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that control a terminal
const PART = /\u001b\[([\d;?]*)([A-Za-z])|\u001b\][^\u001b\u0007]*(?:\u001b\\|\u0007)|[\r\n]|[^\u001b\r\n]+|\u001b/g;

/** What a terminal shows after a program has written to it: the last picture of a display that was redrawn. */
export function shown(written: string): string {
  const lines: string[] = [];
  let row = 0;
  let column = 0;
  for (const [part, parameters, letter] of written.matchAll(PART)) {
    const line = lines[row] ?? "";
    if (part === "\r") column = 0;
    else if (part === "\n") row += 1;
    else if (letter === "A") row = Math.max(0, row - Number(parameters || 1));
    else if (letter === "K") lines[row] = line.slice(0, column);
    else if (!part.startsWith("\u001b")) {
      lines[row] = line.slice(0, column).padEnd(column) + part + line.slice(column + part.length);
      column += part.length;
    }
  }
  const text = Array.from(lines, (line = "") => line.trimEnd()).join("\n");
  // The display ends with empty lines, and leaves some between its parts.
  return `${text.replace(/\n{3,}/g, "\n\n").replace(/^\n+|\n+$/g, "")}\n`;
}
