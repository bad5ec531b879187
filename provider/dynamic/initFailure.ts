import type { PartialFailure } from "../lifecycle/stored.js";
import type { Values } from "../schema/json.js";

/** A partial failure as Pulumi's plugin reads it: the engine keeps `id` and `properties`, and shows `reasons`. */
export class InitFailure extends Error {
  readonly id: string;
  readonly properties: Values;
  readonly reasons: readonly string[];

  constructor({ id, message, reasons, cause }: PartialFailure, properties: Values) {
    super(message, { cause });
    this.name = "InitFailure";
    this.id = id;
    this.properties = properties;
    this.reasons = reasons;
  }
}
