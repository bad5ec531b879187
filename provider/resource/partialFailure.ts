import type { Created } from "../definition/kind.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { IncompleteError } from "../errors/resource.js";
import { shortened, type Values } from "../schema/json.js";

/** Maximum length of a text in a failure, in characters. Longer ones don't reach the engine, and the resource would be lost. */
const maxLength = 64 * 1024;

/** A failure after the platform has done its part. The provider keeps the resource in the state, so that it isn't orphaned. */
export class PartialFailure extends Error {
  readonly id: string;
  readonly state: Values;
  readonly reasons: readonly string[];
  private readonly label: string;
  private readonly step: string | undefined;

  /** @param step What failed after the create, in words; omitted if `cause` says it. */
  constructor(label: string, { id, state }: Created, step: string | undefined, cause: unknown) {
    super(shortened(cause instanceof Error ? cause.message : String(cause), maxLength), { cause });
    this.name = "PartialFailure";
    this.id = id;
    this.state = state;
    const reason = step === undefined ? this.message : new IncompleteError(label, id, step, cause).message;
    this.reasons = [shortened(reason, maxLength)];
    this.label = label;
    this.step = step;
  }

  /** The same failure without secrets in its texts. */
  redacted(redact: (text: string) => string): PartialFailure {
    const cause = this.cause instanceof AppPlatformError ? this.cause.redacted(redact) : redact(this.message);
    return new PartialFailure(redact(this.label), this, this.step, cause);
  }
}
