import type { Created } from "../definition/resourceDefinition.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { IncompleteError } from "../errors/resource.js";
import type { Values } from "../schema/json.js";
import { shortened } from "../schema/shortened.js";
import type { StoredResource } from "./requests.js";

/** Maximum length of a text in a failure, in characters: a longer one would not reach the engine, and nor would the resource. */
const maxLength = 64 * 1024;

/** A failure after the platform did its part: a door keeps the resource in the state, so that nothing is orphaned. */
export class PartialFailure extends Error {
  readonly id: string;
  readonly state: Values;
  /** What is stored of the resource, as soon as that is known. */
  readonly stored: StoredResource | undefined;
  readonly reasons: readonly string[];
  private readonly label: string;
  private readonly step: string | undefined;

  /** @param step What failed after the create, in words; omitted if `cause` itself says what became of an act. */
  constructor(
    label: string,
    { id, state }: Created,
    step: string | undefined,
    cause: unknown,
    stored?: StoredResource,
  ) {
    super(shortened(cause instanceof Error ? cause.message : String(cause), maxLength), { cause });
    this.name = "PartialFailure";
    this.id = id;
    this.state = state;
    this.stored = stored;
    const reason = step === undefined ? this.message : new IncompleteError(label, id, step, cause).message;
    this.reasons = [shortened(reason, maxLength)];
    this.label = label;
    this.step = step;
  }

  /** The same failure with what is stored of the resource, and without the secrets in its texts. */
  keeping(stored: StoredResource, hide: (text: string) => string): PartialFailure {
    const cause = this.cause instanceof AppPlatformError ? this.cause.redacted(hide) : hide(this.message);
    return new PartialFailure(hide(this.label), { id: this.id, state: this.state }, this.step, cause, stored);
  }
}
