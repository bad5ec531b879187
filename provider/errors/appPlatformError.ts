import { site } from "./site.js";

/** The parts of an error, from which its message is rendered. */
export interface ErrorText {
  /** One sentence: what failed, with kind and name of the resource. */
  readonly what: string;
  /** For example each invalid field, or the error that caused this one. */
  readonly details?: readonly ErrorDetail[];
  /** What to do. Several entries are alternatives; none if `what` says it. */
  readonly todo: string | readonly string[];
}

/** A sentence, or another error, which is shown with its own details and advice. */
export type ErrorDetail = string | AppPlatformError;

type Redaction = (text: string) => string;

type Repeat = "freely" | "afterLooking" | "never";

/** What code that handles an error needs of it; classes may have more. */
export interface Facts {
  /** Whether the failed request may be repeated: freely, only after finding out whether it was carried out, or never. */
  readonly repeat?: Repeat;
  /** Why the platform doesn't respond at the moment, in words; omitted if waiting wouldn't help. */
  readonly away?: string | undefined;
  /** Whether the failed request may have been carried out; if omitted, whether it's repeated only after a look. */
  readonly mayBeDone?: boolean;
  readonly [other: string]: unknown;
}

/**
 * Base of all errors that a user may see: a stable code, what happened, what to do. Listed in `docs/errors.md`.
 *
 * Errors are immutable. A layer that knows more, for example which values are secret, throws a copy.
 */
export abstract class AppPlatformError extends Error {
  declare readonly message: string;
  readonly code: string;
  readonly text: ErrorText;
  readonly repeat: Repeat = "never";
  readonly away?: string | undefined;
  /** Whether the failed request, or an earlier attempt at it, may have been carried out. */
  readonly mayBeDone: boolean;

  constructor(code: string, { facts, ...text }: ErrorText & { readonly facts?: Facts }) {
    super(messageOf(code, text));
    this.name = new.target.name;
    this.code = code;
    this.text = text;
    this.mayBeDone = facts?.repeat === "afterLooking";
    Object.assign(this, facts);
  }

  /** The same error, after an earlier attempt that may have been carried out. */
  afterUncertainAttempt(): this {
    return this.copy(this.text, { mayBeDone: true });
  }

  redacted(redact: Redaction): this {
    return this.copy(redactedText(this.text, redact));
  }

  /** The message without the place of its section, for one message of several. */
  get brief(): string {
    return linesOf(this.code, this.text).join("\n");
  }

  /** The same error with the advice of a layer that knows what the user runs. */
  advising(todo: ErrorText["todo"]): this {
    return this.copy({ ...this.text, todo });
  }

  /** A copy of the same class with another text: the constructors of subclasses have other parameters. */
  protected copy(text: ErrorText, changes: object = {}): this {
    const copy = Reflect.construct(Error, [messageOf(this.code, text)], this.constructor) as this;
    return Object.assign(copy, this, { text }, changes);
  }
}

/** An error class that needs no constructor of its own. */
export interface ErrorClass<Args extends unknown[], Instance> {
  readonly code: string;
  new (...args: Args): Instance;
}

export function coded<Args extends unknown[], Own extends Facts = Record<never, never>>(
  code: string,
  textOf: (...args: Args) => ErrorText & { readonly facts?: Own },
): ErrorClass<Args, AppPlatformError & Own> {
  return class extends AppPlatformError {
    static readonly code = code;

    constructor(...args: Args) {
      super(code, textOf(...args));
    }
  } as unknown as ErrorClass<Args, AppPlatformError & Own>;
}

/** A request whose response has an error status. */
export interface FailedRequest {
  /** Its purpose: `Creating Container "web"`. */
  readonly purpose: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The platform's own message, and the fields that it rejects, as the program spells them. */
  readonly details: readonly string[];
  readonly namesFields?: boolean;
  readonly retryAfterSeconds?: number | undefined;
  readonly requestId?: string | undefined;
}

/** The parts of an error that depend on the response's status. */
export interface FailureText extends Pick<ErrorText, "todo"> {
  /** The end of the sentence `Creating Container "web" failed: …`. */
  readonly why: string;
  /** Replaces the platform's own message and rejected fields. */
  readonly details?: readonly string[];
}

export abstract class RequestFailedError extends AppPlatformError {
  readonly failure: FailedRequest;

  constructor(
    code: string,
    failure: FailedRequest,
    { why, details = failure.details, ...text }: FailureText & { readonly facts?: Facts },
  ) {
    const { purpose, requestId } = failure;
    const known = requestId === undefined ? details : [...details, `the platform's request ID: ${requestId}`];
    super(code, { ...text, what: `${purpose} failed: ${why}`, details: known });
    this.failure = failure;
  }

  override redacted(redact: Redaction): this {
    const { requestId, details } = this.failure;
    const failure = { ...this.failure, details: details.map(redact), requestId: requestId && redact(requestId) };
    return this.copy(redactedText(this.text, redact), { failure });
  }
}

export function codedFailure<Args extends unknown[], Own extends Facts = Record<never, never>>(
  code: string,
  textOf: (failure: FailedRequest, ...args: Args) => FailureText & { readonly facts?: Own },
): ErrorClass<[failure: FailedRequest, ...args: Args], RequestFailedError & Own> {
  return class extends RequestFailedError {
    static readonly code = code;

    constructor(failure: FailedRequest, ...args: Args) {
      super(code, failure, textOf(failure, ...args));
    }
  } as unknown as ErrorClass<[failure: FailedRequest, ...args: Args], RequestFailedError & Own>;
}

export function detailOf(cause: unknown): ErrorDetail {
  return cause instanceof AppPlatformError ? cause : textOf(cause);
}

/** A resource with its ID: `Container "web" (id 3fa8…)`, or within the parentheses that its label has. */
export function withId(label: string, id: string): string {
  return label.endsWith(")") ? `${label.slice(0, -1)}, id ${id})` : `${label} (id ${id})`;
}

/** What was thrown, as part of another message. */
export function textOf(cause: unknown): string {
  const text = cause instanceof AppPlatformError ? cause.brief : cause instanceof Error ? cause.message : String(cause);
  return text.replace(/\s+/g, " ").trim();
}

/** The error with where the documentation explains it, once and last: on the site or, until that has an address, in the package. */
function messageOf(code: string, text: ErrorText): string {
  const section = site === undefined ? `npx app-platform explain ${code}` : `${site}errors.html#${code.toLowerCase()}`;
  return [...linesOf(code, text), `  More: ${section}`].join("\n");
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
  const ways = (typeof todo === "string" ? [todo] : todo).map((way) => oneLine(withSettings(way)));
  if (ways.length < 2) return ways.map((way) => `What to do: ${way}`);
  return ["What to do, one of:", ...ways.map((way) => `  - ${way}`)];
}

function redactedText({ what, details, todo }: ErrorText, redact: Redaction): ErrorText {
  const redacted = (detail: ErrorDetail) => (typeof detail === "string" ? redact(detail) : detail.redacted(redact));
  return {
    what: redact(what),
    ...(details === undefined ? {} : { details: details.map(redacted) }),
    todo: typeof todo === "string" ? redact(todo) : todo.map(redact),
  };
}

/**
 * The text as one line, without control and format characters: names on the platform may contain any, and those that move the cursor,
 * ring or reverse the text must not reach a terminal. The result is well-formed Unicode: gRPC can't send an error with half of a
 * surrogate pair, and its caller would wait forever.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, " ").toWellFormed();
}

/** Whether the request may have been carried out, so that it must only be repeated after a look. */
export function isWorthFinding(error: unknown): boolean {
  return error instanceof AppPlatformError && error.repeat === "afterLooking";
}

// Which place a setting has its value from is known only where the platform is, so texts contain a mark, which `withSettings` replaces.

/** In words, where a setting is set or, with a value, how to set it. */
export type SettingWords = (name: string, value?: string, isForDestroy?: boolean) => string;

const [begin, end] = ["\uE000", "\uE001"];

/** Where the setting is set: `APP_PLATFORM_BASE_URL`. */
export function settingNamed(name: string): string {
  return `${begin}${name}${end}`;
}

/** How to set it: `pulumi config set app-platform:endpoints extended`. */
export function toSet(name: string, value: string): string {
  return `${begin}${name}=${value}${end}`;
}

/** The same where the next run may be a destroy, which uses the stack configuration of the last `up`. */
export function toSetForDestroy(name: string, value: string): string {
  return `${begin}${name}=${value}!${end}`;
}

/** What to do if the platform's endpoints can't do something that the extended ones can. */
export const useExtended = `use the extended endpoints, if your platform serves them: ${toSet("endpoints", "extended")}`;

const marks = new RegExp(`${begin}(\\w+)(?:=(\\w+)(!?))?${end}`, "g");

/** For texts outside of a platform: as the stack configuration has it. */
const byStack: SettingWords = (name, value) =>
  value === undefined ? `app-platform:${name}` : `pulumi config set app-platform:${name} ${value}`;

/** @param find Only called if the text has settings; it may find nothing. */
export function withSettings(text: string, find: () => SettingWords | undefined = () => undefined): string {
  if (!text.includes(begin)) return text;
  const words = find() ?? byStack;
  return text.replace(marks, (_, name: string, value?: string, last = "") => words(name, value, last === "!"));
}
