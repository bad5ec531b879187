import { z } from "zod";
import { freeText, text, uuid } from "../schema/texts.js";
import { optional } from "../schema/values.js";
import { serviceType } from "./service.js";

/** What uses an access to a secret manager: an environment as a whole, or one of its services. */
export const associatedService = z
  .object({
    project_id: uuid,
    project_name: text,
    environment_id: uuid,
    environment_name: text,
    variable_name: text,
    external_secret_name: freeText,
    service_id: optional(uuid),
    service_name: optional(text),
    service_type: optional(serviceType),
  })
  .meta({ id: "SecretManagerAssociatedService" });
export type AssociatedService = z.output<typeof associatedService>;
