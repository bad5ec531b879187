import { createHash } from "node:crypto";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** A socket of the lock's holder; undefined if nobody holds it, or the holder was killed. */
async function ownerOf(file: string): Promise<Socket | undefined> {
  const socket = connect(file);
  try {
    await once(socket, "connect");
    return socket;
  } catch (error) {
    if (codeOf(error) === "ECONNREFUSED") rmSync(file, { force: true });
    return undefined;
  }
}

async function take(server: Server, file: string): Promise<boolean> {
  try {
    await once(server.listen(file), "listening");
    return true;
  } catch (error) {
    if (codeOf(error) === "EADDRINUSE") return false;
    throw error;
  }
}

/**
 * Runs `work` while no other process of this machine and user does so under the same name. The lock is a socket that listens: the
 * system releases it when its holder ends, however that ends, and tells those who wait for it.
 * @param during waits for the end of another holder, and may say so
 */
export async function alone<T>(
  name: string,
  signal: AbortSignal,
  during: (end: () => Promise<unknown>) => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  // Hashed, because the path of a socket has at most 103 characters.
  const file = join(tmpdir(), `app-platform-${createHash("sha256").update(name).digest("hex").slice(0, 16)}.lock`);
  const waiting = new Set<Socket>();
  const server = createServer((socket) => waiting.add(socket.on("error", () => undefined)));
  while (!(await take(server, file))) {
    const owner = await ownerOf(file);
    try {
      if (owner !== undefined) await during(() => once(owner.resume(), "close", { signal }));
    } finally {
      owner?.destroy();
    }
  }
  try {
    return await work();
  } finally {
    server.close();
    for (const socket of waiting) socket.destroy();
  }
}
