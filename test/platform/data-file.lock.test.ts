/** The lock of the data file, also for platforms in other containers and on other machines, and files that can't be data files. */
import { spawnSync } from "node:child_process";
import fs, { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { startPlatform } from "app-platform-backend";
import { describe, expect, it } from "vitest";
import { lockForServer } from "../../backend/src/store/server-lock.js";
import { openedFolder } from "../support/opened-folder.js";
import { whileServed } from "./support/platform.js";
import { program, runBackend, startPlatformProcess } from "./support/platform-process.js";

const folder = openedFolder("data-lock");
let files = 0;
const newFile = () => join(folder, `data-${++files}.db`);
const refused = /Another platform already uses the data file/;

const succeeds = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const canLockFiles = succeeds("flock", newFile(), "true");
/** What begins a process that has nothing but files in common with this one, as in another container, if that is allowed here. */
const elsewhere = [
  ["--net", "--pid", "--fork"],
  ["--map-root-user", "--net", "--pid", "--fork"],
].find((args) => succeeds("unshare", ...args, "true"));

/** With the command `flock`, and as in an image that lacks it. */
const environments: [name: string, env: { PATH: string }][] = [
  ["with flock", { PATH: process.env.PATH ?? "" }],
  ["without flock", { PATH: "" }],
];

const args = (data: string) => ["serve", "--data", data, "--host", "nowhere.invalid", "--port", "0"];
/** Without the lock, it would get as far as to its address. */
const started = /can't listen at nowhere\.invalid/;
const startWith = (data: string, env: { PATH: string }) => runBackend(args(data), { env }).stderr;

describe.each(environments)("second platform on a data file, %s", (_name, env) => {
  const start = (data: string) => startWith(data, env);
  const startElsewhere = (data: string) => {
    const unshared = [...(elsewhere ?? []), process.execPath, program, ...args(data)];
    return spawnSync("/usr/bin/unshare", unshared, { env }).stderr.toString();
  };

  it("is refused until the first one has stopped, also through a symbolic link", async () => {
    const [data, link] = [newFile(), newFile()];
    fs.symlinkSync(data, link);
    const first = await startPlatformProcess({ data, env });
    for (const file of [data, link]) expect(start(file)).toMatch(refused);
    await first.stop();
    expect(existsSync(`${data}-lock`)).toBe(false);
    expect(start(data)).toMatch(started);
  });

  it("starts at once if the first one was killed, even if its PID is in use", async () => {
    const data = newFile();
    const first = await startPlatformProcess({ data, env });
    await first.kill();
    const owner = JSON.parse(readFileSync(`${data}-lock`, "utf8"));
    for (const pid of [owner.pid, process.pid]) {
      writeFileSync(`${data}-lock`, JSON.stringify({ ...owner, pid }));
      const before = performance.now();
      expect(start(data)).toMatch(started);
      expect(performance.now() - before).toBeLessThan(15_000);
    }
  });

  it("is refused from another container until the first one has stopped", async ({ annotate }) => {
    if (elsewhere === undefined) return annotate("No unshare here: not tried.");
    const data = newFile();
    const first = await startPlatformProcess({ data, env });
    expect(startElsewhere(data)).toMatch(refused);
    await first.stop();
    expect(startElsewhere(data)).toMatch(started);
  });
});

describe("data file with several platforms", () => {
  it("can't be opened by a second platform through a hard link, if flock is available", async ({ annotate }) => {
    if (!canLockFiles) return annotate("No flock here: not tried.");
    const data = newFile();
    const link = join(folder, "other", "linked.db");
    mkdirSync(join(folder, "other"));
    const first = await startPlatform({ data });
    fs.linkSync(data, link);
    await expect(startPlatform({ data: link })).rejects.toThrow(refused);
    await first.close();
    await (await startPlatform({ data: link })).close();
  });

  it("is opened by only one of six platforms that start at once after a kill", async () => {
    const data = newFile();
    const first = await startPlatformProcess({ data, env: { PATH: "" } });
    await first.kill();
    const start = () => startPlatformProcess({ data, env: { PATH: "" } });
    const all = await Promise.all(Array.from({ length: 6 }, start));
    // The others print an error in place of their address.
    const running = all.filter(({ url }) => url !== undefined);
    await Promise.all(running.map((each) => each.stop()));
    expect(running).toHaveLength(1);
    await (await startPlatform({ data })).close();
  });
});

describe("data file in a read-only folder", () => {
  /** As if its folder couldn't be written: the name of the file beside it is too long. */
  const data = () => join(folder, `${++files}`.padEnd(252, "x"));

  it("is locked by flock, and refused if flock is missing", async ({ annotate }) => {
    const reason = "can't be locked without the command flock, or files in its folder";
    expect(startWith(data(), { PATH: "" })).toContain(reason);
    if (!canLockFiles) return annotate("No flock here: not tried with it.");
    const file = data();
    const first = await startPlatform({ data: file });
    expect(startWith(file, { PATH: process.env.PATH ?? "" })).toMatch(refused);
    await first.close();
  });
});

describe("lock of a data file by another machine", () => {
  const times = { beat: 50, patience: 500 };
  const owner = { id: "x", machine: "other", container: "", pid: 1, started: null, isFileLocked: true };
  const elsewhere = JSON.stringify(owner);

  it("makes the start of a platform fail as long as its owner updates its time", async () => {
    const data = newFile();
    writeFileSync(`${data}-lock`, elsewhere);
    const beat = setInterval(() => fs.utimesSync(`${data}-lock`, new Date(), new Date()), times.beat);
    await expect(lockForServer(data, times)).rejects.toThrow(refused);
    clearInterval(beat);
  });

  it.each([
    ["an empty file", ""],
    ["a lock of another machine", elsewhere],
  ])("is replaced by a starting platform if its owner no longer updates its time: %s", async (_what, text) => {
    const data = newFile();
    writeFileSync(`${data}-lock`, text);
    const lock = await lockForServer(data, times);
    const touched = statSync(`${data}-lock`).mtimeMs;
    await expect.poll(() => statSync(`${data}-lock`).mtimeMs).toBeGreaterThan(touched);
    lock.release();
    expect(existsSync(`${data}-lock`)).toBe(false);
  });

  it("isn't removed by its former owner once another has replaced it", async () => {
    const data = newFile();
    const lock = await lockForServer(data, times);
    writeFileSync(`${data}-lock`, elsewhere);
    lock.release();
    expect(readFileSync(`${data}-lock`, "utf8")).toBe(elsewhere);
  });
});

describe("file that isn't a regular file", () => {
  const fifo = join(folder, "fifo");
  spawnSync("mkfifo", [fifo]);
  const socket = join(folder, "socket");
  createServer().listen(socket).unref();
  const files: [kind: string, file: string][] = [
    ["a FIFO", fifo],
    ["a device", "/dev/zero"],
    ["a socket", socket],
    ["a folder", folder],
  ];

  it.each(files)(
    "is refused as data file and seed of startPlatform(), and as --data of serve and token: %s",
    async (kind, file) => {
      const says = `it must be a regular file, but it is ${kind}.`;
      await expect(startPlatform({ data: file })).rejects.toThrow(`The data file ${file} can't be read: ${says}`);
      await expect(startPlatform({ seed: file })).rejects.toThrow(`The seed file ${file} can't be used: ${says}`);
      for (const args of [
        ["serve", "--data", file],
        ["token", "--role", "viewer", "--data", file],
      ]) {
        const { status, stderr } = runBackend(args);
        expect([args, status, stderr]).toEqual([args, 1, `The data file ${file} can't be read: ${says}\n`]);
      }
    },
  );

  it("isn't read as the log of requests: a FIFO", async () => {
    const data = newFile();
    spawnSync("mkfifo", [`${data}-requests`]);
    await whileServed({ data }, async ({ request, ids }) => {
      expect((await request("GET", `/environment/${ids.environment}/job`)).status).toBe(200);
    });
  });
});
