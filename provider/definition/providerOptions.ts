import { z } from "zod";
import { uuid } from "../schema/formats.js";
import type { ArgumentShape, Calls } from "./resourceDefinition.js";

const connection = z
  .string()
  .min(1)
  .optional()
  .meta({
    description: "Name of the connection to the platform that holds the resource.",
    local: true,
    whenOmitted: { says: "the stack's own platform" },
  });

const adoptId = uuid.optional().meta({
  description:
    "ID of an existing resource to adopt instead of creating one. The preview shows what changes. Used only at creation; you can remove it afterwards.",
  local: true,
});

const cloneFrom = uuid.optional().meta({
  description:
    "Resource or ID to clone. The clone is updated to your arguments; you can omit arguments that are otherwise required. Used only at creation.",
  local: true,
  idOf: { kind: "same kind" },
});

const acceptDefaults = z.boolean().optional().meta({
  description:
    "Whether the first update may reset the settings that you omit, if the platform's endpoints can't read them. The preview lists them. Used only for the first update; you can remove it afterwards.",
  local: true,
  default: false,
});

/**
 * Arguments that every kind has if its calls allow: which platform it is on, and which resource it is created from, or whether
 * saving it may reset the arguments that can be omitted.
 */
export function providerOptions(api: Calls, isNamed: boolean, hasOptional: boolean): ArgumentShape {
  const isCreated = isNamed && api.save === undefined;
  return {
    connection,
    ...(api.save !== undefined && hasOptional ? { acceptDefaults } : {}),
    ...(isCreated ? { adoptId } : {}),
    ...(isCreated && api.clone !== undefined ? { cloneFrom } : {}),
  };
}
