import { AppPlatformError } from "./appPlatformError.js";

/** An argument has a wrong type, is out of bounds, has the wrong form, is missing, is unknown, or does not go with another one. It is found at preview; nothing was sent. */
export class InvalidArgumentError extends AppPlatformError {
  static readonly code = "AP1203";

  constructor(subject: string, issue: { readonly path: string; readonly expected: string; readonly got?: string }) {
    const { path, expected, got } = issue;
    super(InvalidArgumentError.code, {
      what: `${subject}: ${path === "" ? "the arguments" : path} ${expected}${got === undefined ? "" : `; got ${got}`}${/[.?]$/.test(expected) && got === undefined ? "" : "."}`,
      todo: [],
    });
  }
}
