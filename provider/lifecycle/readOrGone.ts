import { referenceName } from "../definition/reference.js";
import type { Scope } from "../definition/resourceDefinition.js";
import { NotFoundError } from "../errors/index.js";
import type { Value, Values } from "../schema/json.js";
import { isSameId } from "../schema/normalForm.js";

/**
 * The current state of a resource; nothing if it does not exist, or if what it belongs to is gone: the environment of a service, the
 * service of a domain. That the platform does not know this place (404) may also come from a wrong base URL or a missing permission. It
 * counts only if the stack has the place, too, and that is gone by the same rule: a list that the platform does return is without it.
 */
export async function readOrGone(scope: Scope, id: string, state: Values): Promise<Values | undefined> {
  try {
    return await scope.verbs.read(scope, id, state);
  } catch (error) {
    if (error instanceof NotFoundError && (await isPlaceGone(scope, state))) return undefined;
    throw error;
  }
}

async function isPlaceGone(scope: Scope, state: Values): Promise<boolean> {
  for (const arg of scope.definition.pathArgs) {
    for (const place of await placesIn(scope, arg, state[arg])) {
      if ((await readOrGone(place, place.id, place.values)) === undefined) return true;
    }
  }
  return false;
}

/** What the stack's state has of the place that an argument names: `environmentId`, or a reference such as `container/3fa85f64-…`. */
async function placesIn(scope: Scope, arg: string, value: Value | undefined) {
  const [id = "", kind = arg.replace(/Id$/, "")] = String(value).split("/").reverse();
  const held = await scope.platform.holders.matching((each) => isSameId(each.id, id)).catch(() => []);
  return held.flatMap((each) => {
    const found = scope.kindNamed?.(each.kind);
    return found === undefined || referenceName(found.definition) !== kind
      ? []
      : [{ ...scope, ...found, label: `${each.kind} ${id}`, id: each.id, values: each.values }];
  });
}
