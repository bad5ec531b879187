/** Sends requests as fast as the server responds, over keep-alive connections: cheaper than any HTTP client, so that the server is the limit. */
import { connect, type Socket } from "node:net";

export interface Request {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Responses a second: `count` requests over so many connections, each with one request at a time. */
export async function requestsPerSecond(
  port: number,
  connections: number,
  count: number,
  request: (index: number) => Request,
): Promise<number> {
  const texts = Array.from({ length: count }, (_, index) => textOf(request(index)));
  const sockets = await Promise.all(Array.from({ length: connections }, () => opened(port)));
  const before = performance.now();
  let next = 0;
  await Promise.all(sockets.map((socket) => sendEach(socket, () => texts[next++])));
  const seconds = (performance.now() - before) / 1000;
  for (const socket of sockets) socket.destroy();
  return count / seconds;
}

function textOf({ method, path, headers = {}, body = "" }: Request): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  if (body !== "") lines.push("content-type: application/json", `content-length: ${Buffer.byteLength(body)}`);
  return [`${method} ${path} HTTP/1.1`, "host: 127.0.0.1", ...lines, "", body].join("\r\n");
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true }, () => resolve(socket));
    socket.once("error", reject);
  });
}

/** Sends the requests one after the other, each once the response to the previous one is complete. */
function sendEach(socket: Socket, next: () => string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    let received = "";
    const send = () => {
      const text = next();
      if (text === undefined) resolve();
      else socket.write(text);
    };
    // As bytes: a content length counts them.
    socket.setEncoding("latin1");
    socket.on("data", (chunk: string) => {
      received += chunk;
      const headEnd = received.indexOf("\r\n\r\n");
      if (headEnd < 0) return;
      const head = received.slice(0, headEnd);
      if (!/^HTTP\/1\.1 20\d/.test(head)) return reject(new Error(received));
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
      if (received.length < headEnd + 4 + length) return;
      received = "";
      send();
    });
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("The server has closed the connection.")));
    send();
  });
}
