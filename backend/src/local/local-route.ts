import type { ServerResponse } from "node:http";
import type { LocalContext } from "./context.js";

export interface LocalRequest {
  /** The parsed body; undefined if there is none. */
  readonly body: unknown;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}

interface LocalPath {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** A path template. */
  readonly path: string;
  /** Whether the dashboard uses it, so that the cookie of a browser admits to it. */
  readonly page?: true;
  /** Whether it has a body, which it reads with a strict schema. Otherwise, a body is refused. */
  readonly takesBody?: true;
  /** The query parameters that it has. A page in a browser has any. */
  readonly query?: readonly string[] | "any";
}

/** A local path that responds once. */
interface RespondingRoute extends LocalPath {
  readonly headers?: Readonly<Record<string, string>>;
  /** Returns the response body; undefined is a 204. */
  run(context: LocalContext, request: LocalRequest): unknown;
}

/** A local path whose response continues until one side ends it. */
interface StreamingRoute extends LocalPath {
  stream(context: LocalContext, request: LocalRequest, response: ServerResponse): void;
}

export type LocalRoute = RespondingRoute | StreamingRoute;
