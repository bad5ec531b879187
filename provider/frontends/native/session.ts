/** What the calls of a native provider share: its settings, and the platforms and kinds that it serves with them. */
import type { ReadRequest } from "@pulumi/pulumi/proto/provider_pb.js";
import { nameInToken } from "../../definition/names.js";
import type { Connected } from "../../engine/frontend.js";
import { handlersOf } from "../../engine/handlers.js";
import { ADDRESS, addressIn, DECLARED, isExplicit, PROVIDER_NAME } from "../../engine/hints.js";
import { type ImportedResource, lookupsOf } from "../../engine/lookups.js";
import { newCancellation } from "../../engine/process.js";
import type { EngineRequest } from "../../engine/request.js";
import type { StackState } from "../../engine/stackState.js";
import { ConfigurationError } from "../../errors/index.js";
import { definitionOf, lookupDefinitionOf } from "../../generated/definitionOf.js";
import { type StackConfiguration, specifiedSettings } from "../../platform/configuration.js";
import { environmentName } from "../../platform/environment.js";
import { type SettingName, settingNames, settings, settingsByScheme } from "../../platform/settings.js";
import { isAbsent, isObject, omit, parseJson, sameJson, UNKNOWN, type Value, type Values } from "../../schema/json.js";
import { nearestName } from "../../values/nearestName.js";

/** A message to the user that isn't an error. */
export interface Message {
  readonly severity: "warning" | "info";
  /** Empty for a lookup. */
  readonly urn: string;
  readonly text: string;
}

export interface NativeContext {
  readonly environment: NodeJS.ProcessEnv;
  readonly version: string;
  /** The platforms of this process, with settings from these variables; `provider` is the name of an explicit one. */
  connect(variables: NodeJS.ProcessEnv, provider?: string): Connected;
  /** Resolves when the engine has the message. */
  notify(message: Message): Promise<void>;
  /** Reads what a stack has before the run changes it. */
  noteStart?: StackState["noteStart"];
  /** Runs a call that may send something. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

/** What calls leave for later ones. */
export interface Session extends NativeContext {
  /** The kinds and lookups by name, with the settings of the last Configure. */
  served: ReturnType<typeof servedWith>;
  /** Ends the waits of all calls in progress. */
  cancellation: AbortController;
  /** URNs of resources that were read and not yet diffed: that diff belongs to the refresh and must reject nothing. */
  readonly refreshed: Set<string>;
  /**
   * Imported resources, by URN. `pulumi import` then checks them, and reports missing arguments as a bug of the provider, so masked
   * secrets count as unknown.
   */
  readonly importedNow: Map<string, Pick<ImportedResource, "args" | "known">>;
  /** Names of the arguments that depend on resources outside of this run, from the last check, by URN. */
  readonly pendingOf: Map<string, readonly string[]>;
}

export function newSession(context: NativeContext): Session {
  return {
    ...context,
    served: servedWith(context, "", {}),
    cancellation: newCancellation(),
    refreshed: new Set(),
    importedNow: new Map(),
    pendingOf: new Map(),
  };
}

/** What is on the platforms of a provider with these settings. Its name is empty if it isn't known. */
export function servedWith({ environment, connect }: NativeContext, provider: string, specified: Values) {
  const isDeclared = isExplicit(provider, specified);
  // Why the settings can't work: a destroy uses those of the state, which weren't checked.
  const wrong = isDeclared ? wrongSettings(specified, environment) : [];
  const { platforms, run } = isDeclared
    ? connect(environmentFor(specified, environment), provider)
    : connect(environment);
  const configuration = configurationOf(specified);
  // Cached, since reading settings takes as long as a request.
  const platformFor = once((connection: string | undefined) => {
    if (connection !== undefined || wrong.length === 0) return platforms.of(configuration, connection);
    const texts = wrong.map(([name, reason]) => `The provider's ${name} ${reason}.`);
    throw new ConfigurationError(texts, "correct the provider in your program, then run `pulumi up`.");
  });
  return {
    kinds: once((name: string) => {
      const definition = definitionOf(name);
      return definition && { definition, handlers: handlersOf(definition, platformFor, { definitionOf, run }) };
    }),
    lookups: once((name: string) => {
      const definition = lookupDefinitionOf(name);
      return definition && { definition, lookups: lookupsOf(definition, platformFor) };
    }),
  };
}

/** The same function, called once for each key. */
function once<Key, Result>(find: (key: Key) => Result): (key: Key) => Result {
  const found = new Map<Key, Result>();
  return (key) => {
    const result = found.has(key) ? (found.get(key) as Result) : find(key);
    found.set(key, result);
    return result;
  };
}

/** A message about a resource. Its timeout is in seconds, 0 for none. */
type OfResource = Pick<ReadRequest, "getUrn"> & Partial<Pick<ReadRequest, "getTimeout">>;

export function kindOf({ served, version }: Session, message: OfResource) {
  const token = message.getUrn().split("::")[2]?.split("$").at(-1) ?? "";
  const found = served.kinds(nameInToken(token) ?? "");
  if (found !== undefined) return found;
  throw new Error(`the provider app-platform ${version} has no resource ${token}: use a newer version of it.`);
}

/**
 * Runs a handler with what each request says about its caller; a lookup has no message. The engine gets its messages before its result,
 * since it doesn't show messages after the last result.
 */
export async function ask<T>(
  { notify, during, cancellation: { signal } }: Session,
  message: OfResource | undefined,
  work: (caller: Pick<EngineRequest, "log" | "urn" | "signal" | "seconds">) => Promise<T>,
): Promise<T> {
  const urn = message?.getUrn();
  const seconds = message?.getTimeout?.() ?? 0;
  const deliveries: Promise<void>[] = [];
  const report = (severity: Message["severity"]) => (text: string) =>
    void deliveries.push(notify({ severity, urn: urn ?? "", text }));
  const log = { warn: report("warning"), info: report("info") };
  try {
    return await during(() => work({ log, urn, signal, ...(seconds > 0 && { seconds }) }));
  } finally {
    await Promise.all(deliveries);
  }
}

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

/**
 * Whether a resource moves to another platform: to a provider with another name and another address, perhaps to the default one. If only the
 * address changes, the platform has moved; if only the name changes, it's the same platform. Unknown values count as equal.
 */
export function moveBetween(before: Values, now: Values) {
  const [from, to] = [before[PROVIDER_NAME], now[PROVIDER_NAME]];
  const [old, own] = [addressIn(before), addressIn(now)];
  if (typeof from !== "string" || typeof to !== "string" || from === to) return undefined;
  if (old === undefined || own === undefined || old === own) return undefined;
  const [wasDeclared, isDeclared] = [isExplicit(from, before), isExplicit(to, now)];
  // The default provider has another name for each version.
  if (!wasDeclared && !isDeclared) return undefined;
  return { from, addresses: [old, own] as const, isToDefault: !isDeclared };
}

/** Settings without members that states of earlier versions don't have. */
export function withoutNotes(specified: Values): Values {
  return omit(specified, [ADDRESS, DECLARED]);
}

/** The settings of a provider in the form of the stack's configuration: texts, by full key. */
function configurationOf(specified: Values): StackConfiguration {
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
