/** What an error says, in parts: the message is rendered from them once. */
export interface ErrorText {
  /** One sentence: what went wrong, with kind and name of the resource. */
  readonly what: string;
  /** For example each wrong field, or the error that caused this one. */
  readonly details?: readonly ErrorDetail[];
  /** What to do. Several entries are alternatives; none where `what` already says it. */
  readonly todo: string | readonly string[];
}

/** One detail: a sentence, or another error, which is shown with its own details and advice. */
export type ErrorDetail = string | AppPlatformError;

/** Replaces the secrets in a text. */
type Redaction = (text: string) => string;

/**
 * Base of all errors that a user may see: a stable code, what happened, what to do. Listed in `docs/errors.md`.
 *
 * An error never changes. A layer that knows more, for example which values are secret, throws a copy.
 */
export abstract class AppPlatformError extends Error {
  declare readonly message: string;
  readonly code: string;
  readonly text: ErrorText;
  /** Whether the failed request may be sent again: freely, only after looking whether it was carried out, or never. */
  readonly repeat: "freely" | "afterLooking" | "never" = "never";
  /** Why the platform cannot respond at the moment, in words; omitted if waiting for it would not help. */
  readonly away?: string;
  /** Whether an earlier attempt at the failed request may have been carried out. */
  private readonly followsUncertainAttempt: boolean = false;

  constructor(code: string, text: ErrorText) {
    super(linesOf(code, text).join("\n"));
    this.name = new.target.name;
    this.code = code;
    this.text = text;
  }

  /** Whether the failed request, or an earlier attempt at it, may have been carried out. */
  get mayBeDone(): boolean {
    return this.repeat === "afterLooking" || this.followsUncertainAttempt;
  }

  /** The same error, after an earlier attempt that may have been carried out. */
  afterUncertainAttempt(): this {
    return this.copy(this.text, { followsUncertainAttempt: true });
  }

  /** The same error without the secrets. */
  redacted(hide: Redaction): this {
    return this.copy(redactedText(this.text, hide));
  }

  /** The same error with the advice of a layer that knows what the user runs. */
  advising(todo: ErrorText["todo"]): this {
    return this.copy({ ...this.text, todo });
  }

  /** A copy that is still an `Error` of this class, with another text: constructors take other arguments in each class. */
  protected copy(text: ErrorText, changes: object = {}): this {
    const copy = Reflect.construct(Error, [linesOf(this.code, text).join("\n")], this.constructor) as this;
    return Object.assign(copy, this, { text }, changes);
  }
}

/** The class of an error by its code and what it says. */
export interface Coded<Args extends unknown[]> {
  readonly code: string;
  new (...args: Args): AppPlatformError;
}

export function coded<Args extends unknown[]>(code: string, textOf: (...args: Args) => ErrorText): Coded<Args> {
  return class extends AppPlatformError {
    static readonly code = code;

    constructor(...args: Args) {
      super(code, textOf(...args));
    }
  };
}

/** A request that got a response with an error status. */
export interface FailedRequest {
  /** What it was for, for example `Creating Container "web"`. */
  readonly purpose: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The platform's own sentence and the fields that it refuses, in the program's spelling. */
  readonly details: readonly string[];
  /** How long the platform asks to wait before the next attempt. */
  readonly retryAfterSeconds?: number | undefined;
  /** The ID under which the platform knows the request, if it returns one. */
  readonly requestId?: string | undefined;
}

/** The parts of the error for a failed request that depend on its status. */
export interface FailureText extends Pick<ErrorText, "todo"> {
  /** Completes the sentence `Creating Container "web" failed: …`. */
  readonly why: string;
  /** Instead of the platform's own sentence and refused fields. */
  readonly details?: readonly string[];
}

/** Base of the errors that a response with an error status means. */
export abstract class RequestFailedError extends AppPlatformError {
  readonly failure: FailedRequest;

  constructor(code: string, failure: FailedRequest, { why, details = failure.details, todo }: FailureText) {
    const { purpose, requestId } = failure;
    const known = requestId === undefined ? details : [...details, `the platform's request ID: ${requestId}`];
    super(code, { what: `${purpose} failed: ${why}`, details: known, todo });
    this.failure = failure;
  }

  override redacted(hide: (text: string) => string): this {
    const { text } = super.redacted(hide);
    const { requestId } = this.failure;
    const hidden = requestId === undefined ? undefined : hide(requestId);
    return this.copy(text, {
      failure: { ...this.failure, details: this.failure.details.map(hide), requestId: hidden },
    });
  }
}

/** The class of an error that a response means, by its code and what it says. */
export interface CodedFailure<Args extends unknown[]> {
  readonly code: string;
  new (failure: FailedRequest, ...args: Args): RequestFailedError;
}

export function codedFailure<Args extends unknown[]>(
  code: string,
  textOf: (failure: FailedRequest, ...args: Args) => FailureText,
): CodedFailure<Args> {
  return class extends RequestFailedError {
    static readonly code = code;

    constructor(failure: FailedRequest, ...args: Args) {
      super(code, failure, textOf(failure, ...args));
    }
  };
}

/** Turns another error, or anything else that was thrown, into a detail. */
export function detailOf(cause: unknown): ErrorDetail {
  if (cause instanceof AppPlatformError) return cause;
  return (cause instanceof Error ? cause.message : String(cause)).replace(/\s+/g, " ").trim();
}

function linesOf(code: string, { what, details = [], todo }: ErrorText): string[] {
  return [
    `${code}: ${oneLine(what)}`,
    ...[...details.flatMap(detailLines), ...adviceLines(todo)].map((line) => `  ${line}`),
  ];
}

function detailLines(detail: ErrorDetail): string[] {
  const [first, ...rest] = typeof detail === "string" ? [oneLine(detail)] : linesOf(detail.code, detail.text);
  return [`- ${first}`, ...rest];
}

function adviceLines(todo: ErrorText["todo"]): string[] {
  const ways = (typeof todo === "string" ? [todo] : todo).map(oneLine);
  if (ways.length < 2) return ways.map((way) => `What to do: ${way}`);
  return ["What to do, one of:", ...ways.map((way) => `  - ${way}`)];
}

function redactedText({ what, details, todo }: ErrorText, hide: Redaction): ErrorText {
  const redacted = (detail: ErrorDetail) => (typeof detail === "string" ? hide(detail) : detail.redacted(hide));
  return {
    what: hide(what),
    ...(details === undefined ? {} : { details: details.map(redacted) }),
    todo: typeof todo === "string" ? hide(todo) : todo.map(hide),
  };
}

/**
 * The text as one line, without control and format characters: a name on the platform may contain any, and one that moves the
 * cursor, rings or reverses the direction of text must not reach a terminal. It is well-formed Unicode: gRPC cannot send an error
 * with half of a surrogate pair, and its caller would wait forever.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").toWellFormed();
}

/** Whether the request may have been carried out, so that it is sent again only after a look at what there is. */
export function isWorthLooking(error: unknown): boolean {
  return error instanceof AppPlatformError && error.repeat === "afterLooking";
}
