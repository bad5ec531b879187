import { trimmedLength } from "../../schema/checks.js";
import { freeText } from "../../schema/texts.js";

/** Name of a resource that defaults to its Pulumi name. `place` says within what it is unique. */
export const nameUniqueIn = (place: string) =>
  freeText
    .check(trimmedLength(1, 128))
    .optional()
    .meta({
      description: `Name, unique ${place}. Case-insensitive; surrounding whitespace is removed.`,
      compared: "ignoring case",
      identifies: true,
      defaultsToResourceName: true,
      whenOmitted: { says: "the resource's Pulumi name" },
    });
