import type { FailedRequest } from "./failedRequest.js";
import { RequestFailedError } from "./requestFailedError.js";

/** The statuses of a platform that is restarting or overloaded, which a proxy in front of it also sends. */
const awayStatuses = [408, 502, 503, 504];

/** The platform, or a proxy in front of it, failed (5xx). */
export class ServerFaultError extends RequestFailedError {
  static readonly code = "AP3008";

  override readonly repeat = "afterLooking";
  declare readonly away?: string;

  constructor(failure: FailedRequest) {
    super(ServerFaultError.code, failure, {
      why: `the platform, or a proxy in front of it, has a fault (${failure.status}).`,
      todo:
        failure.status === 501
          ? "the platform doesn't implement this request: ask its operator, and check app-platform:endpoints."
          : "run `pulumi up` again; if the error persists, ask the platform's operator.",
    });
    if (awayStatuses.includes(failure.status)) this.away = `status ${failure.status}`;
  }
}
