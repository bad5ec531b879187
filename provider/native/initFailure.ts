import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import type { PartialFailure } from "../lifecycle/stored.js";

/** A partial failure as the engine is told: it keeps `id` and `properties`, and shows `reasons`. */
export class InitFailure extends Error {
  readonly id: string;
  readonly reasons: readonly string[];

  constructor(
    { id, message, reasons, cause }: PartialFailure,
    readonly properties: Struct,
  ) {
    super(message, { cause });
    this.name = "InitFailure";
    this.id = id;
    this.reasons = reasons;
  }
}
