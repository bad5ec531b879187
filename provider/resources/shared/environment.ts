import { z } from "zod";
import { uuid } from "../../schema/formats.js";

/** Environment that holds a resource, as responses contain it. */
export const environment = z
  .strictObject({ id: uuid.meta({ description: "ID of the environment." }) })
  .optional()
  .meta({ typeName: "EnvironmentReference", description: "Environment that holds the resource." });
