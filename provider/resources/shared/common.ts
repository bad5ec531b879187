import { z } from "zod";
import { trimmedLength } from "../../schema/checks.js";
import { uuid } from "../../schema/formats.js";
import { freeText } from "../../schema/texts.js";

/** Environment that holds a resource, as responses contain it. */
export const environment = z
  .strictObject({ id: uuid.meta({ description: "ID of the environment." }) })
  .optional()
  .meta({ typeName: "EnvironmentReference", description: "Environment that holds the resource." });

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
