import { isObject, type Values } from "../../schema/json.js";
import { type Rollout, requestedRollout } from "../deployment/rollout.js";

/** State property that says what is known of the trigger's own deployment; the outputs describe the environment's last one. */
const ROLLOUT = "__rollout";

/** The state with what is known of its deployment. */
export function withRollout(state: Values, { failures, services, ...rollout }: Rollout): Values {
  const lists = {
    ...(failures === undefined ? {} : { failures: [...failures] }),
    ...(services === undefined ? {} : { services: [...services] }),
  };
  return { ...state, [ROLLOUT]: { ...rollout, ...lists } };
}

/** What the state says of its deployment; nothing if an earlier version wrote it. */
export function recordedRollout({ [ROLLOUT]: rollout }: Values): Rollout | undefined {
  return isObject(rollout) ? (rollout as unknown as Rollout) : undefined;
}

/** What is known of its deployment: of a state of an earlier version, what its outputs say. */
export function rolloutOf(state: Values): Rollout {
  const isUnfinished = state.waitFor === "deployed" && state.state !== "DEPLOYED";
  return recordedRollout(state) ?? { ...requestedRollout(state), ...(isUnfinished ? { outcome: "unfinished" } : {}) };
}
