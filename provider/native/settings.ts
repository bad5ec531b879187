import type { StackConfiguration } from "../platform/configuration.js";
import { environmentName } from "../platform/environmentNames.js";
import { type SettingName, settingNames, settings } from "../platform/settings.js";
import { isAbsent, type Value, type Values } from "../schema/json.js";
import { nearestName } from "../values/nearestName.js";

const prefix = "app-platform:";
const connections = "connections";

/** The settings that are secret. */
export const secretSettings: readonly string[] = [
  ...settingNames.filter((name) => settings.shape[name].meta()?.secret),
  connections,
];

/** What Pulumi itself says of a provider beside its settings. */
const ofPulumi = ["version", "pluginDownloadURL", "parameterization"];

/** Why settings are refused, by their names: those that do not exist. */
export function unknownSettings(given: Values): readonly (readonly [name: string, reason: string])[] {
  const known = [...settingNames, connections];
  const isUnknown = (name: string) => ![...known, ...ofPulumi].includes(name) && !name.startsWith("__");
  return Object.keys(given)
    .filter(isUnknown)
    .map((name) => {
      const near = nearestName(name, known);
      return [name, near === undefined ? `the settings are ${known.join(", ")}` : `did you mean ${near}?`];
    });
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
  return !/^default(_|$)/.test(name);
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
