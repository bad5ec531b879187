import { setMaxListeners } from "node:events";
import * as plugin from "@pulumi/pulumi/proto/plugin_pb.js";
import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { nameInUrn } from "../claims/holders.js";
import { type Comparison, compare } from "../definition/comparison.js";
import { manyName, nameInToken } from "../definition/names.js";
import type { Log, Plan, ResourceDefinition } from "../definition/resourceDefinition.js";
import { AppPlatformError } from "../errors/appPlatformError.js";
import { ConfigurationError, ProviderGoneError } from "../errors/index.js";
import { InterruptedError } from "../errors/resource.js";
import { definitionOf } from "../generated/definitionOf.js";
import { withSecrets } from "../lifecycle/call.js";
import { type Lifecycle, lifecycleOf } from "../lifecycle/lifecycle.js";
import type { ImportedResource, ResourceRequest, StoredResource, UpdateRequest } from "../lifecycle/requests.js";
import { derivedOutputs, PartialFailure } from "../lifecycle/stored.js";
import { givenBefore } from "../lifecycle/update.js";
import { systemClock } from "../platform/clock.js";
import { spellingsOf } from "../platform/environment.js";
import type { Platform, Platforms } from "../platform/platform.js";
import { ADDRESS, isExplicit, PROVIDER_NAME } from "../plugin/providerState.js";
import { mapMembers, sameJson, UNKNOWN, type Value, type Values } from "../schema/json.js";
import { type GivenMembers, givenMembers } from "../values/given.js";
import { hintsApart, withPending } from "../values/programHints.js";
import { redactTexts } from "../values/redact.js";
import {
  type KnownSecrets,
  markSecrets,
  placesOf,
  repeatedSecrets,
  repeating,
  secretsApart,
  secretTexts,
  stillSecret,
  withIgnoredSecrets,
} from "../values/secrets.js";
import { isSetByOthers, revisionOf, suppliedVersions } from "../values/serviceSelection.js";
import { withoutEmptyOutputs } from "../values/wire.js";
import { type PropertyChange, propertyChanges } from "./detailedDiff.js";
import { InitFailure } from "./initFailure.js";
import { previewedOutputs } from "./previewedOutputs.js";
import { newSecretsOfRun } from "./secretsOfRun.js";
import {
  addressOf,
  configurationOf,
  environmentBeside,
  moveBetween,
  secretSettings,
  unknownSettings,
  withoutNotes,
  wrongSettings,
} from "./settings.js";
import { received, secretNames, structOf } from "./structs.js";

/** What a person is told that isn't an error. */
export interface Message {
  readonly severity: "warning" | "info";
  /** The resource that it is about; empty for a lookup. */
  readonly urn: string;
  readonly text: string;
}

/** What surrounds the calls of the engine. */
export interface NativeContext {
  readonly environment: NodeJS.ProcessEnv;
  readonly version: string;
  /** The schema, as the generator writes it. */
  readonly schema: object;
  /** The platforms of this process, with these variables for their settings. */
  connect(variables: NodeJS.ProcessEnv): Platforms;
  /** Resolves when the engine has the message. */
  tell(message: Message): Promise<void>;
  /** Runs each call that may send something. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

/** The output that keeps, after a partial failure, which arguments were given before: some are still to be removed. */
const GIVEN = "__given";

/** A resource as a call names it. */
interface Named {
  getUrn(): string;
  getType?(): string;
}

interface KindCalls {
  readonly definition: ResourceDefinition;
  readonly lifecycle: Lifecycle;
}

/** The calls of Pulumi's protocol for providers. A call that fails throws; after a partial failure, an `InitFailure`. */
export function newNativeProvider(context: NativeContext) {
  const { environment, version, schema, connect, tell, during } = context;
  let cancellation = newCancellation();
  let kinds = new Map<string, KindCalls>();
  let platforms: Platforms | undefined;
  let configuration = configurationOf({});
  /** By connection: reading settings again costs as much as a request. */
  let held = new Map<string | undefined, Platform>();
  const secretsOfRun = newSecretsOfRun();
  /** Resources that were read, and whose diff is still to come: it belongs to the refresh and must reject nothing. */
  const refreshed = new Set<string>();
  /**
   * What was imported, by URN: `pulumi import` checks it next, and reports what it lacks as a bug of the provider. The secrets that the
   * platform masks are unknown then, and not missing.
   */
  const importedNow = new Map<string, Pick<ImportedResource, "args" | "known">>();
  /** Names of the arguments of a resource that aren't part of this run, as its last check was told. */
  const pendingOf = new Map<string, readonly string[]>();

  /** Why the settings cannot work. A destroy uses those of the state, which nothing has checked. */
  let missing: ReturnType<typeof wrongSettings> = [];

  const platformFor = (connection: string | undefined) => {
    platforms ??= connect(environment);
    if (connection === undefined && missing.length > 0) throw wrongProvider(missing);
    const platform = held.get(connection) ?? platforms.of(configuration, connection);
    held.set(connection, platform);
    return platform;
  };
  const callsOf = (kind: string | undefined): KindCalls | undefined => {
    if (kind === undefined) return undefined;
    const known = kinds.get(kind);
    const definition = known === undefined ? definitionOf(kind) : undefined;
    if (definition === undefined) return known;
    const calls = { definition, lifecycle: lifecycleOf(definition, platformFor, definitionOf) };
    kinds.set(kind, calls);
    return calls;
  };
  const kindOf = (request: Named): KindCalls => {
    const token = typeInUrn(request.getUrn());
    const found = callsOf(nameInToken(token));
    if (found !== undefined) return found;
    throw new Error(`the provider app-platform ${version} has no resource ${token}: use a newer version of it.`);
  };

  const updateIn = (definition: ResourceDefinition, request: UpdateCall) => {
    const news = received(request.getNews());
    const olds = received(request.getOlds());
    const oldInputs = received(request.getOldInputs());
    const names = [...new Set([olds, oldInputs].flatMap((each) => secretNames(definition.body, each)))];
    const before: KnownSecrets = { names, values: olds.values };
    const marks = secretsOfRun.in(definition, news);
    const secrets = [...new Set([...marks, ...names])];
    const id = request.getId();
    secretsOfRun.remember(definition, id, secrets);
    const argsBefore = argumentsIn(definition, oldInputs.values);
    const stored = storedIn(definition, secrets, olds.values, argsBefore);
    const marked = { values: argumentsIn(definition, news.values), secrets: [] };
    const { values } = withIgnoredSecrets(definition.body, marked, request.getIgnorechangesList(), stored.values);
    const args = withPending(values, pendingOf.get(request.getUrn()) ?? []);
    const update: Pick<UpdateRequest, "id" | "args" | "argsBefore" | "stored"> = { id, args, argsBefore, stored };
    return { update, secrets, marks, before };
  };

  /** Runs a call. The engine has its messages before its result: what arrives after the last result is not shown. */
  const telling = async <T>(urn: string, work: (log: Log) => Promise<T>): Promise<T> => {
    const deliveries: Promise<void>[] = [];
    const log: Log = {
      warn: (text) => void deliveries.push(tell({ severity: "warning", urn, text })),
      info: (text) => void deliveries.push(tell({ severity: "info", urn, text })),
    };
    try {
      return await during(() => work(log));
    } finally {
      await Promise.all(deliveries);
    }
  };
  const requested = (log: Log, urn: string, secrets: readonly string[], seconds = 0): ResourceRequest => ({
    log,
    urn,
    secrets,
    signal: cancellation.signal,
    ...(seconds > 0 ? { deadline: systemClock.elapsed() + seconds * 1000 } : {}),
  });

  const imported = (definition: ResourceDefinition, lifecycle: Lifecycle, request: proto.ReadRequest) =>
    telling(request.getUrn(), async (log) => {
      const asked = requested(log, request.getUrn(), [], request.getTimeout());
      const found = await lifecycle.import({ ...asked, address: request.getId() });
      if (found === undefined) return new proto.ReadResponse();
      const { id, args, stored } = found;
      importedNow.set(request.getUrn(), found);
      return new proto.ReadResponse()
        .setId(id)
        .setProperties(outputsOf({ definition, secrets: [], args, ignored: [] }, id, stored))
        .setInputs(structOf(markSecrets(definition.body, [], args, true)));
    });

  return {
    async getPluginInfo() {
      return new plugin.PluginInfo().setVersion(version);
    },

    async getSchema() {
      return new proto.GetSchemaResponse().setSchema(JSON.stringify({ ...schema, version }));
    },

    async handshake() {
      return new proto.ProviderHandshakeResponse().setAcceptSecrets(true).setAcceptResources(true);
    },

    async checkConfig(request: proto.CheckRequest) {
      const { values, secrets } = received(request.getNews());
      const names = [...secretSettings, ...secrets.map(([name]) => String(name))];
      const unknown = unknownSettings(values);
      const name = nameOf(request);
      const isChecked = unknown.length === 0 && isExplicit(name, values);
      const problems = isChecked ? wrongSettings(values, environment) : unknown;
      const shown = (setting: string, reason: string) =>
        names.includes(setting) ? reason.replace(/; got .*$/s, "") : reason;
      const failures = problems.map(([setting, reason]) => failure(`${setting} ${shown(setting, reason)}`));
      const address = addressOf(name, values, environment);
      const named = { ...values, [PROVIDER_NAME]: name, ...(address === undefined ? {} : { [ADDRESS]: address }) };
      return new proto.CheckResponse()
        .setInputs(structOf(markSecrets(noFields, names, named)))
        .setFailuresList(failures);
    },

    /** The engine asks for a change of the provider itself, and for each resource that changes from one provider to another. */
    async diffConfig(request: proto.DiffRequest) {
      const before = received(request.getOldInputs()).values;
      const now = received(request.getNews()).values;
      const move = moveBetween(before, now);
      if (move?.isToDefault) throw new ProviderGoneError(move.from, ...move.addresses);
      const isSame = move === undefined && sameJson(withoutNotes(before), withoutNotes(now));
      return diffResponse(isSame ? "none" : "some", [], { replaces: move === undefined ? [] : ["baseUrl"] });
    },

    async configure(request: proto.ConfigureRequest) {
      const given = request.getArgs() === undefined ? variablesOf(request) : received(request.getArgs()).values;
      configuration = configurationOf(given);
      const name = nameOf(request);
      const isDeclared = isExplicit(name, given);
      missing = isDeclared ? wrongSettings(given, environment) : [];
      platforms = connect(isDeclared ? environmentBeside(given, environment) : environment);
      kinds = new Map();
      held = new Map();
      // A process that a debugger has started serves one operation after the other.
      if (cancellation.signal.aborted) cancellation = newCancellation();
      return new proto.ConfigureResponse().setAcceptsecrets(true).setAcceptresources(true).setSupportspreview(true);
    },

    async check(request: proto.CheckRequest) {
      const { definition, lifecycle } = kindOf(request);
      const { body } = definition;
      const urn = request.getUrn();
      const olds = received(request.getOlds());
      const argsBefore = argumentsIn(definition, olds.values);
      const isNew = Object.keys(olds.values).length === 0;
      const { values, secrets: places } = received(request.getNews());
      const { values: given, hints } = hintsApart(values);
      const { ignored, secretEntries } = hints;
      const marked = { values: given, secrets: [...places, ...placesOf(body, given, secretEntries)] };
      const news = secretsApart(body, isNew ? marked : withIgnoredSecrets(body, marked, ignored, argsBefore));
      const marks = [...secretsOfRun.in(definition, news), ...hints.secrets];
      const before = { names: secretNames(body, olds), values: argsBefore };
      const secrets = [...new Set([...marks, ...before.names])];
      refreshed.delete(urn);
      pendingOf.set(urn, hints.pending);
      const imported = importedNow.get(urn);
      importedNow.delete(urn);
      const isOfImport = imported !== undefined && sameJson(imported.args, news.values);
      const checked = await telling(urn, (log) =>
        lifecycle.check({
          ...requested(log, urn, secrets),
          ...{ args: isOfImport ? imported.known : news.values, argsBefore, isNew, pending: hints.pending },
        }),
      );
      const { problems } = checked;
      const args = isOfImport ? news.values : checked.args;
      const names = [...marks, ...stillSecret(before, args)];
      return new proto.CheckResponse()
        .setInputs(structOf(markSecrets(body, names, args, true)))
        .setFailuresList(problems.map(failure));
    },

    async diff(request: proto.DiffRequest) {
      const { definition, lifecycle } = kindOf(request);
      const urn = request.getUrn();
      const { update, secrets } = updateIn(definition, request);
      const { id, args, stored } = update;
      const isOfRefresh = refreshed.delete(urn);
      const plan = isOfRefresh
        ? {}
        : await telling(urn, (log) => lifecycle.plan({ ...requested(log, urn, secrets), ...update }));
      const before = isOfRefresh ? {} : givenBefore(definition.body, update);
      const comparison = compare(definition, { id, state: stored.values, args, ...before });
      const changes = changesIn(definition, comparison, plan);
      const isChanged = isOfRefresh ? changes.length > 0 : (plan.changes ?? !sameJson(update.argsBefore, args));
      if (!isChanged) return diffResponse("none");
      return diffResponse("some", changes, plan);
    },

    async create(request: proto.CreateRequest) {
      const { definition, lifecycle } = kindOf(request);
      const urn = request.getUrn();
      const news = received(request.getProperties());
      const secrets = secretsOfRun.in(definition, news);
      const args = withPending(argumentsIn(definition, news.values), pendingOf.get(urn) ?? []);
      const isPreview = request.getPreview();
      const written = { definition, secrets, args, ignored: [] };
      return telling(urn, (log) =>
        keeping(written, async () => {
          const create = { ...requested(log, urn, secrets, request.getTimeout()), args, isPreview };
          const { id, stored } = await lifecycle.create(create);
          secretsOfRun.remember(definition, id, secrets);
          const outputs = isPreview
            ? outputsOf(written, UNKNOWN, { ...stored, values: previewedOutputs(definition, args) })
            : outputsOf(written, id, stored);
          return new proto.CreateResponse().setId(id).setProperties(outputs);
        }),
      );
    },

    async read(request: proto.ReadRequest) {
      const { definition, lifecycle } = kindOf(request);
      const urn = request.getUrn();
      const inputs = request.getInputs() && received(request.getInputs());
      const olds = received(request.getProperties());
      // An import knows only the ID, and so does the first read of what a program only reads, if it gives nothing else.
      if (inputs === undefined && Object.keys(olds.values).length === 0)
        return imported(definition, lifecycle, request);
      // For what a program only reads, the engine has one set of values or, if the program gave none, no inputs.
      const isLookup = inputs === undefined || sameJson(inputs.values, olds.values);
      const secrets = secretNames(definition.body, {
        ...olds,
        secrets: [...(inputs?.secrets ?? []), ...olds.secrets],
      });
      const id = request.getId();
      const args = argumentsIn(definition, inputs?.values ?? {});
      const stored = storedIn(definition, secrets, olds.values, isLookup ? undefined : args);
      const found = await telling(urn, (log) =>
        lifecycle.read({ ...requested(log, urn, secrets, request.getTimeout()), id, stored, isLookup }),
      );
      if (found === undefined) return new proto.ReadResponse();
      const ignored = isSetByOthers(olds.values.deployable) ? ["*"] : [];
      const now = found.args ?? args;
      const response = new proto.ReadResponse()
        .setId(id)
        .setProperties(outputsOf({ definition, secrets, args: now, ignored }, id, found.stored));
      if (isLookup) return response;
      secretsOfRun.remember(definition, id, secrets);
      refreshed.add(urn);
      const isSame = found.stored.values === stored.values || found.args === undefined;
      return response.setInputs(
        isSame ? request.getInputs() : structOf(markSecrets(definition.body, secrets, now, true)),
      );
    },

    async update(request: proto.UpdateRequest) {
      const { definition, lifecycle } = kindOf(request);
      const urn = request.getUrn();
      const { update, secrets, marks, before } = updateIn(definition, request);
      const { id, args } = update;
      const isPreview = request.getPreview();
      const written = { definition, secrets, marks, before, args, ignored: request.getIgnorechangesList() };
      return telling(urn, (log) =>
        keeping(written, async () => {
          const asked = { ...requested(log, urn, secrets, request.getTimeout()), ...update, isPreview };
          const stored = await lifecycle.update(asked);
          const values = isPreview ? previewedOutputs(definition, args, update.stored) : stored.values;
          return new proto.UpdateResponse().setProperties(outputsOf(written, id, { ...stored, values }));
        }),
      );
    },

    async delete(request: proto.DeleteRequest) {
      const { definition, lifecycle } = kindOf(request);
      const urn = request.getUrn();
      const olds = received(request.getProperties());
      const inputs = received(request.getOldInputs());
      const secrets = secretNames(definition.body, olds);
      const stored = storedIn(definition, secrets, olds.values, argumentsIn(definition, inputs.values));
      await telling(urn, (log) =>
        lifecycle.delete({ ...requested(log, urn, secrets, request.getTimeout()), id: request.getId(), stored }),
      );
      return new Empty();
    },

    async invoke(request: proto.InvokeRequest) {
      const [, kind = "", many] = /^get(\w+?)(s?)$/.exec(nameInToken(request.getTok()) ?? "") ?? [];
      const calls = callsOf(kind);
      if (calls?.definition.api.list === undefined) {
        throw new Error(`the provider app-platform ${version} has no function ${request.getTok()}.`);
      }
      const { definition, lifecycle } = calls;
      const { values, secrets } = received(request.getArgs());
      const args = withoutEmptyOutputs(values);
      const texts = secretTexts(values, secrets);
      // What was found repeats what it was looked up by.
      const marked = (found: Values) => markSecrets(definition.body, repeating(texts, found), found, true);
      const hide = redactTexts(texts.flatMap(spellingsOf), 1);
      const work = async (log: Log): Promise<Values> => {
        const hiding = { warn: (text: string) => log.warn(hide(text)), info: (text: string) => log.info(hide(text)) };
        const lookup = { log: hiding, args, signal: cancellation.signal };
        if (many === "") return marked(await lifecycle.lookUpOne(lookup));
        return { [manyName(kind)]: (await lifecycle.lookUpAll(lookup)).map(marked) };
      };
      const result = await telling("", work).catch((error) => {
        throw error instanceof AppPlatformError ? error.redacted(hide) : new Error(hide(String(error)));
      });
      return new proto.InvokeResponse().setReturn(structOf(result));
    },

    /**
     * Ends the waits of what is under way. Requests end as they would otherwise, as in the dynamic provider, so that the state has what
     * they create. It also arrives at the end of every operation, when nothing is under way.
     */
    async cancel() {
      cancellation.abort(new InterruptedError("the operation was cancelled"));
      return new Empty();
    },

    async attach() {
      return new Empty();
    },

    async getMapping() {
      return new proto.GetMappingResponse();
    },

    async getMappings() {
      return new proto.GetMappingsResponse();
    },
  };
}

/** Ends the waits of all calls that are under way. Each of them listens to it, so Node.js must not warn that many do. */
function newCancellation(): AbortController {
  const cancellation = new AbortController();
  setMaxListeners(0, cancellation.signal);
  return cancellation;
}

function wrongProvider(problems: ReturnType<typeof wrongSettings>): ConfigurationError {
  const texts = problems.map(([name, reason]) => `The provider's ${name} ${reason}.`);
  return new ConfigurationError(texts, "correct the provider in your program, then run `pulumi up`.");
}

const noFields = { type: "object", required: true, name: "", description: "", members: {} } as const;

function variablesOf(request: proto.ConfigureRequest): Values {
  const prefix = "app-platform:config:";
  const given: Record<string, string> = {};
  request.getVariablesMap().forEach((value, key) => {
    given[key.slice(prefix.length)] = value;
  });
  return given;
}

/** The name of the provider; empty where the engine is too old to say it. */
function nameOf(request: { getName(): string | undefined; getUrn(): string | undefined }): string {
  return request.getName() || nameInUrn(request.getUrn() ?? "");
}

function typeInUrn(urn: string): string {
  return urn.split("::")[2]?.split("$").at(-1) ?? "";
}

/** Without a property: the engine prints the value of the one that it is told, secret or not. */
function failure(reason: string): proto.CheckFailure {
  return new proto.CheckFailure().setProperty("").setReason(reason);
}

/** The arguments among the inputs: a stack that comes from the dynamic provider has others too. */
function argumentsIn({ args }: ResourceDefinition, inputs: Values): Values {
  return mapMembers(inputs, (value, name) => (Object.hasOwn(args, name) ? value : undefined));
}

/** What the engine has of a resource. Which arguments are given follows from its inputs. */
function storedIn(
  definition: ResourceDefinition,
  secrets: readonly string[],
  olds: Values,
  argsBefore: Values | undefined,
): StoredResource {
  const { args, outputs, remembered = [] } = definition;
  const isKnown = (name: string) =>
    Object.hasOwn(args, name) || Object.hasOwn(outputs, name) || remembered.includes(name);
  const { [GIVEN]: given } = olds;
  const { body } = withSecrets(definition, secrets);
  return {
    values: mapMembers(olds, (value, name) => (isKnown(name) ? (value ?? undefined) : undefined)),
    given: argsBefore && ((given as GivenMembers | undefined) ?? givenMembers(body, argsBefore)),
    revision: revisionOf(olds),
  };
}

/** What diff and update ask. */
interface UpdateCall {
  getUrn(): string;
  getId(): string;
  getIgnorechangesList(): string[];
  getOlds(): Struct | undefined;
  getNews(): Struct | undefined;
  getOldInputs(): Struct | undefined;
}

/** What a create, an update or a read has written. */
interface Written {
  readonly definition: ResourceDefinition;
  readonly secrets: readonly string[];
  /** Those of them that are secret now, and what was secret before; omitted if all are. */
  readonly marks?: readonly string[];
  readonly before?: KnownSecrets;
  readonly args: Values;
  /** Paths of the arguments that the program leaves to others. */
  readonly ignored: readonly string[];
}

/** The outputs of a resource, marked. */
function outputsOf(written: Written, id: string, stored: StoredResource): Struct {
  const { definition, args, ignored, before } = written;
  const { values, given } = stored;
  const { body } = withSecrets(definition, written.secrets);
  const secrets = [...(written.marks ?? written.secrets), ...(before === undefined ? [] : stillSecret(before, values))];
  const hiding = withSecrets(definition, secrets);
  const versions = suppliedVersions(definition.deployedAs?.versions).map(([, path]) => path.split(".")[0] as string);
  const isUnknown = versions.some((name) => values[name] === UNKNOWN);
  const derived = derivedOutputs(hiding, id, stored, ignored);
  const own: Values = isUnknown ? { ...derived, deployable: UNKNOWN } : derived;
  const isSettled = given === undefined || sameJson(given, givenMembers(body, args));
  const outputs = { ...values, ...own, ...(isSettled ? {} : { [GIVEN]: given as unknown as Value }) };
  const names = versions.some((name) => secrets.includes(name)) ? [...secrets, "deployable"] : secrets;
  const repeated = repeatedSecrets(definition.body, secrets, outputs);
  return structOf(markSecrets(definition.body, [...names, ...repeated], outputs, true));
}

/** Keeps what a partial failure stores. */
async function keeping<T>(written: Written, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PartialFailure) || error.stored === undefined) throw error;
    throw new InitFailure(error, outputsOf(written, error.id, error.stored));
  }
}

function changesIn({ body }: ResourceDefinition, { changes, state, args }: Comparison, { replaces = [] }: Plan) {
  return propertyChanges(body, changes, replaces, { state, args });
}

const { PropertyDiff } = proto;
const diffKinds = {
  add: [PropertyDiff.Kind.ADD, PropertyDiff.Kind.ADD_REPLACE],
  update: [PropertyDiff.Kind.UPDATE, PropertyDiff.Kind.UPDATE_REPLACE],
  delete: [PropertyDiff.Kind.DELETE, PropertyDiff.Kind.DELETE_REPLACE],
} as const;

function diffResponse(
  changes: "none" | "some",
  properties: readonly PropertyChange[] = [],
  { replaces = [], deleteBeforeReplace = false }: Plan = {},
): proto.DiffResponse {
  const response = new proto.DiffResponse()
    .setChanges(proto.DiffResponse.DiffChanges[changes === "none" ? "DIFF_NONE" : "DIFF_SOME"])
    .setReplacesList([...replaces])
    .setDeletebeforereplace(deleteBeforeReplace)
    .setDiffsList([...new Set(properties.map(({ path }) => path.split(/[.[]/)[0] as string))])
    .setHasdetaileddiff(properties.length > 0);
  const details = response.getDetaileddiffMap();
  for (const { path, kind, isInputDiff, replaces: isReplacing } of properties) {
    const diff = new PropertyDiff().setKind(diffKinds[kind][isReplacing ? 1 : 0]).setInputdiff(isInputDiff);
    details.set(path, diff);
  }
  return response;
}
