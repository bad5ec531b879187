import { z } from "zod";

const createdAt = z.string().optional().meta({ description: "Time of creation (ISO 8601)." });

/** When something was created and updated. */
export const timestamps = {
  createdAt,
  updatedAt: z.string().optional().meta({ description: "Time of the last update (ISO 8601)." }),
};

/**
 * When something was created and changed, for what a program lists in `triggers`: the platform has no time of an update before the first
 * one, so that a new variable in the place of another one would look the same.
 */
export const changeTimes = {
  createdAt,
  updatedAt: z
    .string()
    .optional()
    .meta({
      description: "Time of the last update or, before the first one, of the creation (ISO 8601).",
      response: { orElse: "created_at" },
    }),
};
