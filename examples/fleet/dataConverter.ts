import type { DataConverter } from "@temporalio/common";

/** How everything is written that Temporal stores. Add `payloadCodecs` to encrypt it, with the same keys on all machines. */
export const dataConverter: DataConverter = {};
