import type { Time } from "./clock.js";
import type { Transport } from "./transport.js";

/** What the provider lives in: time, the way to the platform, and what ends its work early. */
export interface Surroundings {
  readonly time: Time;
  readonly transport: Transport;
  /** Aborts when nothing more is to be sent; its reason is the error that says why. */
  readonly interruption: AbortSignal;
}
