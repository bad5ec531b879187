import { givenSettings, type StackConfiguration } from "../platform/configuration.js";
import { environmentName } from "../platform/environmentNames.js";
import { type SettingName, settingNames, settings, settingsByScheme } from "../platform/settings.js";
import { isAbsent, type Value, type Values } from "../schema/json.js";
import { UNKNOWN } from "../schema/unknown.js";
import { nearestName } from "../values/nearestName.js";

const prefix = "app-platform:";
const connections = "connections";

/** The settings that are secret. */
export const secretSettings: readonly string[] = [
  ...settingNames.filter((name) => settings.shape[name].meta()?.secret),
  connections,
];

/** The input in which a provider's state keeps its name: the engine compares the settings of two providers without their names. */
export const PROVIDER_NAME = "__name";

/** What Pulumi itself says about a provider beside its settings. */
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
  const missing = [
    ...(isGiven("baseUrl") ? [] : [["baseUrl", "must be given: the base URL of the platform's API"] as const]),
    ...(isGiven("token", "tokenFile") ? [] : [["token", "must be given, or `tokenFile`"] as const]),
  ];
  const known = Object.fromEntries(texts.filter(([, text]) => text !== UNKNOWN));
  const scheme = all.tokenScheme.text;
  const result = settingsByScheme[scheme === "token" || scheme === UNKNOWN ? "token" : "bearer"].safeParse(known);
  const issues = result.success ? [] : result.error.issues;
  return [...missing, ...issues.map(({ path, message }) => [String(path[0]), message] as const)];
}

/**
 * Whether a resource moves to another platform: to a provider that has another name and another address. A provider that keeps its
 * name has moved with its platform, and one that keeps its address is only called differently. What is unknown is the same.
 */
export function isOtherPlatform(before: Values, now: Values): boolean {
  const differs = (name: string) => {
    const [one, other] = [before[name], now[name]];
    return typeof one === "string" && typeof other === "string" && ![one, other].includes(UNKNOWN) && one !== other;
  };
  return differs(PROVIDER_NAME) && differs("baseUrl");
}

/** The settings of a provider, as the stack's configuration has them: texts, by full key. */
export function configurationOf(given: Values): StackConfiguration {
  return (key) => textOf(given[key.slice(prefix.length)]);
}

function textOf(value: Value | undefined): string | undefined {
  if (isAbsent(value)) return undefined;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Whether the program declares the provider, with settings of its own. The engine declares the default one, also per version. */
export function isExplicit(name: string): boolean {
  return !/^(default(_|$)|$)/.test(name);
}

/** The variables of the environment, without those that would override what an explicit provider is given. */
export function environmentBeside(given: Values, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = settingNames.filter((name) => !isAbsent(given[name]));
  const tokens: readonly SettingName[] = ["token", "tokenFile"];
  const settled = [...own, ...(tokens.some((name) => own.includes(name)) ? tokens : [])].map((name) =>
    environmentName(name),
  );
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !settled.includes(name)));
}
