/**
 * Ensures that only one platform uses a data file: each keeps everything in memory and would not see another one's changes. The
 * system releases the lock with the process, however that ends.
 */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, fstatSync, mkdirSync, openSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { CommandError } from "../command-error.js";
import { refuseSpecialFile } from "../regular-file.js";
import { ownMode } from "./journal.js";

export interface ServerLock {
  release(): void;
}

/** Not with `recursive`: Node.js never returns where a folder cannot be made, such as below `/proc`. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}

/**
 * Locks the file itself, which processes in other containers notice too. Node.js can't do that, but the command of util-linux and
 * BusyBox can: the lock belongs to the open file, which outlives the command. Undefined if that is not possible here.
 */
function lockFile(descriptor: number): boolean | undefined {
  const { status } = spawnSync("flock", ["-x", "-n", "3"], { stdio: ["ignore", "ignore", "ignore", descriptor] });
  if (status === 0) return true;
  return status === 1 ? false : undefined;
}

/** A local socket that is named after the file: only one process can listen on it. Other containers have other sockets. */
async function lockSocket(descriptor: number): Promise<Server | undefined> {
  const { dev, ino } = fstatSync(descriptor, { bigint: true });
  const name = `app-platform-${dev}-${ino}`;
  if (process.platform === "win32") return listen(`\\\\.\\pipe\\${name}`);
  // Linux has names for sockets that are not files.
  if (process.platform === "linux") return listen(`\0${name}`);
  const path = join(tmpdir(), name);
  const server = await listen(path);
  if (server !== undefined) return server;
  await removeDead(path);
  return listen(path);
}

async function listen(path: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy()).listen({ path, exclusive: true });
  try {
    await once(server, "listening");
    return server.unref();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    return undefined;
  }
}

/** Where a socket is a file, the file outlives a process that is killed. */
async function removeDead(path: string): Promise<void> {
  const socket = connect(path);
  try {
    await once(socket, "connect");
    socket.destroy();
  } catch {
    rmSync(path, { force: true });
  }
}

/** Makes the file, and its folder, if there is none. */
export async function lockForServer(file: string): Promise<ServerLock> {
  if (file === ":memory:") return { release: () => undefined };
  makeFolder(dirname(resolve(file)));
  refuseSpecialFile(file);
  const descriptor = openSync(file, "a", ownMode);
  const isLocked = lockFile(descriptor);
  if (isLocked === true) return { release: () => closeSync(descriptor) };
  const server = isLocked === undefined ? await lockSocket(descriptor) : undefined;
  closeSync(descriptor);
  if (server !== undefined) return { release: () => void server.close() };
  throw new CommandError(`Another platform already uses the data file ${file}. Stop it, or use another file.`);
}
