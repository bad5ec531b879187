import { closeSync, constants, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { AppPlatformError, oneLine } from "../errors/appPlatformError.js";
import type { ApiRequest, Endpoint } from "./endpoint.js";
import {
  OversizedResponse,
  ProxyFailure,
  type RawRequest,
  type RawResponse,
  type Transport,
  UnsentRequest,
} from "./network.js";
import { codeOf } from "./networkErrors.js";
import type { Clock, LoggedRequest } from "./operation.js";
import { requestIdOf } from "./responseErrors.js";

/** Sends requests, and logs a line for each, without headers, bodies and texts that could be secret. */
export function logging(transport: Transport, file: string, clock: Pick<Clock, "now" | "elapsed">): Transport {
  return async (request, signal) => {
    const { logged } = request;
    if (logged === undefined) return transport(request, signal);
    const [time, began] = [clock.now(), clock.elapsed()];
    const outcome: Outcome = await transport(request, signal).then(
      (response) => ({ response }),
      (error) => ({ error }),
    );
    const milliseconds = Math.round((clock.elapsed() - began) * 10) / 10;
    append(file, () => lineOf(request, logged, outcome, { time, milliseconds }), logged.origin?.warn);
    if (outcome.response === undefined) throw outcome.error;
    return outcome.response;
  };
}

interface Outcome {
  readonly response?: RawResponse;
  readonly error?: unknown;
}

function lineOf(
  { method, body = "" }: RawRequest,
  { route, path, attempt, origin, redact }: LoggedRequest,
  { response, error }: Outcome,
  { time, milliseconds }: { readonly time: number; readonly milliseconds: number },
): string {
  const shown = (text: string | undefined) => text && oneLine(redact(origin?.redact(text) ?? text));
  const line = {
    time: new Date(time).toISOString(),
    for: shown(origin?.name()),
    connection: shown(origin?.connection),
    method,
    route: shown(route),
    path: shown(path),
    attempt,
    status: response?.status,
    error: response === undefined ? errorCode(error) : undefined,
    milliseconds,
    bytesSent: Buffer.byteLength(body),
    bytesReceived: response && Buffer.byteLength(response.text),
    requestId: response && shown(requestIdOf(response, redact)),
  };
  return `${JSON.stringify(line)}\n`;
}

const id = /^([a-z]{1,40}\/)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Path and query of a request with only IDs and flags. Other values, which could be names or secrets, are replaced by the name of their
 * member in the path, and removed from the query.
 *
 * @param target Path and query as sent.
 */
export function shownTarget(
  { path, stated }: Endpoint<boolean>,
  members: ApiRequest["members"],
  target: string,
): string {
  const [withoutQuery = ""] = path.split("?");
  const shown = withoutQuery.replace(/\{\+?(\w+)\}/g, (placeholder, member: string) => {
    const value = stated?.[member] ?? members[member];
    return typeof value === "string" && id.test(value) ? value : placeholder;
  });
  const query = [...new URLSearchParams(target.split("?")[1])].map(([name, value]) =>
    id.test(value) || value === "true" || value === "false" ? `${name}=${value}` : name,
  );
  return query.length === 0 ? shown : `${shown}?${query.join("&")}`;
}

function errorCode(error: unknown): string {
  if (error instanceof AppPlatformError) return error.code;
  if (error instanceof OversizedResponse) return "RESPONSE_TOO_LARGE";
  if (error instanceof UnsentRequest) return error.cause === undefined ? "NO_CONNECTION" : errorCode(error.cause);
  if (error instanceof ProxyFailure)
    return error.status === undefined ? errorCode(error.cause) : `PROXY_${error.status}`;
  if ((error as Error).name === "TimeoutError") return "TIMEOUT";
  const code = codeOf(error as Error);
  return /^\w{1,60}$/.test(code) ? code : "UNKNOWN";
}

const warned = new Set<string>();

/**
 * Adds a line in one write, so that lines of several processes stay complete and none is lost if a process is killed. Opens the file for
 * each line, since it may be moved or deleted at any time.
 *
 * @param warn Called once for a file that can't be written: a log must never fail or delay an operation.
 */
function append(file: string, line: () => string, warn: ((text: string) => void) | undefined): void {
  try {
    const bytes = Buffer.from(line());
    const descriptor = opened(file);
    try {
      if (writeSync(descriptor, bytes) < bytes.length) throw new Error("a line was cut");
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    if (warn === undefined || warned.has(file)) return;
    warned.add(file);
    warn(
      `Requests aren't logged: can't write to ${file} (${reasonOf(error)}). Set APP_PLATFORM_LOG_FILE, or app-platform:logFile, to the path of a file that you may write.`,
    );
  }
}

/** A pipe without a reader, or a full one, must not block: opening or writing fails instead. */
const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);

/** Why a log can't be written. */
export function troubleWith(file: string): string | undefined {
  try {
    closeSync(opened(file));
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}

function opened(file: string): number {
  try {
    return openSync(file, flags, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    mkdirSync(dirname(file), { recursive: true });
    return openSync(file, flags, 0o600);
  }
}
