import { isLoopback } from "../../provider/platform/settings.js";
import { isObject, parseJson } from "../../provider/schema/json.js";
import type { CommandContext, Session } from "../command.js";
import { sendPlain } from "../plainRequest.js";

const seconds = 5;

/** Why a service failed, in a sentence, by its ID. */
export type Reasons = ReadonlyMap<string, string>;

/**
 * Why services of a deployment failed, on a local platform: the API doesn't return that. Any other platform on this machine, and a local
 * one with closed paths, responds with something else, which is ignored.
 */
export async function localReasons(
  { command, options: { connection }, environment, signal }: CommandContext,
  { configuration: { baseUrl, logFile } }: Session,
  deploymentId: string,
): Promise<Reasons> {
  if (!isLoopback(baseUrl)) return new Map();
  const path = `/_local/deployments/${deploymentId}`;
  const response = await sendPlain({ baseUrl, logFile, command, connection, path, seconds, environment, signal }).catch(
    () => undefined,
  );
  const body = response?.status === 200 ? parseJson(response.text) : undefined;
  const tasks = isObject(body) && Array.isArray(body.tasks) ? body.tasks.filter(isObject) : [];
  return new Map(
    tasks.flatMap(({ serviceId, failure }) =>
      typeof serviceId === "string" && isObject(failure) && typeof failure.reason === "string"
        ? [[serviceId, failure.reason] as const]
        : [],
    ),
  );
}
