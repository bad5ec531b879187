import type { Call } from "../definition/resourceDefinition.js";
import { isObject, type Values } from "../schema/json.js";
import { membersFromWire } from "../values/wire.js";
import { type Choose, requestDeployment } from "./requestDeployment.js";
import { deploymentIn, isStatusOf, type Rollout } from "./rollout.js";
import { isEnd } from "./statuses.js";

/** A deployment that the platform has accepted. */
interface BegunDeployment {
  /** ID of the response: that of the environment. */
  readonly id: string;
  /** The environment's status in the response; only what the arguments say if that describes what was before. */
  readonly status: Values;
  readonly rollout: Rollout;
}

/**
 * Requests a deployment of what is chosen. If another one is running, waits for it to end.
 *
 * @param known Identities of deployments that were there before.
 * @returns Nothing if nothing is chosen.
 */
export async function beginDeployment(
  call: Call,
  args: Values,
  choose: Choose,
  known: readonly string[] = [],
): Promise<BegunDeployment | undefined> {
  const requested = await requestDeployment(call, args, choose, known);
  if (requested === undefined) return undefined;
  const { response, selection, before, began } = requested;
  const environmentId = String(args.environmentId);
  const given = isObject(response) ? response : {};
  const status = membersFromWire(call.definition.body, given, args);
  // A replica that is behind may accept the request and respond with what it still has of the last deployment.
  const isOutdated = isStatusOf({ outcome: "requested", before }, status) === false || isEarlier(status, began());
  const services = args.wholeEnvironment === true ? undefined : selection?.map((each) => each.id);
  const told = isOutdated ? {} : deploymentIn(status);
  const rollout: Rollout = { outcome: "requested", ...told, before, ...(services && { services }) };
  call.platform.deployments.begun(environmentId, { by: call.label, request: rollout.request });
  return {
    id: typeof given.id === "string" && given.id !== "" ? given.id : environmentId,
    status: isOutdated ? membersFromWire(call.definition.body, {}, args) : status,
    rollout,
  };
}

/** Whether the deployment that a status describes had ended before this time: it began before. */
function isEarlier({ state, lastDeploymentDate }: Values, time: number): boolean {
  return isEnd(state) && Date.parse(String(lastDeploymentDate)) < time;
}
