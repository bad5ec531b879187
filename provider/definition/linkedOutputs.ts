import type { z } from "zod";
import type { Endpoint } from "../platform/endpoint.js";
import type { Value, Values } from "../schema/json.js";

/**
 * Outputs that no response describing a resource has: the platform returns them by a call of their own, such as the addresses of a
 * service. They are read after a create, after an update that may change them, and by a refresh or a lookup.
 */
export interface LinkedOutputs {
  /** What they are called in messages: `addresses`. */
  readonly noun: string;
  readonly outputs: Readonly<Record<string, z.ZodType>>;
  readonly api: {
    /** Those of one resource. */
    readonly read: Endpoint;
    /** Those of all resources in a place: one request for however many a refresh reads. */
    readonly list: Endpoint;
  };
  /** Member of an item that has the ID of its resource, as on the wire. */
  readonly ownerMember: string;
  /** The arguments that they follow from: an update of others leaves them as they are. */
  readonly follow: readonly string[];
  /** Whether a resource has any: nothing is read for others. */
  isExpected(state: Values): boolean;
  /** The outputs of a resource, from its items. */
  from(items: readonly Values[]): Readonly<Record<string, Value>>;
}
