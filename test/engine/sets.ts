import { isFull } from "../full.js";
import type { EndpointSet } from "./outcome.js";

export { isFull };

/** The sets of endpoints that a test runs with which holds for both. */
export const sets: readonly EndpointSet[] = isFull ? ["documented", "extended"] : ["documented"];
