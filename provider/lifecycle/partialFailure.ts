import type { Created } from "../definition/resourceDefinition.js";
import { IncompleteError } from "../errors/incompleteError.js";
import type { Values } from "../schema/json.js";

/** A failure after the platform did its part: the engine keeps `id` and `properties`, so that nothing is orphaned. */
export class PartialFailure extends Error {
  readonly id: string;
  readonly properties: Values;
  reasons: readonly string[];

  constructor(label: string, { id, state }: Created, step: string, cause: unknown) {
    const text = cause instanceof Error ? cause.message : String(cause);
    super(text);
    this.name = "PartialFailure";
    this.id = id;
    this.properties = state;
    this.reasons = [new IncompleteError(label, id, step, text).message];
  }

  /** The same failure with texts that show no secret. */
  hiding(hide: (text: string) => string): this {
    this.message = hide(this.message);
    this.reasons = this.reasons.map(hide);
    return this;
  }
}
