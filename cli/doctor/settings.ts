import { AppPlatformError } from "../../provider/errors/appPlatformError.js";
import {
  type Configuration,
  readConfiguration,
  readConnection,
  type SpecifiedSetting,
  specifiedSettings,
} from "../../provider/platform/configuration.js";
import { troubleWith } from "../../provider/platform/requestLog.js";
import { type SettingName, settings as schema, settingNames } from "../../provider/platform/settings.js";
import { isObject, parseJson, type Value } from "../../provider/schema/json.js";
import { hasRequiredSettings, readStackConfiguration } from "../stackConfiguration.js";
import { type Check, type Examination, type Finding, failureOf, ok, skipped, skippedFor, warning } from "./check.js";

const stackConfiguration: Check = {
  name: "stack configuration",
  async run({ options, facts, environment, signal }) {
    const isComplete = hasRequiredSettings(options.connection, environment);
    const { project, pulumi } = facts;
    // Without a project, there is only the environment. With one, the stack may have what the environment lacks.
    if (project === undefined || (pulumi === undefined && isComplete)) facts.stack = () => undefined;
    if (project === undefined) return skipped("there is no Pulumi project.");
    if (pulumi === undefined) return skippedFor("Pulumi CLI");
    try {
      const outside = { environment, signal };
      facts.stack = await readStackConfiguration({ ...options, cwd: project.folder }, outside, !isComplete);
    } catch (error) {
      if (signal.aborted || !(error instanceof AppPlatformError)) throw error;
      if (!isComplete) return failureOf(error);
      facts.stack = () => undefined;
      return { ...failureOf(error), status: "warning" };
    }
    const which = options.stack === undefined ? "the selected stack" : `the stack ${options.stack}`;
    return ok(`read from ${which}.`);
  },
};

const settings: Check = {
  name: "settings",
  needs: ["stack"],
  run: readSettings,
};

function readSettings({ options: { connection, cwd }, facts, environment }: Examination): Finding {
  const stack = facts.stack as NonNullable<typeof facts.stack>;
  for (const name of connectionNames(stack("app-platform:connections"))) {
    readConnection(stack("app-platform:connections"), name);
  }
  const specified = specifiedSettings(stack, connection, environment);
  const partial = schema.safeParse(textsOf(specified, ["baseUrl", "endpoints", "requestTimeoutSeconds"]));
  if (partial.data?.baseUrl !== undefined) {
    facts.baseUrl = partial.data.baseUrl;
    facts.settings = partial.data;
  }
  const describedAs = (own?: Configuration) => settingNames.flatMap((name) => describe(name, specified[name], own));
  let details = describedAs();
  try {
    facts.configuration = readConfiguration(stack, connection, environment, cwd);
    details = describedAs(facts.configuration);
  } catch (error) {
    if (!(error instanceof AppPlatformError)) throw error;
    const failure = failureOf(error);
    return { ...failure, details: [...(failure.details ?? []), ...details] };
  }
  const { logFile } = facts.configuration;
  const trouble = logFile === undefined ? undefined : troubleWith(logFile);
  if (trouble !== undefined) {
    return warning(
      `Requests aren't logged: can't write to ${logFile} (${trouble}).`,
      `set ${specified.logFile.source} to the path of a file that you may write`,
      details,
    );
  }
  const of = connection === undefined ? "" : ` of the connection ${connection}`;
  return ok(`valid${of}.`, details);
}

/** All connections are checked, since one that no resource uses yet would fail later. */
function connectionNames(text: string | undefined): string[] {
  if (text === undefined) return [];
  const all = parseJson(text) as Value | undefined;
  const names = isObject(all) ? Object.keys(all) : [];
  // Without connections, the text itself is still checked.
  return names.length === 0 ? [""] : names;
}

function textsOf(specified: Readonly<Record<SettingName, SpecifiedSetting>>, names: readonly SettingName[]): object {
  const entries = names.map((name) => [name, specified[name].text] as const);
  return Object.fromEntries(entries.filter(([, text]) => text !== undefined));
}

/** A setting with its value and source, which for a file is an absolute path. Secrets and invalid values are hidden. */
function describe(name: SettingName, { text, source }: SpecifiedSetting, configuration?: Configuration): string[] {
  const field = schema.shape[name];
  if (text === undefined) {
    const { data } = field.safeParse(undefined);
    return data === undefined ? [] : [`${name}: ${data} (default)`];
  }
  const { success, data } = field.safeParse(text);
  const isSecret = field.meta()?.secret === true;
  return [
    `${name}: ${isSecret ? "(secret)" : success ? String(configuration?.[name] ?? data) : "(invalid)"} (${source})`,
  ];
}

export const settingsChecks: readonly Check[] = [stackConfiguration, settings];
