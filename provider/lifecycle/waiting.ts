import type { Call } from "../definition/resourceDefinition.js";
import type { Values } from "../schema/json.js";

/**
 * Maximum time to wait for what the platform carries out later, in seconds: what the program says, how long the caller waits, or what is
 * usual for the kind.
 */
export function secondsToWait({ definition, platform }: Call, values: Values, otherwise: number): number {
  if (typeof values.timeoutSeconds === "number") return values.timeoutSeconds;
  const { deadline, clock } = platform;
  if (deadline !== undefined) return Math.max(0, Math.round((deadline - clock.elapsed()) / 1000));
  return Number(definition.args.timeoutSeconds?.default ?? otherwise);
}
