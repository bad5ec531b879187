/** The plugins of an operation, in this process: one of each provider. */
import type * as pulumi from "@pulumi/pulumi";
import { type PluginContext, platformsOfPlugin } from "../../../provider/engine/frontend.js";
import type { StackState } from "../../../provider/engine/stackState.js";
import { newProviders } from "../../../provider/frontends/dynamic/provider.js";
import type { Message } from "../../../provider/frontends/native/session.js";
import { type Ledger, sharedLedger } from "../../../provider/ownership/ownership.js";
import { steadyClock } from "../../support/fake-clock.js";
import { dynamicFrontend, type Frontend, type FrontendName, nativeFrontend, sendIn } from "../../support/frontend.js";
import { nameInToken } from "../../support/provider.js";

export interface PluginOptions {
  /** The variables of the process. */
  readonly env: NodeJS.ProcessEnv;
  /** The configuration of the stack by full key, decrypted. */
  readonly config: Readonly<Record<string, string>>;
  /** The URN of the stack. */
  readonly root: string;
  /** The ledger of each process of the run; if omitted, they share one in memory. */
  readonly ledger?: ((writer: string) => Ledger) | undefined;
  tell(message: Message): void;
  /** What a process reads of the state of the stack. */
  stackState(): StackState;
}

/** The type of a resource says which of them manages it. */
export function startPlugin(options: PluginOptions): Frontend {
  const { ledger = ledgersOfRun() } = options;
  const plugins = {
    dynamic: startDynamic(options, contextOf("dynamic", options, ledger("dynamic"))),
    native: startNative(options, contextOf("native", options, ledger("native"))),
  };
  const of = (urn: string) => plugins[nameInToken(typeIn(urn)) === undefined ? "dynamic" : "native"];
  return {
    check: (urn, ...rest) => of(urn).check(urn, ...rest),
    diff: (old, ...rest) => of(old.urn).diff(old, ...rest),
    create: (urn, ...rest) => of(urn).create(urn, ...rest),
    read: (old, ...rest) => of(old.urn).read(old, ...rest),
    update: (old, ...rest) => of(old.urn).update(old, ...rest),
    delete: (old, ...rest) => of(old.urn).delete(old, ...rest),
  };
}

const typeIn = (urn: string) => urn.split("::")[2]?.split("$").at(-1) ?? "";

/** What surrounds a plugin. */
function contextOf(frontend: FrontendName, { env, root, tell, stackState }: PluginOptions, ledger: Ledger) {
  const urn = frontend === "dynamic" ? root : "";
  const say = (severity: Message["severity"]) => (text: string) => tell({ severity, urn, text });
  return {
    ...{ environment: env, userAgent: `${frontend} plugin of the tests`, shutdown: new AbortController().signal },
    ...{ ...stackState(), ledger, clock: steadyClock, log: { warn: say("warning"), info: say("info") } },
  };
}

function startDynamic({ config }: PluginOptions, context: PluginContext): Frontend {
  const known = newProviders({ ...context, during: (work) => work() });
  const provider = (kind: string) => {
    const found = known(kind) as Required<pulumi.dynamic.ResourceProvider>;
    void found.configure({ config: { get: (key: string) => config[key] } as pulumi.dynamic.Config });
    return found;
  };
  const providers = new Map<string, pulumi.dynamic.ResourceProvider>();
  return dynamicFrontend(({ __provider }) => {
    const text = __provider as string;
    const known = providers.get(text);
    if (known !== undefined) return known;
    const exports: { handler?: () => pulumi.dynamic.ResourceProvider } = {};
    new Function("exports", "require", text)(exports, () => ({ provider }));
    const made = (exports.handler as () => pulumi.dynamic.ResourceProvider)();
    providers.set(text, made);
    return made;
  });
}

function startNative({ env, config, tell, root }: PluginOptions, context: PluginContext & StackState): Frontend {
  const settings = Object.entries(config).map(([key, value]) => [key.replace(/^app-platform:/, ""), value] as const);
  const connect = (variables: NodeJS.ProcessEnv) => platformsOfPlugin(context, variables);
  const sent = sendIn(
    {
      ...{ environment: env, connect, notify: async (message: Message) => tell(message) },
      noteStart: () => context.noteStart(root),
    },
    Object.fromEntries(settings),
  );
  return nativeFrontend(sent);
}

/** The ledger of each process of a run. */
export function ledgersOfRun(): (writer: string) => Ledger {
  const lines: string[] = [];
  return (writer) => {
    let read = 0;
    const next = () => {
      const added = lines.slice(read);
      read = lines.length;
      return added;
    };
    return { ...sharedLedger({ append: (line) => void lines.push(line), next }, writer), killed: () => [] };
  };
}
