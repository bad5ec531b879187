/** An address where nothing listens, until it is opened. */
import { connect, createServer, type Server } from "node:net";

export interface ClosedDoor {
  readonly url: string;
  /** Listens from now on, and passes everything on to the backend. */
  open(): void;
  close(): Promise<void>;
}

/** Ports that systems hand out by themselves begin above: nobody else takes one of these meanwhile. */
const ports = { first: 20_000, last: 32_000 };

export async function closedDoor(target: string): Promise<ClosedDoor> {
  const { hostname, port: targetPort } = new URL(target);
  const server = createServer((near) => {
    const far = connect(Number(targetPort), hostname);
    near.pipe(far).pipe(near);
    near.on("error", () => far.destroy());
    far.on("error", () => near.destroy());
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
  });
  const port = await freePort();
  return {
    url: `http://127.0.0.1:${port}`,
    open: () => void server.listen(port, "127.0.0.1"),
    close: () => closed(server),
  };
}

async function freePort(): Promise<number> {
  for (;;) {
    const port = ports.first + Math.floor(Math.random() * (ports.last - ports.first));
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(port, "127.0.0.1", () => resolve(true));
    });
    await closed(server);
    if (isFree) return port;
  }
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => (server.listening ? server.close(() => resolve()) : resolve()));
}
