/** A server in place of the platform that sends back what it was sent, token and body and all, in one place of its response. */
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { startServer } from "../support/servers.js";

/** Everything of a request in one text: as it came, and each text of its JSON by itself. */
function told(headers: IncomingHttpHeaders, body: string): string {
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
export type Echo = (response: ServerResponse, told: string) => void;

const json = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
};
const error =
  (status: number, of: (told: string) => object): Echo =>
  (response, told) =>
    json(response, status, of(told));

/** The least that tells of nothing, so that what is told begins beyond what a line of an error may hold, or at its end. */
const filler = "so it is ".repeat(30);

const problem = (told: string) => ({ status: 0, detail: told });
const statuses = [400, 401, 403, 404, 409, 418, 422, 429, 500, 503];

export const echoes: Readonly<Record<string, Echo>> = {
  ...Object.fromEntries(statuses.map((status) => [`the sentence of a ${status}`, error(status, problem)])),
  "the message of a violation": error(400, (told) => ({ violations: [{ field: "name", message: told }] })),
  "the field of a violation": error(400, (told) => ({ violations: [{ field: told, message: "no" }] })),
  "a sentence that is cut": error(400, (told) => ({ detail: filler + told })),
  "a sentence in lines": error(422, (told) => ({ detail: told.replaceAll(" | ", "\n\n") })),
  "other members of an error": error(500, (told) => ({ message: told, error: told, trace: told, path: told })),
  "an error that is plain text": (response, told) =>
    response.writeHead(500, { "content-type": "text/plain" }).end(told),
  "an error that is a page": (response, told) =>
    response.writeHead(502, { "content-type": "text/html" }).end(`<h1>${told}</h1>`),
  "the type of an answer": (response, told) =>
    response.writeHead(200, { "content-type": `text/${encodeURIComponent(told).slice(0, 4000)}` }).end("x"),
  "where a redirect leads": (response, told) =>
    response.writeHead(307, { location: `/elsewhere?${encodeURIComponent(told)}` }).end(),
  "the time to wait": (response, told) =>
    response.writeHead(429, { "retry-after": encodeURIComponent(told).slice(0, 4000) }).end(),
  "the ID of the request": (response, told) =>
    response
      .writeHead(500, { "x-request-id": encodeURIComponent(told).slice(0, 4000), "request-id": told.length })
      .end(),
  "an answer of another shape": (response, told) => json(response, 201, { told }),
  "an answer that is a text": (response, told) => json(response, 201, told),
  "an id that is none": (response, told) => json(response, 201, { id: [told], name: told }),
  "an answer that isn't JSON": (response, told) =>
    response.writeHead(201, { "content-type": "application/json" }).end(`{"told": ${told}`),
};

/** A server that answers in that way. */
export async function startEcho(how: Echo) {
  let count = 0;
  const { url, close } = await startServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      count += 1;
      how(response, told(request.headers, Buffer.concat(chunks).toString("utf8")));
    });
  });
  return { url, count: () => count, close };
}
