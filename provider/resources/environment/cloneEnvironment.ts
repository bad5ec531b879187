import type { Created, Scope } from "../../definition/resourceDefinition.js";
import { create } from "../../lifecycle/create.js";
import { lookUntil } from "../../platform/polling.js";
import type { Values } from "../../schema/json.js";
import { normalId } from "../../schema/normalForm.js";
import { servicesIn } from "./services.js";

/** Maximum time that the platform may take to clone the services, in seconds. */
const cloningSeconds = 600;

/**
 * Creates the environment. A clone is complete when it has all services of its source: the platform accepts it before, and a program
 * looks up its services by their names.
 */
export async function createEnvironment(scope: Scope, args: Values): Promise<Created> {
  const { cloneFrom } = args;
  if (typeof cloneFrom !== "string" || typeof args.adoptId === "string") return create(scope, args);
  const expected = (await servicesIn(scope, normalId(cloneFrom))).length;
  const created = await create(scope, args);
  const { platform, log, label } = scope;
  const { found } = await lookUntil(platform, {
    seconds: cloningSeconds,
    atOnce: true,
    first: 200,
    longest: 5_000,
    look: async (operation) =>
      // The environment exists by now, whether its services can be read or not.
      (await servicesIn({ ...scope, operation }, created.id).catch(() => [])).length >= expected || undefined,
  });
  if (found !== undefined) return created;
  log.warn(
    `${label}: after ${cloningSeconds} s, the clone has fewer services than its source, which had ${expected}. Look at it in the platform's console.`,
  );
  return created;
}
