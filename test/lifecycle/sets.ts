import type { EndpointSet } from "./outcome.js";

/** Whether everything is run, as `npm run test:full` does, or only what stands for it. */
export const isFull = process.env.FULL === "1";

/** The sets of endpoints that a test runs with which holds for both. */
export const sets: readonly EndpointSet[] = isFull ? ["documented", "extended"] : ["documented"];
