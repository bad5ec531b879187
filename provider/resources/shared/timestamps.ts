import { z } from "zod";

/** When something was created and updated. */
export const timestamps = {
  createdAt: z.string().optional().meta({ description: "Time of creation (ISO 8601)." }),
  updatedAt: z.string().optional().meta({ description: "Time of the last update (ISO 8601)." }),
};
