import type { Comparison } from "../definition/comparison.js";
import type { ObjectField } from "../schema/field.js";
import { type GivenMembers, givenMembers } from "../values/given.js";
import type { UpdateRequest } from "./requests.js";

/**
 * What the program gave before: what was stored, and arguments that only the engine has, since the platform had the same value when
 * they were added and so nothing was updated.
 */
export function givenBefore(
  body: ObjectField,
  { stored: { given }, argsBefore }: Pick<UpdateRequest, "stored" | "argsBefore">,
): Pick<Comparison, "givenBefore"> {
  if (given === undefined) return {};
  return {
    givenBefore: argsBefore === undefined ? given : inOrder(body, { ...givenMembers(body, argsBefore), ...given }),
  };
}

/** In the order of the definition, in which messages list them. */
function inOrder({ members }: ObjectField, given: GivenMembers): GivenMembers {
  const known = Object.keys(members).flatMap((name) => {
    const inner = given[name];
    return inner === undefined ? [] : [[name, inner] as const];
  });
  return { ...Object.fromEntries(known), ...given };
}
