/** The native provider as a plugin of the engine in this process. */
import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import type { Message as ProtoMessage } from "google-protobuf";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { newNativeProvider } from "../../../provider/native/nativeProvider.js";
import type { Message } from "../../../provider/native/session.js";
import { InitFailure } from "../../../provider/native/state.js";
import { structOf } from "../../../provider/native/structs.js";
import { platformsOfPlugin } from "../../../provider/plugin/platforms.js";
import type { Values } from "../../../provider/schema/json.js";
import { steadyClock } from "../../steady-clock.js";
import { InitError, type Old, type Plugin, type PluginOptions } from "../plugin.js";
import { callsThrough, type Method, type Resource } from "./calls.js";

type Answer = (request: ProtoMessage) => Promise<unknown>;

const valuesIn = (struct: Struct): Values => struct.toJavaScript() as Values;
const inProtocol = ({ inputs, outputs, ...named }: Old): Resource => ({
  ...named,
  inputs: structOf(inputs),
  outputs: structOf(outputs),
});

/** Plugins of the engine in this process get the arguments and outputs as they are in the state. */
export function pluginOver(provider: ReturnType<typeof newNativeProvider>): Plugin {
  const calls = callsThrough((method: Method, request: ProtoMessage) =>
    (provider[method] as Answer)(request).catch((error) => {
      if (!(error instanceof InitFailure)) throw error;
      throw new InitError(error.id, valuesIn(error.properties), error.reasons);
    }),
  );
  return {
    async check(urn, olds, news) {
      const { inputs, failures } = await calls.check(urn, structOf(news), structOf(olds));
      return { inputs: valuesIn(inputs), failures };
    },
    async diff(old, news, ignored) {
      const { isChanged, replaces, isDeletedFirst, details } = await calls.diff(
        inProtocol(old),
        structOf(news),
        ignored,
      );
      return { changes: isChanged, changed: Object.keys(details), replaces, deleteBeforeReplace: isDeletedFirst };
    },
    async create(urn, inputs, isPreview) {
      const { id, outputs } = await calls.create(urn, structOf(inputs), { isPreview });
      return { id, outputs: valuesIn(outputs) };
    },
    async read(old) {
      const found = await calls.read(inProtocol(old));
      if (found === undefined) return { id: "", outputs: {} };
      return { id: found.id, inputs: valuesIn(found.inputs), outputs: valuesIn(found.outputs) };
    },
    async update(old, news, run) {
      return valuesIn((await calls.update(inProtocol(old), structOf(news), run)).outputs);
    },
    async delete(old) {
      await calls.delete(inProtocol(old));
    },
  };
}

/** The plugin, configured as the engine configures the default provider. */
export function startNativePlugin({ env, config, tell, exported, ledger }: PluginOptions): Plugin {
  const shutdown = new AbortController().signal;
  const userAgent = "native plugin of the tests";
  const say = (severity: Message["severity"]) => (text: string) => tell({ severity, urn: "", text });
  const log = { warn: say("warning"), info: say("info") };
  const provider = newNativeProvider({
    environment: env,
    version: "1.2.3",
    schema: {},
    connect: (variables) =>
      platformsOfPlugin(
        { environment: env, userAgent, shutdown, readStack: exported, ledger, log, clock: steadyClock },
        variables,
      ),
    tell: async (message) => tell(message),
    during: (work) => work(),
  });
  const settings = Object.entries(config).map(([key, value]) => [key.replace(/^app-platform:/, ""), value] as const);
  // What it sets is set before it first waits.
  void provider.configure(
    new proto.ConfigureRequest().setArgs(structOf(Object.fromEntries(settings))).setName("default"),
  );
  return pluginOver(provider);
}
