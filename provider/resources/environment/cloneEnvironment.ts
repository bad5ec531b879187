import type { Created, Scope } from "../../definition/resourceDefinition.js";
import { create } from "../../lifecycle/create.js";
import { PartialFailure } from "../../lifecycle/partialFailure.js";
import { send } from "../../lifecycle/send.js";
import { isServed } from "../../platform/endpoint.js";
import { lookUntil } from "../../platform/polling.js";
import { isObject, type Values } from "../../schema/json.js";
import { normalId } from "../../schema/normalForm.js";

/** Maximum time that the platform may take to clone the services, in seconds. */
const cloningSeconds = 600;

/**
 * Creates the environment. A clone is complete when it has all services of its source: the platform accepts it before, and a program
 * looks up its services by their names.
 */
export async function createEnvironment(scope: Scope, args: Values): Promise<Created> {
  const { cloneFrom } = args;
  if (typeof cloneFrom !== "string" || typeof args.adoptId === "string") return create(scope, args);
  const expected = await serviceCount(scope, normalId(cloneFrom));
  const created = await create(scope, args);
  const { platform, log, label } = scope;
  const { found } = await lookUntil(platform, {
    seconds: cloningSeconds,
    atOnce: true,
    first: 200,
    longest: 5_000,
    look: async (operation) =>
      // The environment exists by now, whether its services can be read or not.
      (await serviceCount({ ...scope, operation }, created.id).catch(() => 0)) >= expected || undefined,
  }).catch((error) => {
    throw new PartialFailure(label, created, "waiting for its services", error);
  });
  if (found !== undefined) return created;
  log.warn(
    `${label}: after ${cloningSeconds} s, the clone has fewer services than its source, which had ${expected}. Look at it in the platform's console.`,
  );
  return created;
}

/** What of a service is left once it is deleted, or about to be. */
const leaving = ["DELETE_QUEUED", "DELETING", "DELETED"];

async function serviceCount(scope: Scope, id: string): Promise<number> {
  const { statuses } = scope.definition.api;
  if (!isServed(statuses, scope.platform.endpoints)) return 0;
  const response = await send(scope, statuses, { id }, "Reading the services of");
  const { environment: _, ...lists } = isObject(response) ? response : {};
  const services = Object.values(lists).flatMap((items) => (Array.isArray(items) ? items.filter(isObject) : []));
  return services.filter(({ state }) => !leaving.includes(String(state))).length;
}
