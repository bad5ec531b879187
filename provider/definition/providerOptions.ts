import { type Fields, optional, text, uuid } from "../schema/fields.js";
import type { Calls } from "./resourceDefinition.js";

/** Arguments that every kind has as far as its calls allow: which platform it is on, and where it comes from. */
export function originArgs(api: Calls, isNamed: boolean): Fields {
  return {
    connection: optional(
      text("Name of the connection to the platform that holds the resource. Another connection means a new resource.", {
        minLength: 1,
        local: true,
        place: true,
        defaultText: "the stack's own platform",
      }),
    ),
    ...(isNamed
      ? {
          adoptId: optional(
            uuid(
              "Identifier of an existing one to take over instead of making one. The preview says what it will change. It matters only when the resource is made, and may be removed afterwards.",
              { local: true, createOnly: true },
            ),
          ),
        }
      : {}),
    ...(isNamed && api.clone !== undefined
      ? {
          cloneFrom: optional(
            uuid(
              "One to make this from, a resource or an id: it is cloned, then edited to the arguments given, and the otherwise required arguments may be left out. It matters only when the resource is made.",
              { local: true, createOnly: true, acceptsResource: true },
            ),
          ),
        }
      : {}),
  };
}
