import type { FailedRequest } from "./failedRequest.js";
import { RequestFailedError } from "./requestFailedError.js";

/** What the platform has, or another operation on it, prevents the request (409). */
export class ConflictError extends RequestFailedError {
  static readonly code = "AP3005";

  constructor(failure: FailedRequest) {
    super(ConflictError.code, failure, {
      why: "it conflicts with what the platform has, or with another operation on it (409).",
      todo: [
        failure.method === "DELETE"
          ? "if something still belongs to it or uses it, delete that first"
          : "if something else on the platform already has what must be unique, such as a name or a domain, choose another one or delete it there first",
        "if another operation is running, such as a deployment or a deletion, wait until it has ended, then run `pulumi up` again",
      ],
    });
  }
}
