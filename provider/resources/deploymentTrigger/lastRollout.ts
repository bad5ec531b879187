import type { Rollout } from "../../deployment/rollout.js";
import { isObject, type Values } from "../../schema/json.js";

/** State property that says what is known of the trigger's own deployment; the outputs describe the environment's last one. */
export const ROLLOUT = "__rollout";

/** The state with what is known of its deployment. */
export function withRollout(state: Values, { failures, services, before, ...rollout }: Rollout): Values {
  const lists = {
    // Once its own ID is known, nothing else tells it from earlier ones.
    ...(before === undefined || rollout.request !== undefined ? {} : { before: [...before] }),
    ...(failures === undefined ? {} : { failures: [...failures] }),
    ...(services === undefined ? {} : { services: [...services] }),
  };
  return { ...state, [ROLLOUT]: { ...rollout, ...lists } };
}

/** What the state says about its deployment. */
export function rolloutOf({ [ROLLOUT]: rollout }: Values): Rollout {
  return isObject(rollout) ? (rollout as unknown as Rollout) : { outcome: "requested" };
}
