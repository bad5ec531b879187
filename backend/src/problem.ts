import { STATUS_CODES } from "node:http";
import { listedViolations } from "./limits.js";
import type { Violation } from "./schema/validate.js";

/** An error response: a handler throws it, and the server sends it with the API's error body. */
export class Problem extends Error {
  constructor(
    readonly status: number,
    detail: string,
    readonly violations?: readonly Violation[],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(detail);
  }
}

export function notFound(what: string, id: string): Problem {
  return new Problem(404, `There is no ${what} with the id ${id}.`);
}

/** How many violations the detail sentence names. */
const namedViolations = 5;

export function invalid(violations: readonly Violation[]): Problem {
  const named = violations.slice(0, namedViolations).map(({ field, message }) => `${field || "the body"} ${message}`);
  const more = violations.length > named.length ? `; and ${violations.length - named.length} more` : "";
  return new Problem(
    400,
    `The request isn't valid: ${named.join("; ")}${more}.`,
    violations.slice(0, listedViolations),
  );
}

export function errorBody(problem: Problem, path: string, now: Date) {
  return {
    status: problem.status,
    error: STATUS_CODES[problem.status] ?? "Error",
    detail: problem.message,
    path,
    timestamp: now.toISOString(),
    ...(problem.violations === undefined ? {} : { violations: problem.violations }),
  };
}
