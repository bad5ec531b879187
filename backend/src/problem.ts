import { STATUS_CODES } from "node:http";
import type { Violation } from "./schema/validate.js";

/** A refusal: what a handler throws, and what the server answers with the API's error body. */
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

export function invalid(violations: readonly Violation[]): Problem {
  const fields = violations.map(({ field }) => field || "the body").join(", ");
  return new Problem(400, `The request body is not valid: ${fields}.`, violations);
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
