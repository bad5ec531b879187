/** What every error of this provider says. */
export interface ErrorText {
  /** One sentence: what went wrong, with kind and name of the resource. */
  readonly what: string;
  /** Details, one a line, for example each wrong field. */
  readonly details?: readonly string[];
  /** What to do about it; the ways out, if there are several; none where `what` says it. */
  readonly todo: string | readonly string[];
}

/** Base of all errors that a user may see: a stable code, what happened, what to do. Listed in `docs/errors.md`. */
export abstract class AppPlatformError extends Error {
  readonly code: string;
  /** Whether the request that met it may be sent again: freely, only after looking whether it arrived, or not at all. */
  readonly repeat: "freely" | "afterLooking" | "never" = "never";
  /** Whether the request that met it, or one before it for the same, may have been carried out. */
  mayBeDone = false;
  /** How long the platform asks to wait, in seconds. */
  readonly retryAfterSeconds: number | undefined = undefined;
  /** The platform asks to slow down. */
  readonly isThrottled: boolean = false;

  constructor(code: string, { what, details = [], todo }: ErrorText) {
    const ways = typeof todo === "string" ? [todo] : todo;
    const lines = [`${code}: ${what}`, ...details.map((detail) => `  - ${detail}`)];
    if (ways.length === 1) lines.push(`  What to do: ${ways[0]}`);
    if (ways.length > 1) lines.push("  What to do, one of:", ...ways.map((way) => `    - ${way}`));
    super(lines.join("\n"));
    this.name = new.target.name;
    this.code = code;
  }
}

/** What a class of errors says about itself in the documentation. */
export interface ErrorPage {
  readonly code: string;
  /** When it is raised. */
  readonly when: string;
  /** What a user does about it. */
  readonly mend: string;
}
