import { type Change, changes } from "../schema/diff.js";
import type { GivenMembers } from "../schema/givenMembers.js";
import type { Values } from "../schema/json.js";
import { type Removal, removals } from "../schema/removal.js";
import { creationOptions, placeOptions } from "./optionNames.js";
import type { ResourceDefinition } from "./resourceDefinition.js";

type Compared = Pick<ResourceDefinition, "body" | "updateMode">;

/**
 * The differences between arguments and state. What the resource was created from no longer matters.
 *
 * @param givenBefore Which arguments the program gave before. Those that it omits now return to their default or are cleared; what
 *   was never given is left to the platform. Omitted for what the program has not managed yet.
 */
export function changesOf(definition: Compared, args: Values, state: Values, givenBefore?: GivenMembers): Change[] {
  const compared = Object.fromEntries(Object.entries(args).filter(([name]) => !creationOptions.includes(name)));
  // An omitted connection means the stack's own platform; unlike other omitted arguments, it is not left to the server.
  const found = changes(definition.body, { ...compared, connection: args.connection ?? null }, state);
  const removed = removalsOf(definition, args, state, givenBefore).filter(({ outcome }) => outcome === "changes");
  return [
    ...found,
    ...removed.map(({ arg, path, text, deletesData }) => ({
      ...{ arg, path, text },
      ...(deletesData ? { deletesData } : {}),
    })),
  ];
}

/** The arguments that the program gave before and omits now, with what becomes of them. */
export function removalsOf(
  { body, updateMode }: Compared,
  args: Values,
  state: Values,
  givenBefore: GivenMembers | undefined,
): Removal[] {
  if (givenBefore === undefined) return [];
  const given = Object.entries(givenBefore).filter(
    ([name]) => !creationOptions.includes(name) && !placeOptions.includes(name),
  );
  return removals(body, Object.fromEntries(given), args, state, updateMode);
}
