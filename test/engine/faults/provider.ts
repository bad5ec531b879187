/** The provider in this process: its lifecycle over the real client, with the times that a test needs. */
import type { Message as ProtoMessage } from "google-protobuf";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import type { Log } from "../../../provider/definition/resourceDefinition.js";
import { InitFailure, resourceProviderOf } from "../../../provider/dynamic/resourceProvider.js";
import { newNativeProvider } from "../../../provider/native/nativeProvider.js";
import { InitFailure as NativeInitFailure } from "../../../provider/native/state.js";
import { structOf } from "../../../provider/native/structs.js";
import { readConfiguration } from "../../../provider/platform/configuration.js";
import type { EndpointSet } from "../../../provider/platform/endpoint.js";
import { type Platform, platformOf } from "../../../provider/platform/platform.js";
import type { Values } from "../../../provider/schema/json.js";
import { steadyClock } from "../../steady-clock.js";
import { definitionOf, PROVIDER_TEXT } from "../../unit/pretend-platform.js";
import { callsThrough, plain, type Resource } from "../native/calls.js";
import { urnOf } from "../native/door.js";

/** How the engine reaches the provider. */
export const doors = ["dynamic", "native"] as const;
export type Door = (typeof doors)[number];

export interface ProviderSettings {
  /** The dynamic one if omitted. */
  readonly door?: Door;
  readonly url: string;
  readonly token: string;
  /** Takes the place of the token. */
  readonly tokenFile?: string | undefined;
  /** If omitted, requests aren't logged. */
  readonly logFile?: string | undefined;
  readonly endpoints?: EndpointSet;
  readonly requestSeconds?: number;
  readonly operationSeconds?: number;
}

/** A resource as the engine keeps it. */
export interface Kept {
  readonly id: string;
  readonly state: Values;
}

/** The verbs of one kind, as the engine calls them. */
export interface Verbs {
  /** The reasons why the arguments are refused. */
  check(args: Values, before?: Values): Promise<string[]>;
  create(args: Values): Promise<Kept>;
  read(id: string, state: Values): Promise<Kept>;
  update(id: string, state: Values, args: Values): Promise<Kept>;
  delete(id: string, state: Values): Promise<void>;
  /** Whether an update would change something. */
  diff(id: string, state: Values, args: Values): Promise<Difference>;
}

interface Difference {
  readonly changes?: boolean;
  readonly replaces?: readonly string[];
}

export interface Provider {
  of(kind: string): Verbs;
  readonly platform: Platform;
  readonly warnings: readonly string[];
}

export function providerAt(settings: ProviderSettings): Provider {
  const { door = "dynamic", url, token, tokenFile, logFile, endpoints = "documented" } = settings;
  const { requestSeconds = 10, operationSeconds = 20 } = settings;
  const configuration = readConfiguration(() => undefined, undefined, {
    APP_PLATFORM_BASE_URL: url,
    APP_PLATFORM_ENDPOINTS: endpoints,
    ...(logFile === undefined ? {} : { APP_PLATFORM_LOG_FILE: logFile }),
    ...(tokenFile === undefined ? { APP_PLATFORM_TOKEN: token } : { APP_PLATFORM_TOKEN_FILE: tokenFile }),
  });
  const warnings: string[] = [];
  const log = { warn: (text: string) => void warnings.push(text), info: () => undefined };
  const platform = platformOf(
    // Not by the environment: parts of a second are given here.
    { ...configuration, requestTimeoutSeconds: requestSeconds, operationTimeoutSeconds: operationSeconds },
    { clock: steadyClock },
  );
  const of = door === "dynamic" ? throughDynamic(platform, log) : throughNative(platform, log);
  return { platform, warnings, of };
}

function throughDynamic(platform: Platform, log: Log): Provider["of"] {
  const withText = (values: Values): Values => ({ ...values, __provider: PROVIDER_TEXT });
  return (kind) => {
    const lifecycle = resourceProviderOf(definitionOf(kind), () => platform, { log });
    return {
      async check(args, before) {
        const checked = await lifecycle.check?.(before === undefined ? {} : withText(before), withText(args));
        return (checked?.failures ?? []).map(({ reason }) => reason);
      },
      async create(args) {
        const { id, outs } = await lifecycle.create(withText(args));
        return { id, state: outs ?? {} };
      },
      async read(id, state) {
        const now = await lifecycle.read?.(id, withText(state));
        return { id: now?.id ?? "", state: now?.props ?? {} };
      },
      async update(id, state, args) {
        const now = await lifecycle.update?.(id, withText(state), withText(args));
        return { id, state: now?.outs ?? {} };
      },
      async delete(id, state) {
        await lifecycle.delete?.(id, withText(state));
      },
      diff: async (id, state, args) => (await lifecycle.diff?.(id, withText(state), withText(args))) ?? {},
    };
  };
}

/** What the engine keeps for the native provider beside the outputs, by these. */
const kept = new WeakMap<Values, Pick<Resource, "inputs" | "outputs">>();

function throughNative(platform: Platform, log: Log): Provider["of"] {
  const provider = newNativeProvider({
    environment: {},
    version: "1.2.3",
    schema: {},
    connect: () => ({ of: () => platform, forgetLists: () => undefined }),
    tell: async ({ severity, text }) => (severity === "warning" ? log.warn(text) : log.info(text)),
    during: (work) => work(),
  });
  const remembered = (inputs: Struct, outputs: Struct): Values => {
    const state = plain(outputs);
    kept.set(state, { inputs, outputs });
    return state;
  };
  return (kind) => {
    const calls = callsThrough((method, request) =>
      (provider[method] as (request: ProtoMessage) => Promise<unknown>)(request),
    );
    const urn = urnOf(kind, "it");
    const resource = (id: string, state: Values): Resource => ({
      ...{ urn, id },
      // What a test has made up is read like what no program manages.
      ...(kept.get(state) ?? { inputs: structOf(state), outputs: structOf(state) }),
    });
    const keeping = async (inputs: Struct, work: () => Promise<Resource>): Promise<Kept> => {
      try {
        const { id, outputs } = await work();
        return { id, state: remembered(inputs, outputs) };
      } catch (error) {
        if (!(error instanceof NativeInitFailure)) throw error;
        throw new InitFailure(error as never, remembered(inputs, error.properties));
      }
    };
    return {
      async check(args, before = {}) {
        return (await calls.check(urn, structOf(args), structOf(before))).failures;
      },
      create(args) {
        const inputs = structOf(args);
        return keeping(inputs, () => calls.create(urn, inputs));
      },
      async read(id, state) {
        const found = await calls.read(resource(id, state));
        return found === undefined ? { id: "", state: {} } : { id, state: remembered(found.inputs, found.outputs) };
      },
      update(id, state, args) {
        const inputs = structOf(args);
        return keeping(inputs, () => calls.update(resource(id, state), inputs));
      },
      delete: (id, state) => calls.delete(resource(id, state)),
      async diff(id, state, args) {
        const { isChanged, replaces } = await calls.diff(resource(id, state), structOf(args));
        return { changes: isChanged, ...(replaces.length === 0 ? {} : { replaces }) };
      },
    };
  };
}
