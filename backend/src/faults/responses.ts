/** Faults that are responses: a status or a body that the platform would not send otherwise. */
import type { ServerResponse } from "node:http";
import type { ResponseFault } from "../in-process/fault-rule.js";
import { errorBody, Problem } from "../problem.js";

/** The response that the platform sent or would have sent; a fault changes or replaces it. */
export interface OriginalResponse {
  readonly status: number;
  readonly body: string;
  readonly path: string;
}

export interface FaultOptions {
  readonly status?: number | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly location?: string | undefined;
  readonly body?: unknown;
}

type Send = (response: ServerResponse, original: OriginalResponse, options: FaultOptions) => void;

const html = "<!DOCTYPE html><html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>";

function sendProblem(response: ServerResponse, problem: Problem, path: string): void {
  response.writeHead(problem.status, { "content-type": "application/json; charset=utf-8", ...problem.headers });
  response.end(JSON.stringify(errorBody(problem, path, new Date())));
}

function problem(status: number, detail: string): Send {
  return (response, { path }) => sendProblem(response, new Problem(status, detail), path);
}

function throttled(retryAfter: (options: FaultOptions) => Record<string, string>, status = 429): Send {
  return (response, { path }, options) =>
    sendProblem(response, new Problem(status, "Too many requests.", undefined, retryAfter(options)), path);
}

const inSeconds = ({ retryAfterSeconds = 1 }: FaultOptions) => ({ "retry-after": String(retryAfterSeconds) });

function text(status: number, type: string, body: string): Send {
  return (response) => {
    response.writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(body) });
    response.end(body);
  };
}

const json = { "content-type": "application/json; charset=utf-8" };

export const responseFaults: Readonly<Record<ResponseFault, Send>> = {
  "invalid-json": (response, { status, body }) => {
    response.writeHead(status, json).end(`${body.slice(0, -1)},`);
  },
  "empty-body": (response, original, options) => {
    // Without a body, nothing has a type.
    const headers = options.status === undefined ? json : {};
    response.writeHead(options.status ?? original.status, { ...headers, "content-length": 0 }).end();
  },
  "other-body": (response, original, { status, body }) => {
    response.writeHead(status ?? original.status, json).end(JSON.stringify(body ?? null));
  },
  "html-200": text(200, "text/html; charset=utf-8", html),
  "broken-gzip": (response, { status }) => {
    response.writeHead(status, { ...json, "content-encoding": "gzip" });
    response.end(Buffer.from("1f8b0800000000000003deadbeefdeadbeef", "hex"));
  },
  "400": (response, { path }) => {
    const violations = [{ field: "name", message: "is refused by a fault rule" }];
    sendProblem(response, new Problem(400, "The request isn't valid.", violations), path);
  },
  "401": problem(401, "The access token isn't valid."),
  "403": problem(403, "The access token doesn't allow this operation."),
  "404": problem(404, "No resource has this id."),
  "408": problem(408, "The request took too long."),
  "409": problem(409, "The request conflicts with the current state."),
  "413": problem(413, "The request body is too large."),
  "422": problem(422, "The request can't be processed."),
  "429-seconds": throttled(inSeconds),
  "429-date": throttled(({ retryAfterSeconds = 1 }) => ({
    "retry-after": new Date(Date.now() + retryAfterSeconds * 1000).toUTCString(),
  })),
  "429-bare": throttled(() => ({})),
  "500": problem(500, "The platform failed to process the request."),
  "502": problem(502, "The platform can't be reached."),
  "502-html": text(502, "text/html; charset=utf-8", html),
  "503-retry-after": throttled(inSeconds, 503),
  "504": problem(504, "The platform didn't respond in time."),
  "307": (response, _original, { location = "http://redirected.invalid/" }) => {
    response.writeHead(307, { location, "content-length": 0 }).end();
  },
  "text-plain": text(500, "text/plain; charset=utf-8", "upstream connect error or disconnect before headers"),
};
