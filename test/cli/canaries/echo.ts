/** A server in place of the platform that sends back what it was sent, token and body and all, in one place of its response. */
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { startServer } from "../support/servers.js";

/** Everything of a request in one text: as it came, and each text of its JSON by itself. */
function textOf(headers: IncomingHttpHeaders, body: string): string {
  const texts: string[] = [];
  if (body !== "") {
    JSON.parse(body, (_key, value) => {
      if (typeof value === "string") texts.push(value);
      return value;
    });
  }
  return [headers.authorization, ...texts, body].join(" | ");
}

/** Answers with what it was told. */
export type Echo = (response: ServerResponse, text: string) => void;

const json = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
};
const error =
  (status: number, of: (text: string) => object): Echo =>
  (response, text) =>
    json(response, status, of(text));

/** The least that tells of nothing, so that what is told begins beyond what a line of an error may hold, or at its end. */
const filler = "so it is ".repeat(30);

const problem = (text: string) => ({ status: 0, detail: text });
const statuses = [400, 401, 403, 404, 409, 418, 422, 429, 500, 503];

export const echoes: Readonly<Record<string, Echo>> = {
  ...Object.fromEntries(statuses.map((status) => [`the sentence of a ${status}`, error(status, problem)])),
  "the message of a violation": error(400, (text) => ({ violations: [{ field: "name", message: text }] })),
  "the field of a violation": error(400, (text) => ({ violations: [{ field: text, message: "no" }] })),
  "a sentence that is cut": error(400, (text) => ({ detail: filler + text })),
  "a sentence in lines": error(422, (text) => ({ detail: text.replaceAll(" | ", "\n\n") })),
  "other members of an error": error(500, (text) => ({ message: text, error: text, trace: text, path: text })),
  "an error that is plain text": (response, text) =>
    response.writeHead(500, { "content-type": "text/plain" }).end(text),
  "an error that is a page": (response, text) =>
    response.writeHead(502, { "content-type": "text/html" }).end(`<h1>${text}</h1>`),
  "the type of an answer": (response, text) =>
    response.writeHead(200, { "content-type": `text/${encodeURIComponent(text).slice(0, 4000)}` }).end("x"),
  "where a redirect leads": (response, text) =>
    response.writeHead(307, { location: `/elsewhere?${encodeURIComponent(text)}` }).end(),
  "the time to wait": (response, text) =>
    response.writeHead(429, { "retry-after": encodeURIComponent(text).slice(0, 4000) }).end(),
  "the ID of the request": (response, text) =>
    response
      .writeHead(500, { "x-request-id": encodeURIComponent(text).slice(0, 4000), "request-id": text.length })
      .end(),
  "an answer of another shape": (response, text) => json(response, 201, { text }),
  "an answer that is a text": (response, text) => json(response, 201, text),
  "an id that is none": (response, text) => json(response, 201, { id: [text], name: text }),
  "an answer that isn't JSON": (response, text) =>
    response.writeHead(201, { "content-type": "application/json" }).end(`{"told": ${text}`),
};

/** A server that answers in that way. */
export async function startEcho(how: Echo) {
  let count = 0;
  const { url, close } = await startServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      count += 1;
      how(response, textOf(request.headers, Buffer.concat(chunks).toString("utf8")));
    });
  });
  return { url, count: () => count, close };
}
