/** Sends requests to a platform as clients do: over HTTP, with its tokens. */
import { type Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import type { Role } from "../../backend/src/roles.js";

export type { Role };

export interface RequestOptions {
  /** Sent as JSON; a string or a Buffer is sent unchanged. */
  body?: unknown;
  /** A role, a token, or null for a request without one; `admin` if omitted. */
  token?: Role | (string & {}) | null;
  headers?: Record<string, string>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read members of responses of every shape
type Json = any;

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The parsed body if it is JSON, otherwise its text; undefined if there is none. */
  body: Json;
}

export interface Target {
  readonly url: string;
  readonly tokens: Readonly<Record<Role, string>>;
}

export function sendRequest(
  agent: Agent,
  target: Target,
  method: string,
  path: string,
  options: RequestOptions,
): Promise<Answer> {
  const token = options.token === undefined ? "admin" : options.token;
  const body =
    options.body === undefined || typeof options.body === "string" || Buffer.isBuffer(options.body)
      ? options.body
      : JSON.stringify(options.body);
  const headers: Record<string, string> = {
    ...(token === null ? {} : { authorization: `Bearer ${target.tokens[token as Role] ?? token}` }),
    ...(body === undefined
      ? {}
      : { "content-type": "application/json", "content-length": `${Buffer.byteLength(body)}` }),
    ...options.headers,
  };
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(target.url);
    const request = httpRequest({ agent, hostname, port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        const json = response.headers["content-type"]?.includes("json") === true && text !== "";
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: json ? JSON.parse(text) : text === "" ? undefined : text,
        });
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}
