import type { Call, Log, ResourceDefinition } from "../../provider/definition/kind.js";
import { useExtended } from "../../provider/errors/appPlatformError.js";
import { ConfigurationError } from "../../provider/errors/index.js";
import { deploymentTrigger } from "../../provider/kinds/deploymentTrigger/deploymentTrigger.js";
import { newRun } from "../../provider/ownership/run.js";
import { type Endpoint, isServed } from "../../provider/platform/endpoint.js";
import type { Platform } from "../../provider/platform/platform.js";
import { verbsOf } from "../../provider/resource/subresources.js";

/** For reads. */
const silent: Log = { warn: () => {}, info: () => {} };

/** A call for functions of the lifecycle, outside of a Pulumi program. */
export function callFor(platform: Platform, definition: ResourceDefinition, label: string, log = silent): Call {
  const operation = platform.client.begin();
  const [verbs, redact, kindNamed] = [verbsOf(definition), (text: string) => text, () => undefined];
  return { definition, platform, run: newRun(), log, redact, verbs, kindNamed, label, operation };
}

/** An environment in messages, by its name or its ID. */
export function environmentLabel(name: string): string {
  return `environment ${name}`;
}

/** A call for deployments of an environment. */
export function callOnEnvironment(platform: Platform, name: string, log?: Log): Call {
  return callFor(platform, deploymentTrigger, environmentLabel(name), log);
}

/**
 * @param otherwise What to do without the extended endpoints.
 * @throws ConfigurationError if the platform's endpoint set doesn't have the call.
 */
export function requireServed(
  platform: Platform,
  endpoint: Endpoint | undefined,
  what: string,
  ...otherwise: readonly string[]
): void {
  if (isServed(endpoint, platform.endpoints)) return;
  throw new ConfigurationError(
    [`${what} requires the extended endpoints; the setting endpoints is "${platform.endpoints}".`],
    [...otherwise, useExtended],
  );
}
