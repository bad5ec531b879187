import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { PartialFailure } from "../lifecycle/stored.js";
import { outputsOf, type Written } from "./state.js";

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

/** Has the engine keep what a partial failure stores. */
export async function keepingPartial<T>(written: Written, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PartialFailure) || error.stored === undefined) throw error;
    throw new InitFailure(error, outputsOf(written, error.id, error.stored));
  }
}
