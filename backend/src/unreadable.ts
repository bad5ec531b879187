/** Responds to malformed HTTP requests with the API's error body. */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { errorBody, Problem } from "./problem.js";

const refusals: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: new Problem(431, "The request headers are too large."),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem(408, "The request took too long to arrive."),
};
const otherwise = new Problem(400, "This isn't a valid HTTP request.");

/** How long the client may take to read the response before the connection is closed. */
const timeoutMilliseconds = 1000;

export function respondToUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = refusals[error.code ?? ""] ?? otherwise;
  const body = JSON.stringify(errorBody(problem, "", new Date()));
  const head = [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end([...head, "", body].join("\r\n"));
  socket.setTimeout(timeoutMilliseconds, () => socket.destroy());
}
