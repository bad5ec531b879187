/** The lock of the data file, which platforms in other containers see, and that of files that can't be data files. */
import { spawnSync } from "node:child_process";
import { linkSync, mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { startPlatform } from "app-platform-backend";
import { describe, expect, it } from "vitest";
import { openedFolder } from "../opened-folder.js";
import { whileServed } from "./platform.js";
import { program, runBackend, startPlatformProcess } from "./platform-process.js";

const folder = openedFolder("data-lock");
let files = 0;
const newFile = () => join(folder, `data-${++files}.db`);
const refused = /Another platform already uses the data file/;

const succeeds = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const canLockFiles = succeeds("flock", newFile(), "true");
/** What begins a process that has no network in common with this one, as in another container, if that is allowed here. */
const elsewhere = [["--net"], ["--map-root-user", "--net"]].find((args) => succeeds("unshare", ...args, "true"));

describe("a second platform on a data file", () => {
  it("is refused by whatever path it finds the file", async () => {
    const data = newFile();
    const link = join(folder, "other", "linked.db");
    mkdirSync(join(folder, "other"));
    const first = await startPlatform({ data });
    linkSync(data, link);
    await expect(startPlatform({ data: link })).rejects.toThrow(refused);
    await first.close();
    await (await startPlatform({ data: link })).close();
  });

  it("is refused without a network in common, and only then, if the system can lock files", async ({ annotate }) => {
    const data = newFile();
    if (!canLockFiles || elsewhere === undefined) await annotate("No flock or no unshare here: not tried.");
    const start = () =>
      spawnSync("unshare", [
        ...(elsewhere ?? []),
        ...[process.execPath, program, "serve", "--data", data, "--host", "nowhere.invalid", "--port", "0"],
      ]).stderr.toString();
    const first = await startPlatformProcess({ data });
    // Without the lock, it would get as far as to its address.
    if (canLockFiles && elsewhere !== undefined) expect(start()).toMatch(refused);
    await first.stop();
    if (canLockFiles && elsewhere !== undefined) expect(start()).toMatch(/can't listen at nowhere\.invalid/);
  });

  it("starts at once after the first one was killed", async () => {
    const data = newFile();
    const first = await startPlatformProcess({ data });
    if (canLockFiles) expect(succeeds("flock", "-n", data, "true")).toBe(false);
    await first.kill();
    await (await startPlatform({ data })).close();
    if (canLockFiles) expect(succeeds("flock", "-n", data, "true")).toBe(true);
  });
});

describe("a file that isn't a regular one", () => {
  const fifo = join(folder, "fifo");
  spawnSync("mkfifo", [fifo]);
  const socket = join(folder, "socket");
  createServer().listen(socket).unref();
  const files: [file: string, kind: string][] = [
    [fifo, "a FIFO"],
    ["/dev/zero", "a device"],
    [socket, "a socket"],
    [folder, "a folder"],
  ];

  it.each(files)("is refused as data file and as seed, as an option and by commands: %s", async (file, kind) => {
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
  });

  it("is not read as the log of requests", async () => {
    const data = newFile();
    spawnSync("mkfifo", [`${data}-requests`]);
    await whileServed({ data }, async ({ request, ids }) => {
      expect((await request("GET", `/environment/${ids.environment}/job`)).status).toBe(200);
    });
  });
});
