import type { ReadRequest } from "@pulumi/pulumi/proto/provider_pb.js";
import type { LookupDefinition, ResourceDefinition } from "../../definition/kind.js";
import { nameInToken } from "../../definition/names.js";
import type { Connected } from "../../engine/frontend.js";
import { type Handlers, handlersOf } from "../../engine/handlers.js";
import { isExplicit } from "../../engine/hints.js";
import { type ImportedResource, lookupsOf } from "../../engine/lookups.js";
import { newCancellation } from "../../engine/process.js";
import type { EngineRequest } from "../../engine/request.js";
import type { StackState } from "../../engine/stackState.js";
import { ConfigurationError } from "../../errors/index.js";
import { definitionOf, lookupDefinitionOf } from "../../generated/definitionOf.js";
import type { Values } from "../../schema/json.js";
import { configurationOf, environmentFor, wrongSettings } from "./settings.js";

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
  served: Served;
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

interface NativeKind {
  readonly definition: ResourceDefinition;
  readonly handlers: Handlers;
}

interface NativeLookup {
  readonly definition: LookupDefinition;
  readonly lookups: ReturnType<typeof lookupsOf>;
}

interface Served {
  readonly kinds: (name: string) => NativeKind | undefined;
  readonly lookups: (name: string) => NativeLookup | undefined;
}

/** What is on the platforms of a provider with these settings. Its name is empty if it isn't known. */
export function servedWith({ environment, connect }: NativeContext, provider: string, specified: Values): Served {
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
    kinds: once((name) => {
      const definition = definitionOf(name);
      return definition && { definition, handlers: handlersOf(definition, platformFor, { definitionOf, run }) };
    }),
    lookups: once((name) => {
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

export function kindOf({ served, version }: Session, message: OfResource): NativeKind {
  const token = message.getUrn().split("::")[2]?.split("$").at(-1) ?? "";
  const found = served.kinds(nameInToken(token) ?? "");
  if (found !== undefined) return found;
  throw new Error(`the provider app-platform ${version} has no resource ${token}: use a newer version of it.`);
}

/**
 * Runs a handler with what each request says about its caller. The engine gets its messages before its result, since it doesn't show
 * messages after the last result.
 *
 * @param message Nothing for a lookup.
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
