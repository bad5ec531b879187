import { z } from "zod";
import { jsonOnly, maxDepth } from "./checks.js";
import { freeText } from "./texts.js";

/** The depth to which the platform accepts free-form JSON. */
const deepest = 64;

/** An object with any members, sent unchanged. */
export const freeObject = z.record(z.string(), z.unknown()).check(maxDepth(deepest), jsonOnly());

/** A setting whose type only the platform knows: a string, a boolean or an object, sent unchanged. */
export const setting = z.union([freeText, z.boolean(), freeObject]);
