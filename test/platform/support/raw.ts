/** Sends text as it stands over a connection of its own: what no HTTP client lets through. */
import { connect } from "node:net";

export interface RawAnswer {
  /** Nothing where the connection ended without a response. */
  readonly status: number | undefined;
  readonly text: string;
}

/**
 * Sends the pieces, and says with a null that nothing comes after them. Gives what came back until the other side ended
 * the connection, or nothing came any more for a while.
 */
export function sendRaw(url: string, pieces: readonly (string | null)[]): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let text = "";
    const socket = connect(Number(port), hostname);
    let silence = 0;
    // Counted, since the time also passes while this process, and a platform in it, do not run.
    const listening = setInterval(() => {
      silence += 1;
      if (silence === 20) end();
    }, 50);
    const end = () => {
      clearInterval(listening);
      socket.destroy();
      const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(text) ?? [];
      resolve({ status: status === undefined ? undefined : Number(status), text });
    };
    socket.on("connect", () => {
      for (const piece of pieces) {
        if (piece === null) socket.end();
        else socket.write(piece);
      }
    });
    socket.on("data", (chunk) => {
      silence = 0;
      text += chunk.toString("latin1");
    });
    // A connection that is ended by force may have been answered before.
    socket.on("error", end);
    socket.on("close", end);
  });
}
