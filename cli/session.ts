import { textOf } from "../provider/errors/appPlatformError.js";
import { readConfiguration, settingWordsOf } from "../provider/platform/configuration.js";
import { userAgentOf } from "../provider/platform/environment.js";
import { limitedTo, platformOf } from "../provider/platform/platform.js";
import type { CommandContext, GlobalOptions, Session } from "./command.js";
import { manifest } from "./manifest.js";
import { stackConfigurationFor } from "./stackConfiguration.js";

/** Opens the platform with the settings that the provider would use: the environment first, then the stack configuration. */
export async function openSession(
  options: GlobalOptions,
  {
    command,
    output,
    progress,
    environment,
    signal,
  }: Omit<CommandContext, "options" | "connect" | "screen" | "version">,
): Promise<Session> {
  const { stack, failure } = await progress.during("Reading the stack configuration", () =>
    stackConfigurationFor(options, { environment, signal }),
  );
  if (failure !== undefined)
    output.note(`Settings that aren't in the environment have their defaults. ${textOf(failure)}`);
  const configuration = readConfiguration(stack, options.connection, environment, options.cwd);
  const log = { warn: (text: string) => output.note(text), info: (text: string) => output.note(text) };
  const userAgent = userAgentOf(manifest.version, command);
  const name = () => command;
  const origin = { name, connection: options.connection, redact: (text: string) => text, warn: log.warn };
  const open = platformOf(configuration, { shutdown: signal, userAgent, notify: log.info });
  const settingWords = settingWordsOf(stack, options.connection, environment);
  const platform = { ...limitedTo(open, { origin }), settingWords };
  // An expired token or a missing token file is reported before anything else is done.
  platform.client.requireToken();
  return { configuration, platform, log };
}
