/** Reads the server-sent events of a platform. */
import { get, type IncomingMessage } from "node:http";
import type { Events } from "../../../backend/src/dashboard/contract.js";

export interface EventStream {
  readonly response: IncomingMessage;
  /** The data of all events of a name so far. */
  all<E extends keyof Events>(event: E): Events[E][];
  /** Everything that was sent. */
  text(): string;
  /** Resolves when the other side has ended the stream. */
  readonly ended: Promise<void>;
  close(): void;
}

export function openEvents(url: string, environmentId: string): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    let text = "";
    const request = get(`${url}/_local/events?environment=${environmentId}`, (response) => {
      const ended = new Promise<void>((end) => response.once("close", end));
      response.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      response.on("error", () => undefined);
      resolve({
        response,
        all: (event) =>
          [...text.matchAll(/event: (\w+)\ndata: (.*)\n\n/g)]
            .filter(([, name]) => name === event)
            .map(([, , data]) => JSON.parse(data ?? "null")),
        text: () => text,
        ended,
        close: () => request.destroy(),
      });
    });
    request.on("error", reject);
  });
}
