/** One way to drive a provider: the engine's calls, with values as its state has them, and two providers that answer. */
import type * as pulumi from "@pulumi/pulumi";
import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import type { Message } from "google-protobuf";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { InitFailure } from "../../provider/engine/call.js";
import type { Connected } from "../../provider/engine/frontend.js";
import { newNativeProvider } from "../../provider/frontends/native/plugin.js";
import { received, structOf } from "../../provider/frontends/native/resource.js";
import type { NativeContext } from "../../provider/frontends/native/session.js";
import { newRun } from "../../provider/ownership/run.js";
import type { Platform } from "../../provider/platform/platform.js";
import { forPlugin, withSecretsOf } from "../engine/support/values.js";
import type { Log, Values } from "./provider.js";

export const frontends = ["dynamic", "native"] as const;
export type FrontendName = (typeof frontends)[number];

/** A resource of the state. */
export interface Resource {
  readonly urn: string;
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
}

/** The URN of a resource that the native provider manages. */
export const urnOf = (kind: string, name: string) => `urn:pulumi:dev::shop::app-platform:index:${kind}::${name}`;

export const kindIn = (urn: string) => urn.split("::")[2]?.split(":").at(-1) as string;

/** How a call differs from the usual. */
export interface CallOptions {
  readonly isPreview?: boolean;
  /** Seconds; 0 for no limit. */
  readonly timeout?: number;
  readonly ignored?: readonly string[];
}

export interface Difference {
  /** If omitted, the engine compares the inputs. */
  readonly changes?: boolean;
  readonly replaces?: readonly string[];
  readonly deleteBeforeReplace?: boolean;
  /** How each path differs, where the provider tells. */
  readonly details?: Readonly<Record<string, string>>;
}

export interface Frontend {
  check(urn: string, news: Values, olds?: Values): Promise<{ readonly inputs: Values; readonly failures: string[] }>;
  diff(old: Resource, news: Values, options?: CallOptions): Promise<Difference>;
  create(urn: string, inputs: Values, options?: CallOptions): Promise<Resource>;
  /** Nothing if it is gone. An import has no inputs. */
  read(
    old: Omit<Resource, "inputs"> & { readonly inputs?: Values },
    options?: CallOptions,
  ): Promise<Resource | undefined>;
  update(old: Resource, news: Values, options?: CallOptions): Promise<Resource>;
  delete(old: Resource, options?: CallOptions): Promise<void>;
}

/** What a create or update fails with after it has made something: the state keeps that. */
export class InitError extends Error {
  readonly id: string;
  readonly reasons: readonly string[];

  constructor(
    { message, id, reasons }: { message: string; id: string; reasons: readonly string[] },
    readonly properties: Values,
  ) {
    super(message);
    this.id = id;
    this.reasons = reasons;
  }
}

/** The values without the marks of secrets. */
export const plain = (values: Values) => forPlugin(values) as Values;

/** What a plugin returns, as a protobuf struct. It throws where the plugin's server would. */
const overWire = (values: Values) => Struct.fromJavaScript(values as never).toJavaScript() as Values;

/** What the server of Pulumi's SDK reads from a request before it calls a dynamic provider, which then knows the URN, if not empty. */
function idIn(
  request: proto.DiffRequest | proto.UpdateRequest | proto.DeleteRequest,
  { urn, id, inputs }: Resource,
  { timeout = 0, ignored = [] }: CallOptions = {},
): string {
  if (!(request instanceof proto.DiffRequest)) request.setTimeout(timeout);
  if (!(request instanceof proto.DeleteRequest)) request.setIgnorechangesList([...ignored]);
  return request
    .setUrn(urn)
    .setId(id)
    .setOldInputs(structOf(plain(inputs)))
    .getId();
}

function propertiesIn(
  request: proto.CreateRequest | proto.ReadRequest,
  { urn, inputs = {} }: Pick<Resource, "urn"> & Partial<Pick<Resource, "inputs">>,
  values: Values,
  { timeout = 0 }: CallOptions = {},
): Values {
  if (request instanceof proto.ReadRequest && Object.keys(inputs).length > 0)
    request.setInputs(structOf(plain(inputs)));
  request.setTimeout(timeout);
  const struct = Object.assign(new Struct(), { toJavaScript: () => values as never });
  return request.setUrn(urn).setProperties(struct).getProperties()?.toJavaScript() as Values;
}

/** Dynamic providers in this process, each found by the values with its text, or by the URN. */
export function dynamicFrontend(
  providerOf: (values: Values, urn: string) => pulumi.dynamic.ResourceProvider,
): Frontend {
  const sent = (values: Values) => received(structOf(plain(values))).values;
  const returned = (result: unknown, { __provider }: Values, marked: Values) =>
    withSecretsOf(overWire({ ...(result as Values | undefined), __provider }), marked);
  const keeping = <T>(work: Promise<T>, inputs: Values): Promise<T> =>
    work.catch((error) => {
      if (error.id === undefined) throw error;
      throw new InitError(error, withSecretsOf(overWire(error.properties), inputs));
    });

  return {
    async check(urn, news, olds = {}) {
      const specified = sent(news);
      const { inputs = specified, failures = [] } =
        (await providerOf(specified, urn).check?.(sent(olds), specified)) ?? {};
      return { inputs: returned(inputs, specified, news), failures: failures.map(({ reason }) => reason) };
    },
    async diff(old, news, options) {
      const [specified, before] = [sent(news), sent(old.outputs)];
      const provider = providerOf(specified, old.urn);
      return (await provider.diff?.(idIn(new proto.DiffRequest(), old, options), before, specified)) ?? {};
    },
    async create(urn, inputs, { isPreview, timeout = 0 } = {}) {
      if (isPreview) return { urn, id: "", inputs, outputs: inputs };
      const specified = propertiesIn(new proto.CreateRequest(), { urn }, sent(inputs), { timeout });
      const { id, outs } = await keeping(providerOf(specified, urn).create(specified), inputs);
      if (typeof id !== "string") throw new TypeError("the id isn't a string");
      return { urn, id, inputs, outputs: returned(outs, specified, inputs) };
    },
    async read({ urn, id, inputs = {}, outputs }, options) {
      const specified = propertiesIn(new proto.ReadRequest(), { urn, inputs }, sent(outputs), options);
      const found = (await providerOf(specified, urn).read?.(id, specified)) ?? { id, props: specified };
      if (found.id === undefined || found.id === "") return undefined;
      return {
        ...{ urn, id: found.id, outputs: returned(found.props, specified, outputs) },
        inputs: found.inputs === undefined ? inputs : returned(found.inputs, specified, inputs),
      };
    },
    async update(old, news, { isPreview, ...options } = {}) {
      if (isPreview) return { ...old, inputs: news, outputs: news };
      const [specified, before] = [sent(news), sent(old.outputs)];
      const provider = providerOf(specified, old.urn);
      const work =
        provider.update?.(idIn(new proto.UpdateRequest(), old, options), before, specified) ?? Promise.resolve({});
      const { outs } = await keeping<{ outs?: unknown }>(work, news);
      return { ...old, inputs: news, outputs: returned(outs, specified, news) };
    },
    async delete(old, options) {
      const specified = sent(old.outputs);
      const provider = providerOf(specified, old.urn);
      await provider.delete?.(idIn(new proto.DeleteRequest(), old, options), specified);
    },
  };
}

/** One call of Pulumi's protocol for providers. After a partial failure, it fails with an `InitError`. */
export type Send = <Response>(method: keyof Frontend | "invoke", request: Message) => Promise<Response>;

/** The native provider in this process. What the settings set is set before it first waits. */
export function sendIn(
  context: Pick<NativeContext, "connect" | "notify"> & Partial<NativeContext>,
  settings?: Values,
): Send {
  const rest = { environment: {}, version: "1.2.3", during: <T>(work: () => Promise<T>) => work() };
  const provider = newNativeProvider({ ...rest, ...context });
  if (settings !== undefined) void provider.configure(configuration(settings));
  return (method, request) =>
    (provider[method] as (request: Message) => Promise<never>)(request).catch((error) => {
      throw error instanceof InitFailure ? new InitError(error, valuesIn(structOf(error.properties))) : error;
    });
}

/** The native provider in this process, for these platforms, by their connections. */
export const nativeFrontendTo = (
  platformFor: (connection: string | undefined) => Platform,
  log: Log,
  { during = (work) => work(), run = newRun() }: Partial<Pick<NativeContext, "during"> & Connected> = {},
) =>
  nativeFrontend(
    sendIn({
      connect: () => ({ platforms: { of: (_, connection) => platformFor(connection) }, run }),
      notify: async ({ severity, text }) => (severity === "warning" ? log.warn : log.info)(text),
      during,
    }),
  );

/** As the engine configures a provider. */
export const configuration = (settings: Values, name = "default") =>
  new proto.ConfigureRequest().setArgs(structOf(settings)).setName(name);

export const valuesIn = (struct: Struct | undefined) => (struct?.toJavaScript() ?? {}) as Values;

const diffKinds = ["add", "add, replaces", "delete", "delete, replaces", "update", "update, replaces"];

/** The native provider, wherever it is. */
export function nativeFrontend(send: Send) {
  const frontend: Frontend = {
    async check(urn, news, olds = {}) {
      const request = new proto.CheckRequest().setUrn(urn).setNews(structOf(news)).setOlds(structOf(olds));
      const response = await send<proto.CheckResponse>("check", request);
      const failures = response.getFailuresList().map((each) => each.getReason());
      return { inputs: valuesIn(response.getInputs()), failures };
    },
    async diff({ urn, id, inputs, outputs }, news, { ignored = [] } = {}) {
      const request = new proto.DiffRequest().setUrn(urn).setId(id).setOldInputs(structOf(inputs));
      request.setOlds(structOf(outputs)).setNews(structOf(news));
      const response = await send<proto.DiffResponse>("diff", request.setIgnorechangesList([...ignored]));
      const details: Record<string, string> = {};
      response.getDetaileddiffMap().forEach((each, path) => {
        details[path] = `${diffKinds[each.getKind()]}${each.getInputdiff() ? " of inputs" : ""}`;
      });
      return {
        changes: response.getChanges() !== proto.DiffResponse.DiffChanges.DIFF_NONE,
        replaces: response.getReplacesList(),
        deleteBeforeReplace: response.getDeletebeforereplace(),
        details,
      };
    },
    async create(urn, inputs, { isPreview = false, timeout = 0 } = {}) {
      const request = new proto.CreateRequest().setUrn(urn).setProperties(structOf(inputs));
      const response = await send<proto.CreateResponse>("create", request.setPreview(isPreview).setTimeout(timeout));
      return { urn, id: response.getId(), inputs, outputs: valuesIn(response.getProperties()) };
    },
    async read({ urn, id, inputs = {}, outputs }, { timeout = 0 } = {}) {
      const request = new proto.ReadRequest().setUrn(urn).setId(id).setProperties(structOf(outputs));
      // Today's engine sends no empty inputs.
      if (Object.keys(inputs).length > 0) request.setInputs(structOf(inputs));
      const response = await send<proto.ReadResponse>("read", request.setTimeout(timeout));
      const found = response.getInputs();
      if (response.getId() === "") return undefined;
      return {
        ...{ urn, id: response.getId(), outputs: valuesIn(response.getProperties()) },
        inputs: found === undefined ? inputs : valuesIn(found),
      };
    },
    async update({ urn, id, inputs, outputs }, news, { isPreview = false, timeout = 0, ignored = [] } = {}) {
      const request = new proto.UpdateRequest().setUrn(urn).setId(id).setOldInputs(structOf(inputs));
      request
        .setOlds(structOf(outputs))
        .setNews(structOf(news))
        .setIgnorechangesList([...ignored]);
      const response = await send<proto.UpdateResponse>("update", request.setPreview(isPreview).setTimeout(timeout));
      return { urn, id, inputs: news, outputs: valuesIn(response.getProperties()) };
    },
    async delete({ urn, id, inputs, outputs }, { timeout = 0 } = {}) {
      const request = new proto.DeleteRequest().setUrn(urn).setId(id).setOldInputs(structOf(inputs));
      await send("delete", request.setProperties(structOf(outputs)).setTimeout(timeout));
    },
  };
  return {
    ...frontend,
    async invoke(token: string, args: Values): Promise<Values> {
      const request = new proto.InvokeRequest().setTok(`app-platform:index:${token}`).setArgs(structOf(args));
      return plain(valuesIn((await send<proto.InvokeResponse>("invoke", request)).getReturn()));
    },
    /** Checks and creates, as the engine does for a new resource. */
    async declare(urn: string, args: Values): Promise<Resource> {
      const { inputs, failures } = await frontend.check(urn, args);
      if (failures.length > 0) throw new Error(failures.join("\n"));
      return frontend.create(urn, inputs);
    },
    /** As `pulumi import` does: with what identifies the resource alone. */
    import: (urn: string, id: string) => frontend.read({ urn, id, outputs: {} }),
    /** What exists and no program manages, as `Container.get` reads it with these known arguments. */
    get: async (urn: string, id: string, known: Values) =>
      (await frontend.read({ urn, id, inputs: known, outputs: known }))?.outputs,
  };
}

/** What the engine keeps beside the values of every resource of a dynamic provider. */
export const PROVIDER_TEXT = "exports.handler=…";

/** A resource as a test has it: what a program sees of its outputs, and its inputs if a read returns some. */
export interface Kept {
  readonly id: string;
  readonly outputs: Values;
  readonly inputs?: Values;
}

/** What the engine has of a resource, by the outputs that a test has. */
const stored = new WeakMap<Values, Pick<Resource, "inputs" | "outputs">>();

export type Verbs = ReturnType<typeof verbsOf>;

/** The outputs of a dynamic resource that a program with these inputs manages, for such calls. */
export function managed(outputs: Values, inputs: Values): Values {
  const seen = { __managed: "", ...outputs };
  stored.set(seen, { inputs, outputs: { ...seen, __provider: PROVIDER_TEXT } });
  return seen;
}

/** The calls about one resource with arguments as they are, of which a test keeps the outputs or makes them up. */
export function verbsOf(frontend: Frontend, urn: string, text: Values = {}) {
  const old = (id: string, outputs: Values): Resource => {
    const madeUp = { ...outputs, ...text };
    return { urn, id, ...(stored.get(outputs) ?? { inputs: {}, outputs: madeUp }) };
  };
  const keep = ({ id, inputs, outputs }: Resource): Kept => {
    const seen = seenIn(outputs);
    stored.set(seen, { inputs, outputs });
    return { id, outputs: seen };
  };
  const keeping = (work: Promise<Resource>, inputs: Values): Promise<Kept> =>
    work.then(keep, (error) => {
      if (error instanceof InitError) stored.set(error.properties, { inputs, outputs: error.properties });
      throw error;
    });
  return {
    /** The reasons why the arguments are refused. */
    check: async (args: Values, before?: Values) =>
      (await frontend.check(urn, { ...args, ...text }, before && { ...before, ...text })).failures,
    diff: (id: string, outputs: Values, args: Values) => frontend.diff(old(id, outputs), { ...args, ...text }),
    create: (args: Values) => keeping(frontend.create(urn, { ...args, ...text }), args),
    async read(id: string, outputs: Values): Promise<Kept> {
      const before = old(id, outputs);
      const found = await frontend.read(before);
      if (found === undefined) return { id: "", outputs: {} };
      return { ...keep(found), ...(found.inputs === before.inputs ? {} : { inputs: seenIn(found.inputs) }) };
    },
    /** The outputs that a preview of an update shows. */
    previewUpdate: async (id: string, outputs: Values, args: Values) =>
      plain((await frontend.update(old(id, outputs), { ...args, ...text }, { isPreview: true })).outputs),
    update: (id: string, outputs: Values, args: Values) =>
      keeping(frontend.update(old(id, outputs), { ...args, ...text }), args),
    delete: (id: string, outputs: Values, of = urn, options: CallOptions = {}) =>
      frontend.delete({ ...old(id, outputs), urn: of }, options),
  };
}

export const verbsOfDynamic = (provider: pulumi.dynamic.ResourceProvider, urn: string) =>
  verbsOf(
    dynamicFrontend(() => provider),
    urn,
    { __provider: PROVIDER_TEXT },
  );

/** What programs see: neither marks, nor the provider's text, nor where it was seen, nor what has no value. */
const seenIn = ({ __provider: _, __location, ...values }: Values) => present(plain(values));

export const present = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
