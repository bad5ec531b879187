import { z } from "zod";
import { jsonOnly, maxDepth, wellFormed } from "./checks.js";

/** Any string, the empty one included. Surrounding whitespace isn't a difference. */
export const freeText = z.string().check(wellFormed);

/** A string that is not empty. Surrounding whitespace isn't a difference. */
export const text = freeText.min(1);

/** Any string in which every character counts, such as an argument of a command. */
export const verbatimText = freeText.meta({ compared: "verbatim" });

/** The content of a file, or a path in one: not empty, and every character counts. */
export const verbatim = text.meta({ compared: "verbatim" });

/** The largest integer that the platform stores. */
export const largestInteger = 2_147_483_647;

/** An integer within these bounds. */
export function integer(min: number, max = largestInteger) {
  return z.int().min(min).max(max);
}

/** The depth to which the platform accepts free-form JSON. */
const deepest = 64;

/** An object with any members, sent unchanged. */
export const freeObject = z.record(z.string(), z.unknown()).check(maxDepth(deepest), jsonOnly());

/** A setting whose type only the platform knows: a string, a boolean, an integer or an object, sent unchanged. */
export const advancedSetting = z.union([freeText, z.boolean(), z.int(), freeObject]);

/** A setting whose type only the platform knows: a string, a boolean or an object, sent unchanged. */
export const setting = z.union([freeText, z.boolean(), freeObject]);
