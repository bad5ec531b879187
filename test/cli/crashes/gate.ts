/** The way from the plugin to the platform: every call passes here, and one can be held on its way there or back. */
import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { ownAddress } from "../../support/listening.js";

export interface Call {
  readonly method: string;
  /** Matches the path if it has an ID that isn't known yet. */
  readonly path: string | RegExp;
}

export function isCall({ method, path }: Call, sent: { readonly method: string; readonly path: string }): boolean {
  return sent.method === method && (typeof path === "string" ? sent.path === path : path.test(sent.path));
}

/** Where a call is held: the platform has not got it yet, or it has carried it out and the plugin has no response yet. */
type Side = "request" | "answer";

export type Gate = Awaited<ReturnType<typeof openGate>>;
export type Hold = ReturnType<Gate["hold"]>;

interface Waiting extends Call {
  readonly side: Side;
  readonly arrive: (socket: Socket) => void;
}

export async function openGate(platform: string) {
  const address = ownAddress();
  /** The calls that the platform has responded to so far, whether the plugin got the response or not. */
  const responses: { readonly method: string; readonly path: string; readonly status: number }[] = [];
  let target = Promise.resolve(platform);
  let waiting: Waiting | undefined;
  /** When each call came, in milliseconds since the epoch. */
  const arrivals: number[] = [];

  const isHeld = ({ method = "", url = "" }: IncomingMessage, side: Side): boolean => {
    if (waiting === undefined || waiting.side !== side) return false;
    return isCall(waiting, { method, path: url });
  };
  const keep = (socket: Socket) => {
    waiting?.arrive(socket);
    waiting = undefined;
  };
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method = "", url = "", headers, socket } = incoming;
    arrivals.push(Date.now());
    const body = await buffer(incoming);
    if (isHeld(incoming, "request")) return keep(socket);
    const onward = request(`${await target}${url}`, { method, headers: { ...headers, connection: "close" } });
    onward.end(body);
    const [answer] = (await once(onward, "response")) as [IncomingMessage];
    const content = await buffer(answer);
    responses.push({ method, path: url, status: answer.statusCode ?? 0 });
    if (isHeld(incoming, "answer")) return keep(socket);
    const { connection: _, "transfer-encoding": __, ...rest } = answer.headers;
    outgoing.writeHead(answer.statusCode ?? 0, { ...rest, "content-length": content.length });
    outgoing.end(content);
  };
  const server = createServer((incoming, outgoing) => {
    // The platform went away under the call: the plugin meets what it would meet without a gate.
    pass(incoming, outgoing).catch(() => incoming.socket.destroy());
  });
  const listen = async (port: number) => {
    server.listen(port, address);
    await once(server, "listening");
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://${address}:${port}`,
    responses,
    arrivals,
    /** Holds the next call of this kind; those after it pass. */
    hold(call: Call, side: Side) {
      let held: Socket | undefined;
      const there = new Promise<void>((resolve) => {
        const arrive = (socket: Socket) => {
          held = socket;
          resolve();
        };
        waiting = { ...call, side, arrive };
      });
      return {
        /** Settles when the call is held. */
        there,
        /** Whether the plugin waits for the response no longer. */
        isLeft: () => held?.destroyed === true,
        /** Loses what is held: the plugin's connection is reset. */
        lose: () => void held?.resetAndDestroy(),
      };
    },
    /** Cuts all connections and listens no more, as a platform that is gone. */
    async shut() {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
    /** Listens again at the same address, in front of a platform at another one. Calls wait until that is known. */
    async open(platform: Promise<string>) {
      target = platform;
      if (!server.listening) await listen(port);
    },
  };
}
