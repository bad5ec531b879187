/** The process of a plugin and those that started it. What few processes need is loaded when they need it. */
import { setMaxListeners } from "node:events";
import { lstatSync, mkdirSync, readFileSync, readlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { InterruptedError } from "../errors/resource.js";

/** Ends this process early: no more requests are sent, and work in progress may end first. */
export interface Shutdown {
  /** Aborts when no more requests may be sent, with the error that says why as its reason. */
  readonly signal: AbortSignal;
  begin(why: string): void;
  /** Runs work that must end before the process. */
  track<T>(work: () => Promise<T>): Promise<T>;
  isBusy(): boolean;
  /** Resolves when no work is in progress. */
  idle(): Promise<void>;
  /** Does what is left to do at the end of the process. */
  end(): void;
}

export function newShutdown(end: () => void = () => undefined): Shutdown {
  const controller = new AbortController();
  let running = 0;
  let waiting: (() => void)[] = [];
  return {
    signal: controller.signal,
    begin: (why) => controller.abort(new InterruptedError(why)),
    async track(work) {
      running += 1;
      try {
        return await work();
      } finally {
        running -= 1;
        if (running === 0) {
          for (const resolve of waiting) resolve();
          waiting = [];
        }
      }
    },
    isBusy: () => running > 0,
    idle: () => new Promise((resolve) => (running === 0 ? resolve() : waiting.push(resolve))),
    end,
  };
}

/** Ends waits when the engine cancels an operation. Each call listens to it, so Node.js must not warn about many listeners. */
export function newCancellation(): AbortController {
  const cancellation = new AbortController();
  setMaxListeners(0, cancellation.signal);
  return cancellation;
}

/** Requests end as usual, so that the state has what they create. */
export function cancel(cancellation: AbortController): void {
  cancellation.abort(new InterruptedError("the operation was canceled"));
}

/** How long the process may continue after a signal, in milliseconds, so that its failures reach the engine. */
const grace = { work: 2_000, delivery: 100 };

async function ending(shutdown: Shutdown): Promise<void> {
  const ended = shutdown.idle().then(() => sleep(grace.delivery));
  await Promise.race([ended, sleep(grace.work)]);
}

/**
 * Ends this process with its engine. The first signal ends waits and requests, whose results still reach the engine. Then the signal ends
 * the process. Outside a plugin, signals belong to the program.
 */
export function endWithEngine(shutdown: Shutdown, engine = engineAddress(), watch = watchEngine): void {
  if (engine === undefined) return;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, async () => {
      const wasBusy = shutdown.isBusy();
      shutdown.begin(`the provider got ${signal}`);
      if (wasBusy) await ending(shutdown);
      shutdown.end();
      // Without the handler, the signal has its usual effect.
      process.kill(process.pid, signal);
    });
  }
  watch(engine, async () => {
    shutdown.begin("the Pulumi engine is gone");
    await ending(shutdown);
    shutdown.end();
    process.exit();
  });
}

/** The plugin's folder for this user, in the one for temporary files. */
export function ownFolder(): string {
  return join(tmpdir(), `app-platform-${process.getuid?.() ?? "runs"}`);
}

/** Makes a folder. Nobody else may write it, since it decides on deletes and has code that plugins run. */
export function requirePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder);
  if (process.getuid === undefined) return;
  if (uid !== process.getuid()) throw new Error(`${folder} belongs to another user`);
  if ((mode & 0o077) !== 0) throw new Error(`${folder} must be a folder that only its owner can use (mode 700)`);
}

/** A program that has started this process. */
interface Program {
  readonly parent: number;
  readonly executable: string;
  readonly args: readonly string[];
  /** Nothing if the system doesn't say. */
  readonly folder?: string;
}

/** A process by its ID, read from files on Linux, elsewhere with a standard command. */
export function programOf(pid: number, system: NodeJS.Platform = process.platform): Program | undefined {
  if (system === "win32") return undefined;
  try {
    if (system === "linux")
      return {
        parent: Number(statOf(pid)[1]),
        executable: readlinkSync(`/proc/${pid}/exe`),
        args: readFileSync(`/proc/${pid}/cmdline`, "utf8").replace(/\0$/, "").split("\0"),
        folder: readlinkSync(`/proc/${pid}/cwd`),
      };
    const [parent = "", ...args] = ps(pid, "ppid=,args=").split(/\s+/);
    return { parent: Number(parent), executable: args[0] ?? "", args };
  } catch {
    return undefined;
  }
}

/** When a process started, as the system writes it; nothing if it isn't running or the system doesn't say. */
export function processStart(pid: number, system: NodeJS.Platform = process.platform): string | undefined {
  if (system === "win32") return undefined;
  try {
    return system === "linux" ? statOf(pid)[19] : ps(pid, "lstart=") || undefined;
  } catch {
    return undefined;
  }
}

/** Whether a process runs. If its parent is gone, one that has ended may stay listed: in a container, nothing may remove it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== "linux" || statOf(pid)[0] !== "Z";
  } catch (error) {
    // Some systems don't list processes in files.
    return ["EPERM", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "");
  }
}

/** State, parent and further fields of a process, as Linux numbers them from 3 on. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name before them is in parentheses and may contain any character.
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

function ps(pid: number, format: string): string {
  const { execFileSync } = process.getBuiltinModule("node:child_process");
  const args = ["-ww", "-o", format, "-p", String(pid)];
  return execFileSync("ps", args, { encoding: "utf8", timeout: 5_000, stdio: ["ignore", "pipe", "ignore"] }).trim();
}

/** Maximum number of shells between the engine and this process: it starts some plugins with a script. */
const maxShells = 5;
const shell = /^(?:(?:ba|da|z|k|a)?sh|busybox)$/;

/** The programs that started this process: shells, then the one that started them. What the system doesn't say is missing. */
function starters(): readonly { readonly pid: number; readonly program: Program | undefined }[] {
  const found: { readonly pid: number; readonly program: Program | undefined }[] = [];
  for (let pid = process.ppid; found.length <= maxShells; ) {
    const program = programOf(pid);
    found.push({ pid, program });
    if (program === undefined || !shell.test(basename(program.executable))) break;
    pid = program.parent;
  }
  return found;
}

/** The program that started this process, apart from shells; nothing if the system doesn't say. */
export function startingProgram(): Program | undefined {
  return starters().at(-1)?.program;
}

/**
 * Address of this plugin's engine, such as `127.0.0.1:41234`; nothing outside of a plugin. It's the last argument: with `--tracing`,
 * `--logflow` or `-v`, flags come first.
 */
export function engineAddress(args: readonly string[] = process.argv.slice(2)): string | undefined {
  return args.findLast((each) => /^[\w.:[\]-]+:\d+$/.test(each));
}

const commands = /^(?:up|preview|destroy|refresh|import|watch)$/;

/**
 * What sends the requests of this process, and of which run: the command of Pulumi, if the system says how it was started, and the port of
 * the engine, which all processes of a run know.
 */
export function senderOf(name: string, engine = engineAddress()): string {
  if (engine === undefined) return name;
  const command = startingProgram()?.args.find((each) => commands.test(each));
  return [name, ...(command === undefined ? [] : [command]), `run ${engine.split(":").at(-1)}`].join("; ");
}

/** Delay before reconnecting to the engine, in milliseconds. */
const reconnectDelay = 50;

/** Interval between checks of the parents, in milliseconds. */
const parentInterval = 1_000;

/**
 * Calls back once when the engine is gone: nothing listens at its address any more. A plugin may outlive a killed engine by minutes, and no
 * state would contain what it creates then.
 *
 * The end of an idle HTTP/2 session, the engine's protocol, shows that at once. If there never was one, or another process keeps the socket
 * open, this process has another parent. The engine starts some plugins in a shell, which outlives it: on Linux, the parents of shells are
 * watched, too.
 */
export function watchEngine(address: string, whenGone: () => void): void {
  const parents = () =>
    process.platform === "linux"
      ? starters()
          .map(({ pid }) => pid)
          .join()
      : String(process.ppid);
  const before = parents();
  const timer = setInterval(() => {
    if (parents() !== before) end();
  }, parentInterval).unref();
  let isGone = false;
  const end = () => {
    clearInterval(timer);
    if (!isGone) whenGone();
    isGone = true;
  };
  const { connect } = process.getBuiltinModule("node:http2");
  let wasConnected = false;
  const watch = () => {
    let isRefused = false;
    const session = connect(`http://${address}`, () => {
      wasConnected = true;
      session.unref();
    });
    session.unref();
    session.on("error", ({ code }: NodeJS.ErrnoException) => {
      isRefused = code === "ECONNREFUSED";
    });
    session.once("close", () => {
      if (isRefused && wasConnected) end();
      else if (wasConnected) setTimeout(watch, reconnectDelay).unref();
    });
  };
  watch();
}
