import { ADDRESS, addressIn, DECLARED, isExplicit, PROVIDER_NAME } from "../../engine/hints.js";
import { type StackConfiguration, specifiedSettings } from "../../platform/configuration.js";
import { environmentName } from "../../platform/environment.js";
import { type SettingName, settingNames, settings, settingsByScheme } from "../../platform/settings.js";
import { isAbsent, isObject, omit, parseJson, sameJson, UNKNOWN, type Value, type Values } from "../../schema/json.js";
import { nearestName } from "../../values/nearestName.js";

const prefix = "app-platform:";
const connections = "connections";

export const secretSettings: readonly string[] = [
  ...settingNames.filter((name) => settings.shape[name].meta()?.secret),
  connections,
];

/** Inputs of a provider that are Pulumi's own. */
const ofPulumi = ["version", "pluginDownloadURL", "parameterization"];

/** Rejects settings that don't exist, by name. */
export function unknownSettings(specified: Values): readonly (readonly [name: string, reason: string])[] {
  const known = [...settingNames, connections];
  const isUnknown = (name: string) => ![...known, ...ofPulumi].includes(name) && !name.startsWith("__");
  return Object.keys(specified)
    .filter(isUnknown)
    .map((name) => {
      const near = nearestName(name, known);
      const others = near === undefined ? `the settings are ${known.join(", ")}` : `did you mean ${near}?`;
      return [name, `isn't a setting; ${others}`];
    });
}

/** Why the settings of an explicit provider can't work, by name. Unknown values may be valid. */
export function wrongSettings(
  specified: Values,
  environment: NodeJS.ProcessEnv,
): readonly (readonly [string, string])[] {
  const all = specifiedSettings(configurationOf(specified), undefined, environmentFor(specified, environment));
  const texts = settingNames.flatMap((name) => (all[name].text === undefined ? [] : [[name, all[name].text] as const]));
  const isSpecified = (...names: SettingName[]) => texts.some(([name]) => names.includes(name));
  const noToken = isAbsent(specified.baseUrl)
    ? "must be set, or `tokenFile`"
    : "must be set along with `baseUrl`, or `tokenFile` instead: the token in the environment belongs to the address there, and isn't sent to another one";
  const missing = [
    ...(isSpecified("baseUrl") ? [] : [["baseUrl", "must be set: the base URL of the platform's API"] as const]),
    ...(isSpecified("token", "tokenFile") ? [] : [["token", noToken] as const]),
  ];
  const known = Object.fromEntries(texts.filter(([, text]) => text !== UNKNOWN));
  const scheme = all.tokenScheme.text;
  const result = settingsByScheme[scheme === "token" || scheme === UNKNOWN ? "token" : "bearer"].safeParse(known);
  const issues = result.success ? [] : result.error.issues;
  return [...missing, ...issues.map(({ path, message }) => [String(path[0]), message] as const)];
}

/** Whether a provider has settings that the stack's configuration, which the engine passes to its default provider, doesn't have. */
export function hasOwnSettings(specified: Values, { PULUMI_CONFIG }: NodeJS.ProcessEnv): boolean {
  const ofStack = parseJson(PULUMI_CONFIG ?? "");
  if (!isObject(ofStack)) return false;
  const comparable = (text: string | undefined) => (text === undefined ? null : (parseJson(text) ?? text));
  return [...settingNames, connections].some(
    (name) => !sameJson(comparable(textOf(specified[name])), comparable(textOf(ofStack[`${prefix}${name}`]))),
  );
}

/** The address that a provider uses; nothing if it has no valid one. */
export function addressOf(name: string, specified: Values, environment: NodeJS.ProcessEnv): string | undefined {
  const siblings = isExplicit(name, specified) ? environmentFor(specified, environment) : environment;
  const { text } = specifiedSettings(configurationOf(specified), undefined, siblings).baseUrl;
  return text === undefined || text === UNKNOWN ? text : settings.shape.baseUrl.safeParse(text).data?.href;
}

/** The former provider of resources. */
interface Move {
  readonly from: string;
  readonly addresses: readonly [from: string, to: string];
  /** Whether the resources no longer have an explicit provider. */
  readonly isToDefault: boolean;
}

/**
 * Whether a resource moves to another platform: to a provider with another name and another address. If only the address changes, the
 * platform has moved; if only the name changes, it's the same platform. Unknown values count as equal.
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

/** Settings without members that states of earlier versions don't have. */
export function withoutNotes(specified: Values): Values {
  return omit(specified, [ADDRESS, DECLARED]);
}

/** The settings of a provider in the form of the stack's configuration: texts, by full key. */
export function configurationOf(specified: Values): StackConfiguration {
  return (key) => textOf(specified[key.slice(prefix.length)]);
}

function textOf(value: Value | undefined): string | undefined {
  if (isAbsent(value)) return undefined;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/**
 * The environment without variables that would override settings of an explicit provider or its connections. A token in the environment
 * belongs to the address there, and isn't sent to the provider's.
 */
export function environmentFor(specified: Values, environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const text = textOf(specified[connections]);
  const known = text === undefined ? undefined : parseJson(text);
  const connected = Object.entries(isObject(known) ? known : {}).flatMap(([name, own]) =>
    isObject(own) ? otherVariables(own, name) : [],
  );
  const flushed = [...otherVariables(specified), ...connected];
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !flushed.includes(name)));
}

/** The variables that these settings override. */
function otherVariables(specified: Values, connection?: string): string[] {
  const own = settingNames.filter((name) => !isAbsent(specified[name]));
  const tokens: readonly SettingName[] = ["token", "tokenFile"];
  const hasOwnToken = [...tokens, "baseUrl" as const].some((name) => own.includes(name));
  return [...own, ...(hasOwnToken ? tokens : [])].map((name) => environmentName(name, connection));
}
