/** One process of Pulumi's plugin: the provider's own code, in virtual time, on a network that fails. */

import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { type Claims, newClaims } from "../../../provider/claims/claims.js";
import type { Holders } from "../../../provider/claims/holders.js";
import type { Ledger } from "../../../provider/claims/holdings.js";
import type { ResourceDefinition } from "../../../provider/definition/resourceDefinition.js";
import { resourceProviderOf } from "../../../provider/dynamic/resourceProvider.js";
import type { PlatformFor } from "../../../provider/lifecycle/call.js";
import { newNativeProvider } from "../../../provider/native/nativeProvider.js";
import type { Clock } from "../../../provider/platform/clock.js";
import { readConfiguration } from "../../../provider/platform/configuration.js";
import { type Deployments, newDeployments } from "../../../provider/platform/deployments.js";
import type { EndpointSet } from "../../../provider/platform/endpoint.js";
import { type Platform, platformOf } from "../../../provider/platform/platform.js";
import type { Transport } from "../../../provider/platform/transport.js";
import { newShutdown } from "../../../provider/plugin/shutdown.js";
import type { Values } from "../../../provider/schema/json.js";
import type { markSecrets } from "../../../provider/values/secrets.js";
import type { Chance } from "../../chance.js";
import { idIn, propertiesIn } from "../dynamic-requests.js";
import type { Door } from "../faults/provider.js";
import { pluginOver } from "../native/plugin.js";
import type { Plugin as Lifecycle } from "../plugin.js";
import { type Connection, connections, type Process } from "./program.js";
import type { Schedule } from "./schedule.js";
import { unmarked } from "./secrets.js";

/** The processes of a run, each of which starts when it is needed. */
export interface Plugin {
  lifecycle(kind: string, by: Process): Lifecycle;
  /** What the engine passes of what a program gives. */
  given(inputs: Values, by: Process): Values;
  /** What the state keeps of what the plugin has returned with its marks. */
  kept(values: Values, by: Process): Values;
  /** Tells the process to end, as a signal or the end of the engine does. */
  interrupt(): void;
  /** Ends the process: none of its code runs on. */
  kill(): void;
  readonly isAlive: () => boolean;
}

export interface PluginOptions {
  readonly schedule: Schedule;
  readonly chance: Chance;
  /** How far this machine's clock is ahead of the platform's, in milliseconds. */
  readonly skew: number;
  readonly token: string;
  readonly endpoints: EndpointSet;
  readonly definitions: readonly ResourceDefinition[];
  /** What the platform's settings say about deletes; the default if omitted. */
  readonly onDelete?: string;
  /** Who has which resource, by the state of the stack, as one process reads it. */
  holders(): Holders;
  /** What a process of the run reads and writes. */
  ledger(writer: string): Ledger;
  /** What differs from what the provider knows of the platform through one connection. */
  altered(platform: Platform): Partial<Platform>;
  /** How it marks what is secret. */
  readonly mark: typeof markSecrets | undefined;
  transport(isAlive: () => boolean): Transport;
  tell(severity: Severity, text: string): void;
}

export type { Lifecycle };
export type Severity = "warning" | "info";

/** What never comes: for who waits in a process that is dead. */
export const never = new Promise<never>(() => {});

export function startPlugin(options: PluginOptions): Plugin {
  const { schedule, chance, skew, token, endpoints, onDelete, holders, ledger, altered } = options;
  const shutdown = newShutdown();
  let isDead = false;
  const isAlive = () => !isDead;

  const clock: Clock = {
    now: () => schedule.now() + skew,
    elapsed: schedule.now,
    random: chance.next,
    after: (milliseconds, call) => schedule.after(milliseconds, () => (isDead ? undefined : call()), true),
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        const abort = () => {
          cancel();
          if (isAlive()) reject(signal?.reason);
        };
        const cancel = schedule.after(milliseconds, () => {
          signal?.removeEventListener("abort", abort);
          if (isAlive()) resolve();
        });
        if (signal?.aborted) abort();
        else signal?.addEventListener("abort", abort, { once: true });
      }),
  };

  const transport = options.transport(isAlive);
  const connected = (connection: Connection | undefined, shared: Claims, begun: Deployments) => {
    const prefix = connection === undefined ? "APP_PLATFORM" : `APP_PLATFORM_${connection.toUpperCase()}`;
    const configuration = readConfiguration(() => undefined, connection, {
      [`${prefix}_BASE_URL`]: `https://${connection === "alias" ? "alias" : "platform"}.example`,
      [`${prefix}_TOKEN`]: token,
      [`${prefix}_ENDPOINTS`]: endpoints,
      ...(onDelete === undefined ? {} : { [`${prefix}_ON_DELETE`]: onDelete }),
    });
    const parts = { clock, transport, shutdown: shutdown.signal, claims: shared, deployments: begun };
    const platform = platformOf(configuration, parts);
    return { ...platform, ...altered(platform) };
  };
  const started = (by: Process) => {
    const shared = newClaims(holders(), ledger(by));
    const begun = newDeployments();
    const platforms = new Map(
      [undefined, ...connections].map((each) => [each as string | undefined, connected(each, shared, begun)]),
    );
    const platformFor = (connection: string | undefined) => {
      const platform = platforms.get(connection);
      if (platform === undefined) throw new Error(`no connection ${connection}`);
      return platform;
    };
    return through[by === "dynamic" ? "dynamic" : "native"](options, platformFor, shutdown.track);
  };
  const running = new Map<Process, ReturnType<typeof started>>();
  const of = (by: Process) => {
    const known = running.get(by) ?? started(by);
    running.set(by, known);
    return known;
  };
  return {
    isAlive,
    given: (inputs, by) => of(by).given(inputs),
    kept: (values, by) => of(by).kept(values),
    lifecycle: (kind, by) => (isDead ? deadLifecycle : of(by).lifecycle(kind)),
    interrupt: () => shutdown.begin("the simulation ended it"),
    kill() {
      isDead = true;
    },
  };
}

type Through = (
  options: PluginOptions,
  platformFor: PlatformFor,
  during: <T>(work: () => Promise<T>) => Promise<T>,
) => {
  lifecycle(kind: string): Lifecycle;
  given(inputs: Values): Values;
  kept(values: Values): Values;
};

const through: Readonly<Record<Door, Through>> = {
  dynamic({ definitions, mark, tell }, platformFor, during) {
    const log = { warn: (text: string) => tell("warning", text), info: (text: string) => tell("info", text) };
    const lifecycles = new Map(
      definitions.map((definition) => {
        const provider = resourceProviderOf(definition, platformFor, { log, during, ...(mark && { mark }) });
        return [definition.kind, ofDynamic(provider as Required<typeof provider>)];
      }),
    );
    return {
      lifecycle(kind) {
        const found = lifecycles.get(kind);
        if (found === undefined) throw new Error(`no kind ${kind}`);
        return found;
      },
      given: withText,
      // The engine passes plain values, and marks them in the state itself.
      kept: (values) => withText(unmarked(values)),
    };
  },
  native({ tell }, platformFor, during) {
    const provider = newNativeProvider({
      environment: {},
      version: "1.2.3",
      schema: {},
      connect: () => ({ of: (_, connection) => platformFor(connection), forgetLists: () => undefined }),
      tell: async ({ severity, text }) => tell(severity === "warning" ? severity : "info", text),
      during,
    });
    const lifecycle = pluginOver(provider);
    return { lifecycle: () => lifecycle, given: (inputs) => inputs, kept: (values) => values };
  },
};

/** The text of the provider, which the engine keeps beside the values. */
const withText = (values: Values): Values => ({ ...values, __provider: "exports.handler=…" });

function ofDynamic(provider: Required<ReturnType<typeof resourceProviderOf>>): Lifecycle {
  return {
    async check(_urn, olds, news) {
      const { inputs, failures } = await provider.check(olds, news);
      return { inputs: inputs as Values, failures: (failures ?? []).map(({ reason }) => reason) };
    },
    async diff(old, news) {
      const { outputs } = old;
      const id = idIn(new proto.DiffRequest(), old);
      const { changes, replaces = [], deleteBeforeReplace = false } = await provider.diff(id, outputs, news);
      return { changes, changed: [], replaces, deleteBeforeReplace };
    },
    async create(urn, inputs) {
      const { id, outs } = await provider.create(propertiesIn(new proto.CreateRequest(), urn, inputs));
      return { id, outputs: outs as Values };
    },
    async read({ urn, id, outputs }) {
      const given = propertiesIn(new proto.ReadRequest(), urn, outputs);
      const { id: found = "", props, inputs } = await provider.read(id, given);
      return { id: found, outputs: props as Values, ...(inputs === undefined ? {} : { inputs: inputs as Values }) };
    },
    update: async (old, news) =>
      (await provider.update(idIn(new proto.UpdateRequest(), old), old.outputs, news)).outs as Values,
    async delete(old) {
      await provider.delete(idIn(new proto.DeleteRequest(), old), old.outputs);
    },
  };
}

const dead = () => never;
const deadLifecycle: Lifecycle = { check: dead, diff: dead, create: dead, read: dead, update: dead, delete: dead };
