import { isAbsolute, join } from "node:path";
import type { SettingWords } from "../errors/appPlatformError.js";
import { ConfigurationError } from "../errors/plan.js";
import { isObject, mapMembers, parseJson, type Values } from "../schema/json.js";
import { nearestName } from "../values/nearestName.js";
import { environmentName, projectFolder } from "./environment.js";
import { type HttpProxy, routeTo } from "./network.js";
import {
  addressIn,
  isLoopback,
  locationOf,
  type SettingName,
  type SettingValues,
  settingNames,
  settingsByScheme,
} from "./settings.js";

/** Settings besides the environment: the stack configuration, by full key. */
export type StackConfiguration = (key: string) => string | undefined;

export interface Configuration extends SettingValues {
  readonly baseUrl: URL;
  /** What messages about a wrong token mention. */
  readonly tokenSource: string;
  readonly proxy?: HttpProxy | undefined;
}

/**
 * Reads the settings. Environment variables take precedence over the stack configuration: `destroy` and `refresh` use the configuration
 * in the state, so only the environment can supply a rotated token.
 *
 * @param folder Where to look for the project, from which paths of files start.
 */
export function readConfiguration(
  stack: StackConfiguration,
  connection?: string,
  environment: NodeJS.ProcessEnv = process.env,
  folder: string = process.cwd(),
): Configuration {
  const specified = specifiedSettings(stack, connection, environment);
  const { baseUrl, tokenFile, logFile, ...values } = parsed(specified, connection);
  const { source } = specified.token.text === undefined ? specified.tokenFile : specified.token;
  const { proxy } = routeTo(baseUrl, environment);
  // The plugin runs in another folder than the user, and messages show the paths.
  const pathOf = (file: string) => (isAbsolute(file) ? file : join(projectFolder(folder), file));
  return {
    ...{ ...values, baseUrl, tokenSource: source },
    ...(tokenFile === undefined ? {} : { tokenFile: pathOf(tokenFile) }),
    ...(logFile === undefined ? {} : { logFile: pathOf(logFile) }),
    ...(proxy === undefined ? {} : { proxy }),
  };
}

export interface SpecifiedSetting {
  readonly text: string | undefined;
  /** What messages about a wrong value mention. */
  readonly source: string;
  readonly isOutside: boolean;
}

const unset: SpecifiedSetting = { text: undefined, source: "", isOutside: false };

/** All settings as they were set; of token and token file, only the one in use. */
export function specifiedSettings(
  stack: StackConfiguration,
  connection: string | undefined,
  environment: NodeJS.ProcessEnv = process.env,
): Record<SettingName, SpecifiedSetting> {
  const named = connection === undefined ? undefined : readConnection(stack("app-platform:connections"), connection);
  const entries = settingNames.map((name): [SettingName, SpecifiedSetting] => {
    const variable = environmentName(name, connection);
    const fromEnvironment = environment[variable] || undefined;
    if (fromEnvironment !== undefined) return [name, { text: fromEnvironment, source: variable, isOutside: true }];
    const key = `app-platform:${name}`;
    const source = connection === undefined ? key : connectionKey(connection, name);
    const text = (named === undefined ? stack(key) : named[name]) || undefined;
    return [name, { text, source, isOutside: false }];
  });
  const specified = Object.fromEntries(entries) as Record<SettingName, SpecifiedSetting>;
  return { ...specified, [isTokenInFile(specified) ? "token" : "tokenFile"]: unset };
}

/**
 * How messages refer to settings: by the place that each has its value from, since another one may have no effect.
 *
 * @param provider The name of the explicit provider whose arguments `stack` has.
 */
export function settingWordsOf(
  stack: StackConfiguration,
  connection: string | undefined,
  environment: NodeJS.ProcessEnv = process.env,
  provider?: string,
): SettingWords {
  return (name, value, isForDestroy = false) => {
    const specified = specifiedSettings(stack, connection, environment)[name as SettingName];
    const { text, source, isOutside } = specified;
    const variable = environmentName(name as SettingName, connection);
    const ofProvider = provider !== undefined && connection === undefined;
    if (value === undefined) {
      if (isOutside) return variable;
      if (ofProvider) return `\`${name}\` of the provider "${provider}"`;
      return text === undefined ? `${source} (or ${variable})` : source;
    }
    if (isOutside) return `set ${variable}=${value} in the environment, which sets it to ${text} now`;
    const way = ofProvider
      ? `set \`${name}: "${value}"\` on the provider "${provider}"`
      : connection === undefined
        ? `pulumi config set app-platform:${name} ${value}`
        : `set ${name} of "${connection}" to "${value}" in ${key}`;
    // Arguments of a provider have precedence over the environment.
    if (!isForDestroy || (ofProvider && text !== undefined)) return way;
    return `${way}; for \`pulumi destroy\`, which uses the configuration of the last \`pulumi up\`, set ${variable}=${value} in the environment`;
  };
}

/** If token and token file come from different places, the one in the environment is used, and the other isn't read. */
function isTokenInFile({ token, tokenFile }: Record<SettingName, SpecifiedSetting>): boolean {
  if (tokenFile.text === undefined) return false;
  return token.text === undefined || (tokenFile.isOutside && !token.isOutside);
}

type CompleteValues = SettingValues & { readonly baseUrl: URL };

/** The values of the settings. Throws with all that are missing or invalid. */
function parsed(specified: Record<SettingName, SpecifiedSetting>, connection: string | undefined): CompleteValues {
  const texts = settingNames.map((name) => [name, specified[name].text] as const);
  const settings = settingsByScheme[specified.tokenScheme.text === "token" ? "token" : "bearer"];
  const result = settings.safeParse(Object.fromEntries(texts.filter(([, text]) => text !== undefined)));
  const missing = required.filter(({ names }) => names.every((name) => specified[name].text === undefined));
  if (result.success && missing.length === 0) return result.data as CompleteValues;
  const issues = result.success ? [] : result.error.issues;
  const problems = [
    ...missing.map(({ what }) => `${what} isn't set.`),
    ...issues.map(({ path, message }) => `${specified[path[0] as SettingName].source} ${message}.`),
  ];
  const invalid = issues.map(({ path }) => path[0] as SettingName);
  const correction = correctionOf(invalid, specified);
  if (missing.length === 0) throw new ConfigurationError(problems, `${correction}.`);
  const ways = waysToSet(connection, missing);
  if (issues.length === 0) throw new ConfigurationError(problems, ways, "missing");
  throw new ConfigurationError(
    problems,
    ways.map((way) => `${way}, and ${correction}`),
  );
}

/** What to do about invalid settings: what to write, where that's obvious. */
function correctionOf(names: readonly SettingName[], specified: Record<SettingName, SpecifiedSetting>): string {
  const ways = names.map((name) => ({ name, way: wayToCorrect(name, specified[name]) }));
  const others = ways.filter(({ way }) => way === undefined).map(({ name }) => specified[name].source);
  return [
    ...ways.flatMap(({ way }) => way ?? []),
    ...(others.length === 0 ? [] : [`correct ${others.join(", ")}`]),
  ].join(", and ");
}

/** For a URL without `https://`, and for a token with what comes along when it's copied. Shows no tokens. */
function wayToCorrect(name: SettingName, { text = "", source }: SpecifiedSetting): string | undefined {
  if (name === "baseUrl") {
    const url = addressIn(text);
    if (url === undefined) return undefined;
    return `set ${source} to ${isLoopback(url) ? "http" : "https"}://${locationOf(url)}`;
  }
  if (name !== "token") return undefined;
  if (/^\s*(bearer|token)\s/i.test(text)) return `leave out the first word of ${source}: the provider adds it`;
  if (/^\s*(["'`]).*\1\s*$/s.test(text)) return `leave out the quotes around ${source}`;
  return undefined;
}

/** Settings that must be set, or one of several. */
interface RequiredSetting {
  readonly names: readonly SettingName[];
  readonly what: string;
  readonly command: string;
}

const [setUrl, setToken] = ["app-platform:baseUrl https://…", "--secret app-platform:token"];
const required: readonly RequiredSetting[] = [
  { names: ["baseUrl"], what: "The platform's base URL", command: `pulumi config set ${setUrl}` },
  { names: ["token", "tokenFile"], what: "The platform's access token", command: `pulumi config set ${setToken}` },
];

function waysToSet(connection: string | undefined, missing: readonly RequiredSetting[]): readonly string[] {
  const variables = missing.map(({ names }) => names.map((name) => environmentName(name, connection)).join(" or "));
  const first = missing.map(({ names }) => names[0]).join(" and ");
  return [
    `set ${variables.join(", and ")} in the environment`,
    connection === undefined
      ? missing.map(({ command }) => command).join(", and ")
      : `set ${first} of "${connection}" in app-platform:connections`,
  ];
}

const key = "app-platform:connections";

const example = '{"staging": {"baseUrl": "https://…", "token": "…"}}';

const mustBeObject = "must be a JSON object";

export function connectionKey(connection: string, setting: string): string {
  return `${key}: ${connection}.${setting}`;
}

/** The settings of a connection. Messages don't contain values, since one is a token. */
export function readConnection(
  text: string | undefined,
  connection: string,
): Partial<Record<SettingName, string | undefined>> {
  if (text === undefined) return {};
  const all = parseJson(text);
  if (!isObject(all)) {
    throw new ConfigurationError([`${key} ${mustBeObject}.`], `set it to an object by connection name: ${example}`);
  }
  if (!Object.hasOwn(all, connection)) return {};
  const found = all[connection];
  const problems = isObject(found) ? problemsIn(found, connection) : [`${key}: ${connection} ${mustBeObject}.`];
  if (problems.length > 0) throw new ConfigurationError(problems, `correct ${key}: ${example}`);
  return mapMembers(found as Values, String);
}

function problemsIn(found: Values, connection: string): string[] {
  const isText = (value: unknown) => typeof value === "string" || Number.isFinite(value);
  const wrong = settingNames.filter((name) => Object.hasOwn(found, name) && !isText(found[name]));
  const unknown = Object.keys(found).filter((name) => !settingNames.includes(name as SettingName));
  return [
    ...wrong.map((name) => `${connectionKey(connection, name)} must be a string or a number.`),
    ...unknown.map((name) => unknownSetting(name, connection)),
  ];
}

function unknownSetting(name: string, connection: string): string {
  const near = nearestName(name, settingNames);
  const hint = near === undefined ? `the settings are ${settingNames.join(", ")}` : `did you mean ${near}?`;
  return `${connectionKey(connection, name)} isn't a setting; ${hint}${near === undefined ? "." : ""}`;
}
