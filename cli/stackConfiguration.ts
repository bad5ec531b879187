import type { StackConfiguration } from "../provider/platform/configuration.js";
import { environmentName } from "../provider/platform/environment.js";
import type { SettingName } from "../provider/platform/settings.js";
import { isJwt } from "../provider/platform/settings.js";
import { isObject, parseJson, type Value } from "../provider/schema/json.js";
import type { GlobalOptions, Outside } from "./command.js";
import { findProject } from "./pulumi/project.js";
import { runPulumi } from "./pulumi/runPulumi.js";

/** The settings besides those in the environment, and whether they could be read. */
export interface ReadConfiguration {
  readonly stack: StackConfiguration;
  /** Why the stack configuration couldn't be read, although nothing required is missing. */
  readonly failure?: Error;
}

type Options = Pick<GlobalOptions, "cwd" | "stack" | "connection">;

/**
 * The stack configuration that the provider would use. The Pulumi CLI reads it, so it isn't run without a project, or if the environment
 * has all settings that commands use. Secrets are only decrypted, which needs the stack's passphrase, if the environment lacks the base
 * URL or the token.
 */
export async function stackConfigurationFor(options: Options, outside: Outside): Promise<ReadConfiguration> {
  const project = findProject(options.cwd);
  const isComplete = hasRequiredSettings(options.connection, outside.environment);
  if (project === undefined || (isComplete && hasFurtherSettings(options.connection, outside.environment)))
    return { stack: () => undefined };
  try {
    return { stack: await readStackConfiguration({ ...options, cwd: project.folder }, outside, !isComplete) };
  } catch (error) {
    if (!isComplete || options.stack !== undefined || outside.signal.aborted) throw error;
    return { stack: () => undefined, failure: error as Error };
  }
}

/** Whether the environment has the required settings. */
export function hasRequiredSettings(connection: string | undefined, environment: NodeJS.ProcessEnv): boolean {
  const isSpecified = (name: SettingName) => Boolean(environment[environmentName(name, connection)]);
  return isSpecified("baseUrl") && (isSpecified("token") || isSpecified("tokenFile"));
}

/** Whether the environment has the other settings that commands use. A JWT needs no setting for its scheme. */
function hasFurtherSettings(connection: string | undefined, environment: NodeJS.ProcessEnv): boolean {
  const specified = (name: SettingName) => environment[environmentName(name, connection)] ?? "";
  return specified("endpoints") !== "" && (specified("tokenScheme") !== "" || isJwt(specified("token").trim()));
}

/** The configuration of a stack, from the Pulumi CLI. Without `isDecrypted`, secret values are absent. */
export async function readStackConfiguration(
  { cwd, stack, connection }: Options,
  outside: Outside,
  isDecrypted: boolean,
): Promise<StackConfiguration> {
  const shown = isDecrypted ? ["--show-secrets"] : [];
  const args = ["config", "--json", ...shown];
  const instead = "set APP_PLATFORM_BASE_URL and APP_PLATFORM_TOKEN (or APP_PLATFORM_TOKEN_FILE) in the environment";
  const text = await runPulumi({ purpose: "Reading the stack configuration", instead, args, cwd, stack, ...outside });
  const values = parseJson(text) as Value | undefined;
  const entry = (key: string) => {
    const found = isObject(values) ? values[key] : undefined;
    return isObject(found) ? found : {};
  };
  // A connection's settings may be in one secret value.
  const isSecret = connection !== undefined && entry("app-platform:connections").secret === true;
  if (isSecret && !isDecrypted)
    return readStackConfiguration({ cwd, connection, ...(stack && { stack }) }, outside, true);
  return (key) => {
    const { value } = entry(key);
    return typeof value === "string" ? value : undefined;
  };
}
