import { z } from "zod";
import { uuid } from "../../schema/formats.js";

/** Organization that holds a resource: a path parameter. */
export const organizationId = uuid.meta({
  description: "Organization that holds the resource.",
  response: { path: "organization.id" },
});

/** The same, as responses contain it. */
export const organization = z
  .strictObject({ id: uuid.meta({ description: "ID of the organization." }) })
  .optional()
  .meta({ typeName: "OrganizationReference", description: "Organization that holds the resource." });
