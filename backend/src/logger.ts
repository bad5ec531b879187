/** The log, on standard error: failures of the platform itself, and with `--verbose` every request. */
import { destination, type Logger, pino } from "pino";
import { withoutQuery } from "./paths.js";

interface LoggedRequest {
  readonly method: string;
  readonly url: string;
}

/** A log entry holds no header, no body and no query, any of which may be a secret. */
function describeRequest({ method, url }: LoggedRequest) {
  return { method, path: withoutQuery(url) };
}

export function createLogger(isVerbose: boolean): Logger {
  const level = isVerbose ? "info" : "warn";
  return pino({ level, serializers: { req: describeRequest } }, destination({ fd: 2, sync: true }));
}
