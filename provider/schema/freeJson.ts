import { z } from "zod";
import { maxDepth } from "./checks.js";

/** The depth to which the platform accepts free-form JSON. */
const deepest = 64;

/** An object with any members, sent unchanged. */
export const freeObject = z.record(z.string(), z.unknown()).check(maxDepth(deepest));
