import type { FailedRequest } from "./failedRequest.js";
import { type FailureText, RequestFailedError } from "./requestFailedError.js";

/** What a status means that the API does not use. */
interface Meaning {
  readonly why: string;
  readonly todo: readonly string[];
}

const tooLarge = (what: string, todo: readonly string[]): Meaning => ({
  why: `${what} is larger than the platform, or a proxy in front of it, accepts`,
  todo: [...todo, "ask the operator of the platform, or of the proxy, to raise the limit"],
});

/** Those that do not come from a wrong address. */
const meanings: Readonly<Record<number, Meaning>> = {
  405: {
    why: "the platform does not serve this method at this path",
    todo: [
      "set app-platform:endpoints to documented if your platform serves only the documented endpoints",
      "check that app-platform:baseUrl is the URL of the API",
    ],
  },
  407: {
    why: "a proxy asks for a user and a password",
    todo: ["put them before the host in the address of the proxy, separated by a colon and followed by @"],
  },
  413: tooLarge("the request", ["shorten its longest values, or split it into several resources"]),
  414: tooLarge("the path of the request", []),
  431: tooLarge("the headers of the request", ["use a shorter access token"]),
};

/** Whether the status says by itself that the address is right, whatever the body is, such as the page of a proxy. */
export function isAboutRequest(status: number): boolean {
  return meanings[status] !== undefined && status !== 405;
}

/** The response has a status that the API does not use, for example a redirect, which is not followed. */
export class UnexpectedStatusError extends RequestFailedError {
  static readonly code = "AP3009";

  /** @param location Where a redirect leads. */
  constructor(failure: FailedRequest, location?: string) {
    super(UnexpectedStatusError.code, failure, textOf(failure, location));
  }
}

function textOf({ method, path, status }: FailedRequest, location: string | undefined): FailureText {
  const meaning = meanings[status];
  const response = `the response to ${method} ${path} has status ${status}`;
  if (meaning !== undefined) return { why: `${response}: ${meaning.why}.`, todo: meaning.todo };
  const redirect = location === undefined ? "" : ` It redirects to ${location}, which the provider doesn't follow.`;
  const address =
    "check that app-platform:baseUrl is the URL of the API, without a redirect or a login page in front of it";
  return {
    why: `${response}, which the API does not use.${redirect}`,
    todo: location === undefined ? [address, "ask the platform's operator what the status means"] : `${address}.`,
  };
}
