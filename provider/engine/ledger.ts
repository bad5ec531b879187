import { randomUUID } from "node:crypto";
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { LedgerError } from "../errors/index.js";
import { type Entry, type Ledger, ledgerOfProcess, sharedLedger } from "../ownership/ownership.js";
import { isRunning, ownFolder, processStart, requirePrivate } from "./process.js";

/**
 * The ledger of a run: a file in a folder named by the engine's address.
 *
 * Addresses are reused, so each process joins with its ID and the time of its start. If no process that has joined still runs, the ledger
 * is that of an earlier run, and a new one begins. The last process that leaves removes it, unless one was killed: then only the ledger says
 * what that one has created, even after later runs at the same address.
 */
export interface RunLedger {
  readonly ledger: Ledger;
  leave(): void;
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** @param address If omitted, the run has no other process. */
export function joinRun(address: string | undefined, folder = ownFolder()): RunLedger {
  if (address === undefined) return { ledger: ledgerOfProcess(), leave: () => undefined };
  const run = join(folder, address.replace(/[^\w.-]/g, "_"));
  const member = { pid: process.pid, start: processStart(process.pid) ?? null };
  try {
    requirePrivate(folder);
    alone(`${run}.lock`, () => {
      const others = membersOf(run).filter(({ pid }) => pid !== process.pid);
      if (!others.some(({ pid, start }) => isStillRunning(pid, start))) {
        // Later runs read that of a killed one.
        if (others.length > 0) renameSync(run, `${run}.${randomUUID()}`);
        else rmSync(run, { recursive: true, force: true });
      }
      mkdirSync(run, { recursive: true, mode: 0o700 });
      writeFileSync(join(run, `${member.pid}.json`), JSON.stringify(member), { mode: 0o600 });
    });
    const file = openSync(join(run, "ledger.jsonl"), "a+", 0o600);
    const failing = <T>(work: () => T): T => {
      try {
        return work();
      } catch (error) {
        throw new LedgerError(run, error);
      }
    };
    let isLeft = false;
    let killed: readonly Entry[] | undefined;
    const { write, read } = sharedLedger(linesOf(file), `${member.pid} ${randomUUID()}`);
    return {
      ledger: {
        write: (entry) => failing(() => write(entry)),
        read: () => failing(read),
        killed: () => failing(() => (killed ??= entriesOfKilled(folder, run))),
      },
      leave() {
        if (isLeft) return;
        isLeft = true;
        closeSync(file);
        try {
          alone(`${run}.lock`, () => {
            rmSync(join(run, `${member.pid}.json`), { force: true });
            if (membersOf(run).length === 0) rmSync(run, { recursive: true, force: true });
          });
        } catch {
          // The next run at this address starts anew.
        }
      },
    };
  } catch (error) {
    const broken = () => {
      throw error instanceof LedgerError ? error : new LedgerError(run, error);
    };
    return { ledger: { write: broken, read: broken, killed: broken }, leave: () => undefined };
  }
}

/** The entries of other runs of which a process was killed, since nobody has removed their ledgers. */
function entriesOfKilled(folder: string, own: string): readonly Entry[] {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((each) => each.isDirectory());
  const runs = folders.map(({ name }) => join(folder, name));
  return runs.filter((run) => run !== own).flatMap(entriesLeftIn);
}

/**
 * The entries of a run of which a process was killed, although others may take a moment to end; none if all of its processes run, or if
 * another process starts or removes it meanwhile.
 */
function entriesLeftIn(run: string): readonly Entry[] {
  let file: number | undefined;
  try {
    const members = membersOf(run);
    if (members.length > 0 && members.every(({ pid, start }) => isStillRunning(pid, start))) return [];
    file = openSync(join(run, "ledger.jsonl"), "r");
    return sharedLedger(linesOf(file), "").read();
  } catch {
    return [];
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function membersOf(run: string): { readonly pid: number; readonly start: string | null }[] {
  try {
    const files = readdirSync(run).filter((name) => name.endsWith(".json"));
    return files.map((name) => JSON.parse(readFileSync(join(run, name), "utf8")));
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

/** Whether the process with this ID is still the one that started then: IDs are reused, too. */
function isStillRunning(pid: number, start: string | null): boolean {
  if (!isRunning(pid)) return false;
  const now = processStart(pid);
  return start === null || now === undefined || now === start;
}

/** How long to wait for other processes that join or leave, in milliseconds, which takes one millisecond. */
const lockLimit = 5_000;
const lockPause = 10;

/**
 * Does the work while no other process does. Each process has a lock file of its own, and works once it has seen none of another process that
 * runs: of two that create theirs at the same time, at least one sees the other, and tries again. So nobody removes a lock that another
 * process may have taken meanwhile.
 *
 * @param lock The beginning of all paths of lock files.
 * @param limit How long to wait, in milliseconds.
 */
export function alone(lock: string, work: () => void, limit = lockLimit): void {
  const until = performance.now() + limit;
  const own = `${lock}.${process.pid}.${encodeURIComponent(processStart(process.pid) ?? "")}`;
  for (;;) {
    writeFileSync(own, "", { mode: 0o600 });
    try {
      const other = lockOfAnother(lock, own);
      if (other === undefined) {
        work();
        return;
      }
      if (performance.now() > until)
        throw new Error(`another process still has the lock file ${other}: delete it if no process is running`);
    } finally {
      rmSync(own, { force: true });
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() * lockPause);
  }
}

/** The lock file of another process that runs. Removes those of killed processes. */
function lockOfAnother(lock: string, own: string): string | undefined {
  const names = readdirSync(dirname(lock)).filter((name) => name.startsWith(`${basename(lock)}.`));
  const others = names.map((name) => join(dirname(lock), name)).filter((path) => path !== own);
  return others.find((path) => {
    const [pid = "", start = ""] = path.slice(lock.length + 1).split(".");
    if (isStillRunning(Number(pid), decodeURIComponent(start) || null)) return true;
    rmSync(path, { force: true });
    return false;
  });
}

/** The lines of a file opened for appending: the system adds each atomically, even for several processes. */
function linesOf(file: number) {
  let offset = 0;
  return {
    append(line: string): void {
      const bytes = Buffer.from(`${line}\n`);
      if (writeSync(file, bytes) !== bytes.length) throw new Error("the disk is full");
    },
    next(): string[] {
      const { size, nlink } = fstatSync(file);
      if (nlink === 0) throw new Error("the file was deleted during the run");
      if (size < offset) throw new Error("the file was cut during the run");
      if (size === offset) return [];
      const bytes = Buffer.alloc(size - offset);
      const read = readSync(file, bytes, 0, bytes.length, offset);
      // An incomplete line is read again.
      const whole = bytes.lastIndexOf(10, read - 1) + 1;
      offset += whole;
      return bytes.toString("utf8", 0, whole).split("\n").filter(Boolean);
    },
  };
}
