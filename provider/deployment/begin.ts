import type { Scope } from "../definition/resourceDefinition.js";
import { isObject, type Values } from "../schema/json.js";
import { membersFromWire } from "../values/wire.js";
import { type Choose, requestDeployment } from "./requestDeployment.js";
import { type Rollout, requestedRollout } from "./rollout.js";

/** A deployment that the platform has accepted. */
interface BegunDeployment {
  /** ID of the response: that of the environment. */
  readonly id: string;
  /** The environment's status in the response. */
  readonly status: Values;
  readonly rollout: Rollout;
}

/**
 * Requests a deployment of what is chosen. If another one is running, waits for it to end.
 *
 * @returns Nothing if nothing is chosen.
 */
export async function beginDeployment(
  scope: Scope,
  args: Values,
  choose: Choose,
): Promise<BegunDeployment | undefined> {
  const requested = await requestDeployment(scope, args, choose);
  if (requested === undefined) return undefined;
  const { response, selection } = requested;
  const given = isObject(response) ? response : {};
  const status = membersFromWire(scope.definition.body, given, args);
  const id = typeof given.id === "string" && given.id !== "" ? given.id : String(args.environmentId);
  const services = args.wholeEnvironment === true ? undefined : selection?.map((each) => each.id);
  const rollout = requestedRollout(status, services);
  const { request } = rollout;
  scope.platform.deployments.begun(String(args.environmentId), { by: scope.label, request });
  return { id, status, rollout };
}
