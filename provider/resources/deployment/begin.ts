import type { Scope } from "../../definition/resourceDefinition.js";
import { isObject, type Values } from "../../schema/json.js";
import { membersFromWire } from "../../schema/wire.js";
import { requestDeployment } from "./request.js";
import { type Rollout, requestedRollout } from "./rollout.js";

/** A deployment that the platform has accepted. */
interface BegunDeployment {
  /** ID of the response: that of the environment. */
  readonly id: string;
  /** The environment's status in the response. */
  readonly status: Values;
  readonly rollout: Rollout;
}

/** Requests a deployment of what the arguments of a trigger select. If another one is running, waits for it to end. */
export async function beginDeployment(scope: Scope, args: Values): Promise<BegunDeployment> {
  const response = await requestDeployment(scope, args);
  const given = isObject(response) ? response : {};
  const status = membersFromWire(scope.definition.body, given, args);
  const id = typeof given.id === "string" && given.id !== "" ? given.id : String(args.environmentId);
  return { id, status, rollout: requestedRollout(status) };
}
