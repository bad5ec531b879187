import { isAbsolute, join } from "node:path";
import { z } from "zod";
import { ConfigurationError } from "../errors/plan.js";
import { parseJson } from "../schema/json.js";
import { nearestName } from "../values/validate.js";
import { environmentName, projectFolder } from "./environment.js";
import { type HttpProxy, routeTo } from "./proxy.js";
import { type SettingName, type SettingValues, settingNames, settingsByScheme } from "./settings.js";

/** Where settings come from besides the environment: the stack configuration, by full key. */
export type StackConfiguration = (key: string) => string | undefined;

/** The settings of one platform, and where its token came from. */
export interface Configuration extends SettingValues {
  readonly baseUrl: URL;
  /** The name to mention when the token is wrong. */
  readonly tokenSource: string;
  /** The proxy on the way to the platform, if there is one. */
  readonly proxy?: HttpProxy | undefined;
}

/**
 * The settings in force. Environment variables take precedence over the stack configuration, since `destroy` and `refresh` use the
 * configuration saved in the state: a rotated token can only come from outside.
 *
 * @param folder From which the project is found, where the paths of files start.
 */
export function readConfiguration(
  stack: StackConfiguration,
  connection?: string,
  environment: NodeJS.ProcessEnv = process.env,
  folder: string = process.cwd(),
): Configuration {
  const given = givenSettings(stack, connection, environment);
  const { baseUrl, tokenFile, logFile, ...values } = parsed(given);
  if (baseUrl === undefined) {
    throw new ConfigurationError(
      ["The platform's base URL isn't set."],
      waysToSet(connection, ["baseUrl"], "pulumi config set app-platform:baseUrl https://…"),
    );
  }
  const source = [given.token, given.tokenFile].find(({ text }) => text !== undefined)?.source;
  if (source === undefined) {
    throw new ConfigurationError(
      ["The platform's access token isn't set."],
      waysToSet(connection, ["token", "tokenFile"], "pulumi config set --secret app-platform:token"),
    );
  }
  const { proxy } = routeTo(baseUrl, environment);
  return {
    ...values,
    baseUrl,
    tokenSource: source,
    ...(tokenFile === undefined ? {} : { tokenFile: pathOf(tokenFile, folder) }),
    ...(logFile === undefined ? {} : { logFile: pathOf(logFile, folder) }),
    ...(proxy === undefined ? {} : { proxy }),
  };
}

/** The absolute path of a file that a setting names: the plugin runs in another folder than the user, and messages must find it too. */
function pathOf(file: string, folder: string): string {
  return isAbsolute(file) ? file : join(projectFolder(folder), file);
}

/** A setting as it is given, and where. */
export interface GivenSetting {
  readonly text: string | undefined;
  /** The name to mention when it is wrong. */
  readonly source: string;
  /** Whether it comes from the environment. */
  readonly isOutside: boolean;
}

const unset: GivenSetting = { text: undefined, source: "", isOutside: false };

/** Every setting as it is given; of token and token file, only the one that is used. */
export function givenSettings(
  stack: StackConfiguration,
  connection: string | undefined,
  environment: NodeJS.ProcessEnv = process.env,
): Record<SettingName, GivenSetting> {
  const named = connection === undefined ? undefined : readConnection(stack("app-platform:connections"), connection);
  const entries = settingNames.map((name): [SettingName, GivenSetting] => {
    const variable = environmentName(name, connection);
    const fromEnvironment = environment[variable] || undefined;
    if (fromEnvironment !== undefined) return [name, { text: fromEnvironment, source: variable, isOutside: true }];
    const key = `app-platform:${name}`;
    const source = connection === undefined ? key : connectionKey(connection, name);
    const text = (named === undefined ? stack(key) : named[name]) || undefined;
    return [name, { text, source, isOutside: false }];
  });
  const given = Object.fromEntries(entries) as Record<SettingName, GivenSetting>;
  return { ...given, [isTokenInFile(given) ? "token" : "tokenFile"]: unset };
}

/** If a token and a token file come from different places, the one in the environment is used. The other isn't even read. */
function isTokenInFile({ token, tokenFile }: Record<SettingName, GivenSetting>): boolean {
  if (tokenFile.text === undefined) return false;
  return token.text === undefined || (tokenFile.isOutside && !token.isOutside);
}

/** The values of the settings; throws with all that are wrong. */
function parsed(given: Record<SettingName, GivenSetting>): SettingValues {
  const texts = settingNames.map((name) => [name, given[name].text] as const);
  const settings = settingsByScheme[given.tokenScheme.text === "token" ? "token" : "bearer"];
  const result = settings.safeParse(Object.fromEntries(texts.filter(([, text]) => text !== undefined)));
  if (result.success) return result.data;
  const { issues } = result.error;
  const source = (path: readonly PropertyKey[]) => given[path[0] as SettingName].source;
  const problems = issues.map(({ path, message }) => `${source(path)} ${message}.`);
  throw new ConfigurationError(problems, `correct ${issues.map(({ path }) => source(path)).join(", ")}.`);
}

/** The ways to set what is missing: any of these settings. */
function waysToSet(connection: string | undefined, names: readonly SettingName[], command: string): readonly string[] {
  const variables = names.map((name) => environmentName(name, connection)).join(" or ");
  return [
    `set ${variables} in the environment`,
    connection === undefined ? command : `set ${names[0]} of "${connection}" in app-platform:connections`,
  ];
}

/** Key in the stack configuration under which connections are configured, by name. */
const key = "app-platform:connections";

const example = '{"staging": {"baseUrl": "https://…", "token": "…"}}';

const mustBeObject = "must be a JSON object";

/** Settings as they are written. Each says what it must be; messages don't contain the value, since one is a token. */
const written = z
  .union([z.string(), z.number()], { error: "must be a string or a number" })
  .transform(String)
  .optional();

const connections = z.record(z.string(), z.unknown(), { error: mustBeObject });

const connectionSettings = z.strictObject(
  Object.fromEntries(settingNames.map((name) => [name, written])) as Record<SettingName, typeof written>,
  { error: (issue) => (issue.code === "invalid_type" ? mustBeObject : undefined) },
);

/** How a setting of a connection is called in messages. */
export function connectionKey(connection: string, setting: string): string {
  return `${key}: ${connection}.${setting}`;
}

/** The settings of a connection in the stack configuration, still as text. */
export function readConnection(
  text: string | undefined,
  connection: string,
): Partial<Record<SettingName, string | undefined>> {
  if (text === undefined) return {};
  const all = connections.safeParse(parseJson(text));
  if (!all.success) {
    throw new ConfigurationError([`${key} ${mustBeObject}.`], `set it to an object by connection name: ${example}`);
  }
  if (!Object.hasOwn(all.data, connection)) return {};
  const found = connectionSettings.safeParse(all.data[connection]);
  if (found.success) return found.data;
  const problems = found.error.issues.flatMap((issue) => problemsOf(issue, connection));
  throw new ConfigurationError(problems, `correct ${key}: ${example}`);
}

function problemsOf(issue: z.core.$ZodIssue, connection: string): string[] {
  if (issue.code === "unrecognized_keys") return issue.keys.map((name) => unknownSetting(name, connection));
  const subject = issue.path.length === 0 ? `${key}: ${connection}` : connectionKey(connection, issue.path.join("."));
  return [`${subject} ${issue.message}.`];
}

function unknownSetting(name: string, connection: string): string {
  const near = nearestName(name, settingNames);
  const hint = near === undefined ? `the settings are ${settingNames.join(", ")}` : `did you mean ${near}?`;
  return `${connectionKey(connection, name)} isn't a setting; ${hint}${near === undefined ? "." : ""}`;
}
