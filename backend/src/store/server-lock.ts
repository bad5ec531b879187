/**
 * Ensures that only one platform uses a data file: each keeps everything in memory and would not see another one's changes. The
 * lock is a local socket named after the file: only one process can listen on it, and the system closes it with the process.
 */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, realpathSync, rmSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { CommandError } from "../command-error.js";

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

function addressOf(file: string): string {
  const real = existsSync(file) ? realpathSync(file) : join(realpathSync(dirname(file)), basename(file));
  const name = `app-platform-${createHash("sha256").update(real).digest("hex").slice(0, 32)}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`;
  // Linux has names for sockets that are not files.
  return process.platform === "linux" ? `\0${name}` : join(tmpdir(), name);
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

/** Makes the folder of the file if there is none. */
export async function lockForServer(file: string): Promise<ServerLock> {
  if (file === ":memory:") return { release: () => undefined };
  makeFolder(dirname(resolve(file)));
  const address = addressOf(file);
  let server = await listen(address);
  if (server === undefined && process.platform !== "win32" && process.platform !== "linux") {
    await removeDead(address);
    server = await listen(address);
  }
  if (server === undefined) {
    throw new CommandError(`Another platform already uses the data file ${file}. Stop it, or use another file.`);
  }
  return { release: () => void server.close() };
}
