import { ConfigurationError } from "../errors/configurationError.js";
import { environmentName, type SettingName, type SettingValues, settings } from "./settings.js";

/** Where settings come from besides the environment: the stack's configuration, by full key. */
export type StackConfiguration = (key: string) => string | undefined;

/** The settings of one platform, and where its token came from. */
export interface Configuration extends SettingValues {
  /** The name to mention when the token is wrong. */
  readonly tokenSource: string;
}

/**
 * The settings in force. The environment wins over the stack's configuration, since `destroy` and `refresh` use the
 * configuration saved in the state: a rotated token can only come from outside.
 */
export function readConfiguration(
  stack: StackConfiguration,
  connection?: string,
  environment: NodeJS.ProcessEnv = process.env,
): Configuration {
  const named = connection === undefined ? undefined : connectionSettings(stack, connection);
  const given = Object.fromEntries(
    settingNames.map((name) => {
      const variable = environmentName(name, connection);
      const key = connection === undefined ? `app-platform:${name}` : `app-platform:connections, ${connection}.${name}`;
      const fromEnvironment = environment[variable] || undefined;
      const fromStack = (named === undefined ? stack(`app-platform:${name}`) : named[name]) || undefined;
      const isOutside = fromEnvironment !== undefined;
      return [name, { text: fromEnvironment ?? fromStack, source: isOutside ? variable : key, isOutside }];
    }),
  ) as Record<SettingName, Given>;
  // A token and a token file from different places: the one from the environment wins, as everywhere. The other is not even read.
  const { token, tokenFile } = given;
  const isFile =
    tokenFile.text !== undefined && (token.text === undefined || (tokenFile.isOutside && !token.isOutside));
  const unused = isFile ? "token" : "tokenFile";
  const values = Object.fromEntries(
    settingNames.filter((name) => name !== unused).map((name) => [name, readSetting(name, given[name])]),
  ) as Partial<SettingValues>;
  const variable = (name: SettingName) => environmentName(name, connection);
  const inStack = (name: SettingName, value: string, flag = "") =>
    connection === undefined
      ? `pulumi config set ${flag}app-platform:${name} ${value}`
      : `give ${name} of "${connection}" in app-platform:connections`;
  if (values.baseUrl === undefined) {
    throw new ConfigurationError("The platform's address", "is not set.", [
      `set ${variable("baseUrl")} in the environment`,
      inStack("baseUrl", "https://…"),
    ]);
  }
  if (token.text === undefined && tokenFile.text === undefined) {
    throw new ConfigurationError("The platform's access token", "is not set.", [
      `set ${variable("token")} or ${variable("tokenFile")} in the environment`,
      inStack("token", "…", "--secret "),
    ]);
  }
  return { ...(values as SettingValues), tokenSource: given[isFile ? "tokenFile" : "token"].source };
}

/** A setting as it is given, and where. */
interface Given {
  readonly text: string | undefined;
  /** The name to mention when it is wrong. */
  readonly source: string;
  /** Whether it comes from the environment. */
  readonly isOutside: boolean;
}

const settingNames = Object.keys(settings) as SettingName[];

function readSetting(name: SettingName, { text, source }: Given): unknown {
  const setting = settings[name];
  if (text === undefined) return "default" in setting ? setting.default : undefined;
  try {
    return setting.read(text);
  } catch (error) {
    throw new ConfigurationError(source, `${(error as Error).message}.`, `correct ${source}.`);
  }
}

/** The settings of a named connection in `app-platform:connections`, a JSON object by name. */
function connectionSettings(stack: StackConfiguration, connection: string): Partial<Record<SettingName, string>> {
  const text = stack("app-platform:connections");
  if (text === undefined) return {};
  try {
    const all = JSON.parse(text) as Record<string, Record<string, unknown>>;
    const found = all[connection] ?? {};
    return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, String(value)]));
  } catch {
    throw new ConfigurationError(
      "app-platform:connections",
      "is no JSON object.",
      'give an object by connection name: {"staging": {"baseUrl": "https://…"}}',
    );
  }
}
