/** A shell session in an empty folder, as a reader of a page has it: folder and variables last from one block to the next. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { shownText } from "./terminal.js";

export interface Ran {
  /** Null if a signal ended it. */
  readonly code: number | null;
  /** What the terminal shows in the end. */
  readonly output: string;
}

export interface Session {
  /** Runs the commands in a terminal, up to the first that fails. */
  run(commands: string): Promise<Ran>;
  /** Starts a command that runs until `close`. @returns what it prints when it is ready */
  start(command: string): Promise<string>;
  readFile(path: string): string;
  writeFile(path: string, text: string): void;
  close(): Promise<void>;
}

const COMMAND_TIMEOUT_MS = 240_000;
const READY_TIMEOUT_MS = 60_000;
/** A background command is ready when it has printed something and then nothing for this time. */
const QUIET_MS = 600;
const END_TIMEOUT_MS = 15_000;
/** Wide enough for the longest line, and high enough for every display: the CLI shortens what does not fit. */
const TERMINAL = "stty cols 160 rows 120 -echo";

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  process.kill(-child.pid, signal);
}

/** Collects standard output; standard error is shown. In a terminal, both are one. */
function collect(child: ChildProcess): () => string {
  const chunks: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => chunks.push(chunk));
  return () => Buffer.concat(chunks).toString("utf8");
}

async function ended(child: ChildProcess, timeout: number): Promise<number | null> {
  const timer = setTimeout(() => signalGroup(child, "SIGKILL"), timeout);
  try {
    await once(child, "close");
    return child.exitCode;
  } finally {
    clearTimeout(timer);
  }
}

async function ready(child: ChildProcess, output: () => string, command: string): Promise<string> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (let before = ""; ; before = output()) {
    await sleep(QUIET_MS);
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`${command.trim()} must stay running and print that it is ready; it printed:\n${output()}`);
    // A pipe, other than a terminal, does not begin a line at its left edge.
    if (before !== "" && before === output()) return shownText(before.replaceAll("\n", "\r\n"));
  }
}

/** @param home the empty folder, which is the user's home too: what programs keep there ends with it */
export function openSession(home: string, environment: NodeJS.ProcessEnv): Session {
  const state = join(home, ".session");
  mkdirSync(state, { recursive: true });
  const file = (name: string) => join(state, name);
  writeFileSync(file("folder"), `${home}\n`);
  writeFileSync(file("variables"), "");
  const folder = () => readFileSync(file("folder"), "utf8").trim();
  const background: ChildProcess[] = [];
  const enter = `cd "$(cat '${file("folder")}')"\n. '${file("variables")}'\n`;
  const keep = `trap 'code=$?; export -p > "${file("variables")}"; pwd > "${file("folder")}"; exit $code' EXIT\n`;
  const begin = (program: string, args: readonly string[]) =>
    // A process group of its own can be ended as a whole.
    spawn(program, args, { cwd: home, env: environment, detached: true, stdio: ["ignore", "pipe", "inherit"] });
  return {
    async run(commands) {
      writeFileSync(file("commands"), `${enter}${keep}set -e\n${commands}`);
      // util-linux's `script` runs a command in a terminal: without one, programs print something else than people see.
      const child = begin("script", ["-qfec", `${TERMINAL}; exec bash '${file("commands")}'`, "/dev/null"]);
      const output = collect(child);
      const code = await ended(child, COMMAND_TIMEOUT_MS);
      return { code, output: shownText(output()) };
    },
    async start(command) {
      const child = begin("bash", ["-c", `${enter}${command}`]);
      background.push(child);
      return ready(child, collect(child), command);
    },
    readFile: (path) => readFileSync(join(folder(), path), "utf8"),
    writeFile: (path, text) => writeFileSync(join(folder(), path), text),
    async close() {
      await Promise.all(
        background.map(async (child) => {
          if (child.exitCode !== null || child.signalCode !== null) return;
          signalGroup(child, "SIGTERM");
          await ended(child, END_TIMEOUT_MS);
        }),
      );
    },
  };
}
