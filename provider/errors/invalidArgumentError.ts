import { AppPlatformError } from "./appPlatformError.js";

/** An argument has a wrong type, is out of bounds, has the wrong form, is missing, is unknown, or does not go with another one. It is found at preview; nothing was sent. */
export class InvalidArgumentError extends AppPlatformError {
  static readonly code = "AP1203";
  static readonly title = "An argument is invalid";
  static readonly when =
    "An argument has a wrong type, is out of bounds, has the wrong form, is missing, is unknown, or does not go with another one. It is found at preview; nothing was sent.";
  static readonly cause =
    "The value does not follow the definition of the argument: its type, bounds, format, or a rule that involves other arguments. JavaScript and casts get past the compiler; bounds and rules are checked only here.";
  static readonly mend =
    "Give a value that the message allows. The reference page of the resource lists all arguments with their bounds and rules.";

  constructor(subject: string, issue: { readonly path: string; readonly expected: string; readonly got?: string }) {
    const { path, expected, got } = issue;
    super(InvalidArgumentError.code, {
      what: `${subject}: ${path === "" ? "the arguments" : path} ${expected}${got === undefined ? "" : `; got ${got}`}${/[.?]$/.test(expected) && got === undefined ? "" : "."}`,
      todo: [],
    });
  }
}
