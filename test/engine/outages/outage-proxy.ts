/** A way to the backend that fails for a while: nothing listens there, and connections that are open break. */
import { createServer, type IncomingMessage, type Server, type ServerResponse, request as sendOn } from "node:http";
import type { AddressInfo } from "node:net";
import { steadyClock } from "../../support/fake-clock.js";

/** When the way fails. */
export interface Outage {
  /** Which request meets it, from 1. */
  readonly request: number;
  /** Whether that request is lost before it reaches the backend, or its response afterwards. */
  readonly loses: "request" | "response";
  /** How long it lasts, in milliseconds of the steady clock. */
  readonly milliseconds: number;
}

export interface OutageProxy {
  readonly url: string;
  /** How many requests have arrived here. */
  count(): number;
  /** Plans the only outage; forgets the requests until now. */
  plan(outage: Outage): void;
  /** Leads to another address from now on. */
  leadTo(target: string): void;
  close(): Promise<void>;
}

export async function outageProxy(firstTarget: string): Promise<OutageProxy> {
  let target = firstTarget;
  let planned: Outage | undefined;
  let count = 0;
  let server: Server;
  /** Returns the port. */
  const listen = (port: number) => {
    server = createServer((request, response) => void pass(request, response));
    return new Promise<number>((resolve) => {
      server.listen(port, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
    });
  };
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  const fail = async ({ milliseconds }: Outage) => {
    planned = undefined;
    await close();
    await steadyClock.sleep(milliseconds);
    await listen(port);
  };
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    count += 1;
    const outage = planned?.request === count ? planned : undefined;
    if (outage?.loses === "request") return fail(outage);
    const { method, url, headers } = request;
    const onward = sendOn(`${target}${url}`, { method, headers }, (answer) => {
      if (outage !== undefined) {
        answer.resume();
        answer.once("end", () => void fail(outage));
        return;
      }
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  };
  const port = await listen(0);
  return {
    url: `http://127.0.0.1:${port}`,
    count: () => count,
    plan(outage) {
      planned = outage;
      count = 0;
    },
    leadTo(next) {
      target = next;
    },
    close,
  };
}
