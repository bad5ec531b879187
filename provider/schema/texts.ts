import { z } from "zod";
import { wellFormed } from "./checks.js";

/** Any string, the empty one included. Surrounding whitespace isn't a difference. */
export const freeText = z.string().check(wellFormed);

/** A string that is not empty. Surrounding whitespace isn't a difference. */
export const text = freeText.min(1);

/** Any string in which every character counts, such as an argument of a command. */
export const verbatimText = freeText.meta({ compared: "verbatim" });

/** The content of a file, or a path in one: not empty, and every character counts. */
export const verbatim = text.meta({ compared: "verbatim" });
