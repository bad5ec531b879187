import { givenSettings, type StackConfiguration } from "../platform/configuration.js";
import { environmentName } from "../platform/environment.js";
import { type SettingName, settingNames, settings, settingsByScheme } from "../platform/settings.js";
import { ADDRESS, addressIn, DECLARED, isExplicit, PROVIDER_NAME } from "../plugin/providerState.js";
import { isAbsent, isObject, mapMembers, parseJson, UNKNOWN, type Value, type Values } from "../schema/json.js";
import { nearestName } from "../values/validate.js";

const prefix = "app-platform:";
const connections = "connections";

export const secretSettings: readonly string[] = [
  ...settingNames.filter((name) => settings.shape[name].meta()?.secret),
  connections,
];

/** What Pulumi itself says about a provider, besides its settings. */
const ofPulumi = ["version", "pluginDownloadURL", "parameterization"];

/** Why settings are refused, by their names: those that do not exist. */
export function unknownSettings(given: Values): readonly (readonly [name: string, reason: string])[] {
  const known = [...settingNames, connections];
  const isUnknown = (name: string) => ![...known, ...ofPulumi].includes(name) && !name.startsWith("__");
  return Object.keys(given)
    .filter(isUnknown)
    .map((name) => {
      const near = nearestName(name, known);
      const others = near === undefined ? `the settings are ${known.join(", ")}` : `did you mean ${near}?`;
      return [name, `isn't a setting; ${others}`];
    });
}

/** Why an explicit provider cannot work with what it is given, by the names of settings. What a preview does not know may be right. */
export function wrongSettings(given: Values, environment: NodeJS.ProcessEnv): readonly (readonly [string, string])[] {
  const all = givenSettings(configurationOf(given), undefined, environmentBeside(given, environment));
  const texts = settingNames.flatMap((name) => (all[name].text === undefined ? [] : [[name, all[name].text] as const]));
  const isGiven = (...names: SettingName[]) => texts.some(([name]) => names.includes(name));
  const noToken = isAbsent(given.baseUrl)
    ? "must be set, or `tokenFile`"
    : "must be set along with `baseUrl`, or `tokenFile` instead: the token in the environment belongs to the address there, and isn't sent to another one";
  const missing = [
    ...(isGiven("baseUrl") ? [] : [["baseUrl", "must be set: the base URL of the platform's API"] as const]),
    ...(isGiven("token", "tokenFile") ? [] : [["token", noToken] as const]),
  ];
  const known = Object.fromEntries(texts.filter(([, text]) => text !== UNKNOWN));
  const scheme = all.tokenScheme.text;
  const result = settingsByScheme[scheme === "token" || scheme === UNKNOWN ? "token" : "bearer"].safeParse(known);
  const issues = result.success ? [] : result.error.issues;
  return [...missing, ...issues.map(({ path, message }) => [String(path[0]), message] as const)];
}

/** The address that a provider uses; nothing if it has none, or no valid one. */
export function addressOf(name: string, given: Values, environment: NodeJS.ProcessEnv): string | undefined {
  const beside = isExplicit(name, given) ? environmentBeside(given, environment) : environment;
  const { text } = givenSettings(configurationOf(given), undefined, beside).baseUrl;
  return text === undefined || text === UNKNOWN ? text : settings.shape.baseUrl.safeParse(text).data?.href;
}

/** A provider whose resources another one gets. */
interface Move {
  readonly from: string;
  readonly addresses: readonly [from: string, to: string];
  /** Whether the resources no longer name a provider. */
  readonly isToDefault: boolean;
}

/**
 * Whether a resource moves to another platform: to a provider that has another name and another address. If only the address
 * changes, the platform has moved; if only the name changes, it is the same platform. What is unknown is the same.
 */
export function moveBetween(before: Values, now: Values): Move | undefined {
  const [from, to] = [before[PROVIDER_NAME], now[PROVIDER_NAME]];
  const [old, own] = [addressIn(before), addressIn(now)];
  if (typeof from !== "string" || typeof to !== "string" || from === to) return undefined;
  if (old === undefined || own === undefined || old === own) return undefined;
  const [wasDeclared, isDeclared] = [isExplicit(from, before), isExplicit(to, now)];
  // The default provider has another name for each version.
  if (!wasDeclared && !isDeclared) return undefined;
  return { from, addresses: [old, own], isToDefault: !isDeclared };
}

/** Settings without redundant members, which a state of an earlier version doesn't have. */
export function withoutNotes(given: Values): Values {
  return mapMembers(given, (value, name) => ([ADDRESS, DECLARED].includes(name) ? undefined : value));
}

/** The settings of a provider, as the stack's configuration has them: texts, by full key. */
export function configurationOf(given: Values): StackConfiguration {
  return (key) => textOf(given[key.slice(prefix.length)]);
}

function textOf(value: Value | undefined): string | undefined {
  if (isAbsent(value)) return undefined;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/**
 * The variables of the environment, without those that would override what an explicit provider is given, itself or for its
 * connections. A token there is for the address there: it is not sent to one that the provider is given.
 */
export function environmentBeside(given: Values, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const text = textOf(given[connections]);
  const known = text === undefined ? undefined : parseJson(text);
  const connected = Object.entries(isObject(known) ? known : {}).flatMap(([name, own]) =>
    isObject(own) ? variablesBeside(own, name) : [],
  );
  const settled = [...variablesBeside(given), ...connected];
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !settled.includes(name)));
}

/** The variables that count no longer where these settings are given. */
function variablesBeside(given: Values, connection?: string): string[] {
  const own = settingNames.filter((name) => !isAbsent(given[name]));
  const tokens: readonly SettingName[] = ["token", "tokenFile"];
  const hasOwnToken = [...tokens, "baseUrl" as const].some((name) => own.includes(name));
  return [...own, ...(hasOwnToken ? tokens : [])].map((name) => environmentName(name, connection));
}
