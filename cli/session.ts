import { readConfiguration, type StackConfiguration } from "../provider/platform/configuration.js";
import { platformOf } from "../provider/platform/platform.js";
import type { GlobalOptions, Session } from "./command.js";
import type { Output } from "./output.js";
import { stackConfigurationOf } from "./stackConfiguration.js";

/** Opens the platform with the settings that the provider would use: the environment first, then the stack configuration. */
export async function openSession(options: GlobalOptions, output: Output, shutdown: AbortSignal): Promise<Session> {
  const configuration = readConfiguration(await configurationFor(options), options.connection);
  const log = { warn: (text: string) => output.note(text), info: (text: string) => output.note(text) };
  return { configuration, platform: platformOf(configuration, log, { shutdown }) };
}

/** The stack configuration is decrypted by the Pulumi CLI, so it is read only where the environment lacks something. */
async function configurationFor(options: GlobalOptions): Promise<StackConfiguration> {
  return stackConfigurationOf(options);
}
