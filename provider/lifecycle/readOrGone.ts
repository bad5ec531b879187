import { referenceName } from "../definition/reference.js";
import type { Scope } from "../definition/resourceDefinition.js";
import { NotFoundError } from "../errors/index.js";
import type { Values } from "../schema/json.js";
import { isSameId, normalId } from "../schema/normalForm.js";

/**
 * The current state of a resource; nothing if it does not exist, or if what it belongs to is gone: the environment of a service, the
 * service of a domain. That the platform does not know this place (404) may also come from a wrong base URL or a missing permission. It
 * counts only if the stack has the place, too, and that is gone by the same rule: a list that the platform does return is without it.
 */
export async function readOrGone(scope: Scope, id: string, state: Values): Promise<Values | undefined> {
  const now = await scope.verbs.read(scope, id, state).catch(async (error) => {
    if (error instanceof NotFoundError && (await isPlaceGone(scope, state))) return undefined;
    throw error;
  });
  if (now === undefined) scope.platform.gone.add(referenceTo(scope, String(referenceName(scope.definition)), id));
  return now;
}

/** IDs are unique on a platform, and two local ones have some in common. */
function referenceTo({ platform }: Scope, kind: string, id: string): string {
  return `${platform.address} ${kind}/${normalId(id)}`;
}

async function isPlaceGone(scope: Scope, state: Values): Promise<boolean> {
  for (const arg of scope.definition.pathArgs) {
    const [id = "", kind = arg.replace(/Id$/, "")] = String(state[arg]).split("/").reverse();
    if (scope.platform.gone.has(referenceTo(scope, kind, id))) return true;
    for (const place of await placesInStack(scope, kind, id)) {
      if ((await readOrGone(place, id, place.values)) === undefined) return true;
    }
  }
  return false;
}

/** What the stack's state has of a place. */
async function placesInStack(scope: Scope, kind: string, id: string) {
  const held = await scope.platform.holders.matching(scope.urn, (each) => isSameId(each.id, id)).catch(() => []);
  return held.flatMap((each) => {
    const found = scope.kindNamed?.(each.kind);
    return found === undefined || referenceName(found.definition) !== kind
      ? []
      : [{ ...scope, ...found, label: `${each.kind} ${id}`, values: each.values }];
  });
}
