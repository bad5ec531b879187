/** The log on standard error: failures of the platform, and every request with `--verbose`. */
import { destination, type Logger, pino } from "pino";
import { withoutQuery } from "./paths.js";

interface LoggedRequest {
  readonly method: string;
  readonly url: string;
}

/** A log entry has no header, body or query, because any of them may be secret. */
function describeRequest({ method, url }: LoggedRequest) {
  return { method, path: withoutQuery(url) };
}

export function createLogger(isVerbose: boolean): Logger {
  const level = isVerbose ? "info" : "warn";
  return pino({ level, serializers: { req: describeRequest } }, destination({ fd: 2, sync: true }));
}
