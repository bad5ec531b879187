import type { Clock } from "./clock.js";
import type { Transport } from "./transport.js";

/** What a platform's client depends on; a simulation passes its own. */
export interface Dependencies {
  readonly clock: Clock;
  readonly transport: Transport;
  /** How requests name who sends them; see `userAgentOf`. */
  readonly userAgent: string;
  /** Shows the user what concerns the platform and no resource. */
  readonly tell: (text: string) => void;
  /** Aborts when no more requests may be sent; its reason is the error that says why. */
  readonly shutdown: AbortSignal;
}
