/** Answers what is no readable HTTP request, in the form of the API's errors. */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { errorBody, Problem } from "./problem.js";

const refusals: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: new Problem(431, "The head of the request is too long."),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem(408, "The request has taken too long to arrive."),
};
const otherwise = new Problem(400, "This is no HTTP request.");

/** How long the other side may take to read the answer, which an end of the connection by force would take from it. */
const patienceMilliseconds = 1000;

export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
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
  socket.setTimeout(patienceMilliseconds, () => socket.destroy());
}
