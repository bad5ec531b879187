/** The plugin of dynamic providers, in this process. */
import type * as pulumi from "@pulumi/pulumi";
import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import gstruct from "google-protobuf/google/protobuf/struct_pb.js";
import { newProviders } from "../../provider/dynamic/resourceProvider.js";
import type { Value, Values } from "../../provider/schema/json.js";
import { steadyClock } from "../steady-clock.js";
import { idIn, propertiesIn } from "./dynamic-requests.js";
import { InitError, type Plugin, type PluginOptions } from "./plugin.js";
import { forPlugin, withSecretsOf } from "./values.js";

/** What passes between the engine and a plugin: a protobuf struct. It throws where the plugin's server would. */
function overWire(values: unknown): Values {
  return gstruct.Struct.fromJavaScript(values as never).toJavaScript() as Values;
}

const sent = (values: Values) => overWire(forPlugin(values));

export function startDynamicPlugin({ env, config, root, tell, exported, ledger }: PluginOptions): Plugin {
  const say = (severity: "warning" | "info") => (text: string) => tell({ severity, urn: root, text });
  const known = newProviders({
    environment: env,
    userAgent: "dynamic plugin of the tests",
    log: { warn: say("warning"), info: say("info") },
    shutdown: new AbortController().signal,
    readStack: exported,
    ledger,
    clock: steadyClock,
    during: (work) => work(),
  });
  const provider = (kind: string) => {
    const found = known(kind) as Required<pulumi.dynamic.ResourceProvider>;
    void found.configure({ config: { get: (key: string) => config[key] } as pulumi.dynamic.Config });
    return found;
  };

  const providers = new Map<string, pulumi.dynamic.ResourceProvider>();
  const providerOf = ({ __provider: text }: Values): pulumi.dynamic.ResourceProvider => {
    const known = providers.get(text as string);
    if (known !== undefined) return known;
    const exports: { handler?: () => pulumi.dynamic.ResourceProvider } = {};
    new Function("exports", "require", text as string)(exports, () => ({ provider }));
    const made = (exports.handler as () => pulumi.dynamic.ResourceProvider)();
    providers.set(text as string, made);
    return made;
  };
  const withText = (result: unknown, { __provider }: Values) =>
    overWire({ ...((result as Values | undefined) ?? {}), __provider });
  const partial = (error: unknown, given: Values): never => {
    const { id, properties, reasons } = error as { id?: string; properties?: Values; reasons?: string[] };
    if (id === undefined) throw error;
    throw new InitError(id, withSecretsOf(overWire(properties ?? {}), given), reasons ?? []);
  };

  return {
    async check(_urn, olds, news) {
      const given = sent(news);
      const { check } = providerOf(given);
      const checked = (await check?.(sent(olds), given)) ?? { inputs: given };
      const inputs = withText(checked.inputs ?? given, given);
      return {
        inputs: withSecretsOf(inputs, news),
        failures: (checked.failures ?? []).map(({ reason }) => reason),
      };
    },
    async diff(old, news) {
      const [given, before] = [sent(news), sent(old.outputs)];
      const {
        changes,
        replaces = [],
        deleteBeforeReplace = false,
      } = (await providerOf(given).diff?.(idIn(new proto.DiffRequest(), old), before, given)) ?? {};
      return {
        changes: typeof changes === "boolean" ? changes : undefined,
        replaces,
        deleteBeforeReplace,
        changed: [],
      };
    },
    async create(urn, inputs, isPreview) {
      if (isPreview) return { id: "", outputs: inputs };
      const given = propertiesIn(new proto.CreateRequest(), urn, sent(inputs));
      try {
        const { id, outs } = await providerOf(given).create(given);
        if (typeof id !== "string") throw new TypeError("the id isn't a string");
        return { id, outputs: withSecretsOf(withText(outs, given), inputs) };
      } catch (error) {
        return partial(error, inputs);
      }
    },
    async read({ urn, id, inputs, outputs }) {
      const given = propertiesIn(new proto.ReadRequest(), urn, sent(outputs));
      const found = await providerOf(given).read?.(id, given);
      if (found === undefined) return { id, outputs };
      return {
        id: found.id ?? "",
        outputs: withSecretsOf(withText(found.props, given), outputs),
        ...(found.inputs === undefined ? {} : { inputs: withSecretsOf(withText(found.inputs, given), inputs) }),
      };
    },
    async update(old, news, { isPreview }) {
      if (isPreview) return news;
      const [given, before] = [sent(news), sent(old.outputs)];
      try {
        const { outs } = (await providerOf(given).update?.(idIn(new proto.UpdateRequest(), old), before, given)) ?? {};
        return withSecretsOf(withText(outs, given), news);
      } catch (error) {
        return partial(error, news);
      }
    },
    async delete(old) {
      const given = sent(old.outputs);
      const provider = providerOf(given);
      await provider.delete?.(idIn(new proto.DeleteRequest(), old), given as Record<string, Value>);
    },
  };
}
