/** Faults of the connection: the response is right, but it does not arrive completely. */
import type { Socket } from "node:net";
import type { ConnectionFault } from "../in-process/fault-rule.js";
import type { OriginalResponse } from "./responses.js";

type Disturb = (socket: Socket, original: OriginalResponse) => void;

const dribbleMilliseconds = 100;
const hugeBytes = 64 * 1024 * 1024;

function head({ status }: OriginalResponse, ...headers: string[]): string {
  return [`HTTP/1.1 ${status} Disturbed`, "Content-Type: application/json; charset=utf-8", ...headers, "", ""].join(
    "\r\n",
  );
}

function half(body: string): string {
  return body.slice(0, Math.ceil(body.length / 2));
}

/** Writes a little at a time for as long as the client stays connected. */
function dribble(socket: Socket, text: (count: number) => string): void {
  let count = 0;
  const timer = setInterval(() => socket.write(text(count++)), dribbleMilliseconds);
  socket.once("close", () => clearInterval(timer));
}

function sendHuge(socket: Socket, original: OriginalResponse): void {
  const chunk = Buffer.alloc(64 * 1024, "x");
  let left = hugeBytes;
  socket.write(head(original, `Content-Length: ${hugeBytes + 14}`, "Connection: close"));
  socket.write('{"padding":"');
  const more = () => {
    while (left > 0) {
      left -= chunk.length;
      if (!socket.write(chunk)) return;
    }
    socket.off("drain", more);
    socket.end('"}');
  };
  socket.on("drain", more);
  more();
}

export const connectionFaults: Readonly<Record<ConnectionFault, Disturb>> = {
  /** Before the request is read. */
  "reset-unread": (socket) => void socket.resetAndDestroy(),
  reset: (socket) => void socket.resetAndDestroy(),
  "no-answer": () => undefined,
  "dribbled-headers": (socket, { status }) => {
    socket.write(`HTTP/1.1 ${status} Disturbed\r\n`);
    dribble(socket, (count) => `X-Dribble-${count}: .\r\n`);
  },
  "cut-with-length": (socket, original) => {
    socket.end(head(original, `Content-Length: ${Buffer.byteLength(original.body)}`) + half(original.body));
  },
  "cut-without-length": (socket, original) => {
    socket.end(head(original, "Connection: close") + half(original.body));
  },
  "endless-dribble": (socket, original) => {
    socket.write(head(original, "Connection: close"));
    dribble(socket, () => " ");
  },
  "64-mib": sendHuge,
  /** The server process ends, as in a power failure. */
  crash: () => void process.kill(process.pid, "SIGKILL"),
};
