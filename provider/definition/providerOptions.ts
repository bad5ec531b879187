import { z } from "zod";
import { uuid } from "../schema/formats.js";
import type { ArgumentShape, Calls } from "./resourceDefinition.js";

const connection = z.string().min(1).optional().meta({
  description: "Name of the connection to the platform that holds the resource.",
  local: true,
  place: true,
  defaultText: "the stack's own platform",
});

const adoptId = uuid.optional().meta({
  description:
    "ID of an existing resource to adopt instead of creating one. The preview says what changes. Matters only on creation, and may be removed afterwards.",
  local: true,
  createOnly: true,
});

const cloneFrom = uuid.optional().meta({
  description:
    "Resource or ID to clone: the clone is updated to the arguments given, and otherwise required arguments may be omitted. Matters only on creation.",
  local: true,
  createOnly: true,
  acceptsResource: true,
});

/** Arguments that every kind has as far as its calls allow: which platform it is on, and what it is created from. */
export function providerOptions(api: Calls, isNamed: boolean): ArgumentShape {
  return {
    connection,
    ...(isNamed ? { adoptId } : {}),
    ...(isNamed && api.clone !== undefined ? { cloneFrom } : {}),
  };
}
