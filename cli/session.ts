import { readConfiguration } from "../provider/platform/configuration.js";
import { platformOf } from "../provider/platform/platform.js";
import type { GlobalOptions, Outside, Session } from "./command.js";
import type { Output } from "./output.js";
import type { Progress } from "./progress.js";
import { stackConfigurationFor } from "./stackConfiguration.js";

/** Opens the platform with the settings that the provider would use: the environment first, then the stack configuration. */
export async function openSession(
  options: GlobalOptions,
  { output, progress, environment, signal }: Outside & { output: Output; progress: Progress },
): Promise<Session> {
  const { stack, failure } = await progress.during("Reading the stack configuration", () =>
    stackConfigurationFor(options, { environment, signal }),
  );
  if (failure !== undefined) output.note(`Settings that the environment lacks have their defaults. ${failure.message}`);
  const configuration = readConfiguration(stack, options.connection, environment);
  const log = { warn: (text: string) => output.note(text), info: (text: string) => output.note(text) };
  const platform = platformOf(configuration, { shutdown: signal, tell: log.info });
  // An expired token or a missing token file is reported before anything else is done.
  platform.client.requireToken();
  return { configuration, platform, log };
}
