import type { Made } from "../definition/resourceDefinition.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { IncompleteError } from "../errors/incompleteError.js";
import type { Values } from "../schema/json.js";

/** A failure after the platform did its part: the engine keeps `id` and `properties`, so that nothing is orphaned. */
export class PartialFailure extends Error {
  readonly id: string;
  readonly properties: Values;
  readonly reasons: readonly string[];
  private readonly subject: string;
  private readonly step: string;

  constructor(subject: string, { id, state }: Made, step: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = "PartialFailure";
    this.id = id;
    this.properties = state;
    this.reasons = [new IncompleteError(subject, id, step, cause).message];
    this.subject = subject;
    this.step = step;
  }

  /** The same failure with other properties for the engine to keep, and without the secrets in its texts. */
  keeping(state: Values, hide: (text: string) => string): PartialFailure {
    const cause = this.cause instanceof AppPlatformError ? this.cause.redacted(hide) : hide(this.message);
    return new PartialFailure(hide(this.subject), { id: this.id, state }, this.step, cause);
  }
}
