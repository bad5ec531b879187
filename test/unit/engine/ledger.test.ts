import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { alone, joinRun } from "../../../provider/engine/ledger.js";
import { processStart } from "../../../provider/engine/process.js";
import { newOwnership } from "../../../provider/ownership/ownership.js";
import { ledgersOfRun } from "../../engine/support/start-plugin.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "runs-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const address = "127.0.0.1:41234";
const run = () => join(folder, "127.0.0.1_41234");
const file = () => join(run(), "ledger.jsonl");
const a = { label: "Job a", urn: "urn:pulumi:dev::shop::app-platform:index:Job::a" };
const b = { label: "Job b", urn: "urn:pulumi:dev::shop::app-platform:index:Job::b" };

/** A process that has joined the run: a killed one if omitted. */
function hasJoined(pid = 2 ** 22 + 1, start: string | null = "1"): void {
  mkdirSync(run(), { recursive: true });
  writeFileSync(join(run(), `${pid}.json`), JSON.stringify({ pid, start }));
}

/** What a process of the run has written. */
const lineOf = (did: string, { label, urn }: typeof a) =>
  `${JSON.stringify({ writer: "other", number: 1, entry: { did, to: "Job 1", by: label, urn } })}\n`;

/** Whether a later run knows that a killed process created it. */
function wasCreated(identity = "Job 1", by = a): boolean {
  const { ledger, leave } = joinRun("127.0.0.1:41235", folder);
  const known = newOwnership(ledger).wasCreatedByKilled(identity, by);
  leave();
  return known;
}

/** Two processes of a run, each with what it knows. */
function twoProcesses() {
  const ledger = ledgersOfRun();
  return [newOwnership(ledger("one")), newOwnership(ledger("other"))] as const;
}

describe("two processes of a run", () => {
  it("see each other's adoptions before they delete", () => {
    const [one, other] = twoProcesses();
    expect(other.remainingOwner("Job 1", a, {})).toBeUndefined();
    one.adopted("Job 1", b);
    expect(other.remainingOwner("Job 1", a, {})).toBe("Job b");
  });

  it("cannot both adopt, create or find one resource", () => {
    const [one, other] = twoProcesses();
    expect([one.adoptionPlanned("Job 1", a), other.adoptionPlanned("Job 1", b)]).toEqual([undefined, "Job a"]);
    expect([one.created("Job 2", a), other.found("Job 2", b)]).toEqual([undefined, false]);
    expect([one.adopted("Job 3", a), other.adopted("Job 3", b)]).toEqual([true, false]);
  });

  it("see each other's release of a resource that both manage", () => {
    const [one, other] = twoProcesses();
    expect(one.released("Job 1", a)).toEqual([]);
    expect(other.released("Job 1", b)).toEqual([a.urn]);
  });

  it("see what the program declares and what the run deletes", () => {
    const [one, other] = twoProcesses();
    one.declared(a.urn);
    one.deleting(b.urn);
    expect([other.isDeclared(a.urn), other.isDeclared(b.urn)]).toEqual([true, false]);
    expect([other.isDeleting(a.urn), other.isDeleting(b.urn)]).toEqual([false, true]);
  });
});

describe("ledger of a run", () => {
  it("is a file (0600) in a private folder (0700) without values of arguments, and is removed by the last process", () => {
    const { ledger, leave } = joinRun(address, folder);
    newOwnership(ledger).saved("Job 1", a, { token: "hunter2" });
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(statSync(run()).mode & 0o777).toBe(0o700);
    const text = readFileSync(file(), "utf8");
    expect(text).toContain(a.urn);
    expect(text).not.toContain("hunter2");
    leave();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ["an earlier run at the same address", 2 ** 22 + 1, "1"],
    ["a process whose ID another one now has", process.ppid, "long ago"],
  ])("starts empty if the file is left over from %s", (_, pid, start) => {
    hasJoined(pid, start);
    writeFileSync(file(), "of the run before\n");
    const { ledger, leave } = joinRun(address, folder);
    expect(ledger.read()).toEqual([]);
    leave();
  });

  it("is shared with another process, and remains until that process leaves", async () => {
    const other = spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)"]);
    try {
      const pid = other.pid as number;
      hasJoined(pid, processStart(pid) ?? null);
      writeFileSync(file(), lineOf("adopted", b));
      const { ledger, leave } = joinRun(address, folder);
      expect(newOwnership(ledger).remainingOwner("Job 1", a, {})).toBe("Job b");
      leave();
      expect(readdirSync(run())).toContain("ledger.jsonl");
    } finally {
      other.kill();
      await once(other, "exit");
    }
  });

  it("returns in later runs what a killed process created", () => {
    hasJoined();
    // The process was killed while it wrote the second line.
    writeFileSync(file(), `${lineOf("created", a)}{"writer":"kil`);
    expect([wasCreated(), wasCreated()]).toEqual([true, true]);
    expect([wasCreated("Job 1", b), wasCreated("Job 2")]).toEqual([false, false]);
  });

  it("returns what a killed process created even after other runs at the same address", () => {
    for (const identity of ["Job 1", "Job 2"]) {
      hasJoined();
      writeFileSync(file(), lineOf("created", a).replace("Job 1", identity));
      const { ledger, leave } = joinRun(address, folder);
      const ownership = newOwnership(ledger);
      expect([ledger.read(), ownership.wasCreatedByKilled(identity, a)]).toEqual([[], true]);
      leave();
    }
    expect([wasCreated("Job 1"), wasCreated("Job 2")]).toEqual([true, true]);
  });

  it("returns what a killed process created while another process of its run still runs", () => {
    hasJoined(process.ppid, processStart(process.ppid) ?? null);
    writeFileSync(file(), lineOf("created", a));
    expect(wasCreated()).toBe(false);
    hasJoined();
    expect(wasCreated()).toBe(true);
  });

  it("remains if the last process leaves after another one was killed", () => {
    const { ledger, leave } = joinRun(address, folder);
    newOwnership(ledger).created("Job 1", a);
    hasJoined();
    leave();
    expect(wasCreated()).toBe(true);
  });

  it.each<[string, () => void]>([
    ["a file is in its place", () => writeFileSync(run(), "")],
    ["other users may write to its folder", () => chmodSync(folder, 0o777)],
  ])("fails with AP2015 if %s", (_, spoil) => {
    spoil();
    const { ledger } = joinRun(address, join(folder));
    const ownership = newOwnership(ledger);
    expect(() => ownership.remainingOwner("Job 1", a, {})).toThrow("AP2015");
    expect(() => ownership.adopted("Job 1", a)).toThrow(run());
  });

  it("fails with AP2015 if somebody deleted its file during the run", () => {
    const { ledger } = joinRun(address, folder);
    const ownership = newOwnership(ledger);
    ownership.created("Job 1", a);
    rmSync(run(), { recursive: true });
    expect(() => ownership.remainingOwner("Job 1", b, {})).toThrow("the file was deleted during the run");
    expect(() => ownership.created("Job 2", a)).toThrow("AP2015");
  });
});

describe("alone (lock of the ledger)", () => {
  const lock = () => join(folder, "run.lock");

  it("lets one process work at a time, despite locks of killed processes", async () => {
    const inside = join(folder, "inside");
    writeFileSync(`${lock()}.${2 ** 22 + 1}.1`, "");
    writeFileSync(`${lock()}.${process.ppid}.long%20ago`, "");
    const source = join(__dirname, "../../../provider/engine/ledger.ts");
    // A folder can be created once: the second process that is inside fails. On a busy machine, each waits long.
    const program = `
      const { mkdirSync, rmdirSync } = require("node:fs");
      const { alone } = require(${JSON.stringify(source)});
      for (let count = 0; count < 100; count += 1)
        alone(${JSON.stringify(lock())}, () => { mkdirSync(${JSON.stringify(inside)}); rmdirSync(${JSON.stringify(inside)}); }, 600_000);
    `;
    const args = ["--import", "tsx", "--eval", program];
    const ended = Array.from({ length: 4 }, async () => {
      const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
      const errors: string[] = [];
      child.stderr.on("data", (data) => errors.push(String(data)));
      const [code] = await once(child, "close");
      return `${code} ${errors.join("")}`;
    });
    expect(await Promise.all(ended)).toEqual(Array(4).fill("0 "));
    expect(readdirSync(folder)).toEqual([]);
  });

  it("fails with the name of the lock file if its process doesn't end", async () => {
    const other = spawn(process.execPath, ["--eval", "setInterval(() => {}, 1000)"]);
    try {
      const file = `${lock()}.${other.pid}.${encodeURIComponent(processStart(other.pid as number) ?? "")}`;
      writeFileSync(file, "");
      expect(() => alone(lock(), () => undefined, 50)).toThrow(`another process still has the lock file ${file}`);
      expect(readdirSync(folder)).toHaveLength(1);
    } finally {
      other.kill();
      await once(other, "exit");
    }
  });
});
