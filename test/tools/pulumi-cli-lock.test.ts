import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withLock } from "../../tools/pulumi-cli/lock.js";
import { isAlive } from "../../tools/pulumi-cli/processes.js";
import { FakeMachine } from "./fake-machine.js";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "lock-"));
  file = join(folder, "lock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const TIMES = { pollMs: 10, heartbeatMs: 50, silentMs: 500 };
const never = new AbortController().signal;
const lock = <T>(work: () => Promise<T>, waiting: number[] = []) =>
  withLock(
    file,
    never,
    (pid) => {
      waiting.push(pid);
      return () => undefined;
    },
    work,
    TIMES,
  );
const write = (holder: object, ageMs = 0) => {
  writeFileSync(file, JSON.stringify({ host: hostname(), nonce: "other", ...holder }));
  const seen = new Date(Date.now() - ageMs);
  utimesSync(file, seen, seen);
};

/** The pid of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", "0"]);
  await once(child, "exit");
  return child.pid as number;
}

describe("the lock", () => {
  it("admits one at a time, and tells the others which process they wait for", async () => {
    let inside = 0;
    let most = 0;
    const waiting: number[] = [];
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await sleep(30);
      inside -= 1;
    };
    await Promise.all([1, 2, 3, 4].map(() => lock(work, waiting)));
    expect(most).toBe(1);
    expect(waiting).toEqual([process.pid, process.pid, process.pid]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("is released after work that failed", async () => {
    await expect(lock(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await lock(() => Promise.resolve("in"))).toBe("in");
  });

  it("stays with its holder for as long as the work takes", async () => {
    const long = lock(() => sleep(TIMES.silentMs * 2, "first"));
    await sleep(20);
    const order = await Promise.all([long.then(() => "first"), lock(() => Promise.resolve("second"))]);
    expect(order).toEqual(["first", "second"]);
  });

  it.each([
    { title: "a process of this machine that has ended", make: async () => write({ pid: await deadPid() }) },
    {
      title: "a process of another machine without a heartbeat",
      make: async () => write({ pid: process.pid, host: "other" }, 2_000),
    },
    { title: "a process whose pid was reused", make: async () => write({ pid: process.pid }, 2_000) },
    {
      title: "a process that was killed before it wrote its pid",
      make: async () => {
        writeFileSync(file, "");
        utimesSync(file, 0, 0);
      },
    },
  ])("is taken from $title", async ({ make }) => {
    await make();
    const waiting: number[] = [];
    expect(await lock(() => Promise.resolve("in"), waiting)).toBe("in");
    expect(waiting).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("stays with a process of another machine that still has a heartbeat", async () => {
    write({ pid: await deadPid(), host: "other" });
    const waiting: number[] = [];
    const entered = lock(() => Promise.resolve("in"), waiting);
    await sleep(100);
    expect(waiting).toHaveLength(1);
    rmSync(file);
    expect(await entered).toBe("in");
  });

  it("is no longer waited for after the caller aborts", async () => {
    write({ pid: process.pid });
    const controller = new AbortController();
    const entered = withLock(
      file,
      controller.signal,
      () => () => undefined,
      () => Promise.resolve("in"),
      TIMES,
    );
    await sleep(30);
    controller.abort();
    await expect(entered).rejects.toThrow(/abort/i);
    expect(existsSync(file)).toBe(true);
  });
});

describe("two runs that need a build", () => {
  let machine: FakeMachine;
  beforeEach(() => {
    machine = new FakeMachine();
  });
  afterEach(() => machine.remove());

  function start() {
    const args = ["--import", "tsx", join(__dirname, "find-in-process.ts"), machine.vendorInstaller];
    const child = spawn(process.execPath, args, { env: machine.env });
    const said = { out: "", err: "" };
    child.stdout.on("data", (chunk) => {
      said.out += chunk;
    });
    child.stderr.on("data", (chunk) => {
      said.err += chunk;
    });
    const ended = once(child, "close").then(([code]) => ({ ...said, code: code as number }));
    return { child, said, ended };
  }

  const until = async (holds: () => boolean) => {
    while (!holds()) await sleep(20);
  };

  it("at the same time build once, and both get the folder", async () => {
    // Longer than what is not worth a word.
    machine.addGo({ seconds: 1.6 });
    const runs = await Promise.all([start().ended, start().ended]);
    const [kept] = machine.cached;
    for (const run of runs) {
      expect(run.code).toBe(0);
      expect(run.out).toBe(`${join(machine.cache, kept ?? "", "bin")}\n`);
    }
    expect(machine.cached).toHaveLength(1);
    expect(machine.goCalls).toHaveLength(2);
    expect(runs.map((run) => run.err).join()).toMatch(/waiting for process \d+, which is installing the Pulumi CLI/);
  });

  it("succeed although the first was killed during the build, and its files are removed", async () => {
    machine.addGo({ seconds: 5 });
    const first = start();
    await until(() => machine.goPids.length === 2);
    first.child.kill("SIGKILL");
    await first.ended;
    expect(machine.cached).toHaveLength(2);
    // The compiler outlives a killed holder; the test ends it.
    for (const pid of machine.goPids) process.kill(pid, "SIGKILL");
    machine.addGo();
    const second = await start().ended;
    expect(second.code).toBe(0);
    expect(machine.cached).toHaveLength(1);
    expect(second.out).toBe(`${join(machine.cache, machine.cached[0] ?? "", "bin")}\n`);
  });

  it.each([
    { signal: "SIGINT", code: 130 },
    { signal: "SIGTERM", code: 143 },
  ] as const)("leave no process and no file behind after $signal", async ({ signal, code }) => {
    machine.addGo({ seconds: 30 });
    const run = start();
    await until(() => machine.goPids.length === 2);
    run.child.kill(signal);
    const ended = await run.ended;
    expect(ended.code).toBe(code);
    expect(ended.out).toBe("");
    expect(ended.err).not.toMatch(/ at |Error/);
    expect(machine.cached).toEqual([]);
    expect(machine.goPids.filter(isAlive)).toEqual([]);
  });
});
