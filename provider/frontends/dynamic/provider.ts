import type * as pulumi from "@pulumi/pulumi";
import type { Log, Plan, ResourceDefinition } from "../../definition/kind.js";
import { InitFailure, type PlatformFor } from "../../engine/call.js";
import {
  contentOf,
  type Frontend,
  type PluginContext,
  platformsOfPlugin,
  specifiedIn,
  writerOf,
} from "../../engine/frontend.js";
import { handlersOf } from "../../engine/handlers.js";
import {
  DECLARED,
  MANAGED,
  managedIn,
  managedWith,
  PROVIDER,
  type ProgramHints,
  RESOURCE_NAME,
  separateHints,
} from "../../engine/hints.js";
import { type EngineRequest, noSecrets, type WrittenResource } from "../../engine/request.js";
import type { StackState } from "../../engine/stackState.js";
import { argumentsIn } from "../../engine/state.js";
import { definitionOf } from "../../generated/definitionOf.js";
import type { Run } from "../../ownership/run.js";
import type { StackConfiguration } from "../../platform/configuration.js";
import type { Platform } from "../../platform/platform.js";
import type { Field } from "../../schema/field.js";
import { hasUnknown, type Value, type Values } from "../../schema/json.js";
import { changesOf } from "../../values/compare.js";
import { type KnownSecrets, markSecrets } from "../../values/secrets.js";
import { type InterceptedRequest, interceptRequests, latestRequest, requestOf } from "./sdkProcess.js";

interface Surroundings {
  readonly log: Log;
  /** Runs a call so that a shutdown waits for it, and the engine gets its messages before its result. */
  during?<T>(work: () => Promise<T>): Promise<T>;
  /** Reads what a stack has before the run changes it. */
  readonly noteStart?: StackState["noteStart"];
  readonly kinds?: typeof definitionOf;
  readonly run?: Run;
  /** Ends the waits of a call that begins now. */
  readonly canceled?: (() => AbortSignal) | undefined;
}

/** The resources of a kind for Pulumi's dynamic providers. */
export function resourceProviderOf(
  definition: ResourceDefinition,
  platformFor: PlatformFor,
  { log, during = (work) => work(), canceled, kinds = definitionOf, run, noteStart = async () => [] }: Surroundings,
): pulumi.dynamic.ResourceProvider<Values, Values> {
  interceptRequests();
  const { body } = definition;
  const handlers = handlersOf(definition, platformFor, { definitionOf: kinds, run });
  /** What the last check of a resource received besides the arguments, by URN: as inputs, they would show as differences. */
  const checked = new Map<string | undefined, Pick<ProgramHints, "secrets" | "pending">>();
  const refreshes = newRefreshes();

  const callerOf = ({ urn, seconds }: Partial<InterceptedRequest> = {}, { [RESOURCE_NAME]: name }: Values) => ({
    ...{ log, signal: canceled?.(), urn, seconds },
    resourceName: typeof name === "string" ? name : undefined,
  });
  /** The update in a diff or an update. */
  const updateOf = (id: string, olds: Values, news: Values, call: Partial<InterceptedRequest> = {}) => {
    const { secrets, pending } = checked.get(call.urn) ?? separateHints(news).hints;
    const { oldInputs = {}, ignoreChanges } = call;
    // The engine can't pass outputs of the native provider to this one until an update has converted them.
    const isFromOtherProvider = !(PROVIDER in olds || MANAGED in olds);
    const content = contentOf(definition, {
      ...{ inputs: { names: secrets, values: news }, state: stateOf(olds), ignoreChanges, pending },
      oldInputs: { names: [], values: oldInputs },
    });
    return { ...callerOf(call, news), id, ...content, isFromOtherProvider };
  };
  const frontend: Frontend = {
    mark: markSecrets,
    ownOutputs: ({ request, stored, secrets }) => ({
      ...nameIn(request),
      [MANAGED]: managedWith(stored.revision, secrets),
    }),
  };
  /** The engine marks in the result of a read what is secret in the state. */
  const unmarked: Frontend = { ...frontend, mark: (_body, _names, values) => values };
  const unmanaged: Frontend = { ...unmarked, ownOutputs: ({ request }) => ({ ...nameIn(request), [MANAGED]: null }) };
  const { marked, writing } = writerOf(frontend, definition);
  /** The SDK's server doesn't add the provider's text after a partial failure. */
  const written = (news: Values, request: EngineRequest, write: (request: EngineRequest) => Promise<WrittenResource>) =>
    during(() => writing(request, write)).catch((error) => {
      if (error instanceof InitFailure) error.properties = { ...error.properties, [PROVIDER]: news[PROVIDER] ?? null };
      throw error;
    });

  /** A call before which the run has deleted nothing. Requests aren't delayed, since simultaneous ones share lists. */
  const beforeDeletes = <T>(urn: string | undefined, work: () => Promise<T>): Promise<T> =>
    during(async () => {
      const noting = noteStart(urn);
      const result = await work();
      await noting;
      return result;
    });

  return {
    check(olds, news) {
      const { [DECLARED]: declared } = news;
      const urn = typeof declared === "string" ? declared : undefined;
      return beforeDeletes(urn, async () => {
        const isNew = Object.keys(olds).every((name) => name === PROVIDER);
        const oldInputs = isNew ? undefined : argumentsIn(definition, olds);
        const { specified, hints } = specifiedIn(definition, { values: news, secrets: [] }, oldInputs);
        const { secrets, pending, lookups } = hints;
        checked.set(urn, { secrets, pending });
        refreshes.checked(urn);
        const content = { ...contentOf(definition, {}), inputs: specified.values, oldInputs, pending, lookups };
        const marks = { now: secrets, before: noSecrets.before };
        const request = { ...callerOf({ urn }, news), id: "", ...content, secrets: marks };
        const { args, problems } = await handlers.check(request);
        const inputs = marked(secrets, { ...args, ...nameIn(request) });
        return { inputs, failures: problems.map((reason) => ({ property: "", reason })) };
      });
    },

    diff(id, olds, news) {
      const call = latestRequest();
      return beforeDeletes(call?.urn, async () => {
        const update = updateOf(id, olds, news, call);
        const isChanged = (state: Values) => changesOf(definition, update.inputs, state).length > 0;
        const isOfRefresh = refreshes.take(call?.urn, id, isChanged);
        const { plan, comparison } = await handlers.diff({ ...update, isOfRefresh });
        if (isOfRefresh) return comparison.changes.length === 0 ? { changes: false } : {};
        // The engine sees unknown values itself, and only then honors replaceOnChanges. In a selection of services, only revisions are.
        const isUnknown = ([name, value]: [string, Value | undefined]) =>
          hasUnknown(value) && !isSelection(body.members[name]);
        return plan.replaces === undefined && Object.entries(update.inputs).some(isUnknown) ? {} : diffResult(plan);
      });
    },

    async create(news) {
      const call = requestOf(news);
      const { secrets, pending } = checked.get(call?.urn) ?? separateHints(news).hints;
      const content = contentOf(definition, { inputs: { names: secrets, values: news }, pending });
      const request = { ...callerOf(call, news), id: "", ...content };
      const { id, outputs } = await written(news, request, handlers.create);
      return { id, outs: outputs };
    },

    read(id, props = {}) {
      const call = requestOf(props);
      return beforeDeletes(call?.urn, async () => {
        const isManaged = typeof props[MANAGED] === "string";
        // A resource of the state has the property, also one that no program manages.
        const isLookup = !(MANAGED in props);
        const oldInputs = isManaged && call !== undefined ? { names: [], values: call.oldInputs ?? {} } : undefined;
        const content = contentOf(definition, { state: stateOf(props), oldInputs });
        const request = { ...callerOf(call, props), id, ...content, isLookup };
        const found = await handlers.read(request);
        if (found === undefined) return { id: "", props: {} };
        const { stored, args } = found;
        const outs = writerOf(isManaged ? unmarked : unmanaged, definition).outputsOf(request, { id, stored });
        if (!isLookup) refreshes.read(call, id, content.state.values);
        // Without inputs in the result, the engine keeps its own.
        if (args === undefined || stored.values === content.state.values) return { id, props: outs };
        return { id, props: outs, inputs: { ...args, ...nameIn(request) } };
      });
    },

    async update(id, olds, news) {
      const request = updateOf(id, olds, news, latestRequest());
      const { outputs } = await written(news, request, handlers.update);
      return { outs: outputs };
    },

    delete(id, props) {
      const request = { ...callerOf(latestRequest(), props), id, ...contentOf(definition, { state: stateOf(props) }) };
      return during(() => handlers.delete(request));
    },
  };
}

function nameIn({ resourceName }: EngineRequest): Values {
  return resourceName === undefined ? {} : { [RESOURCE_NAME]: resourceName };
}

/** Outputs in the state, with the names of those that are secret because the program marks them. */
function stateOf(outputs: Values): KnownSecrets {
  return { names: managedIn(outputs[MANAGED]).secrets, values: outputs };
}

/** Reads of a refresh. After each, the engine diffs the resource, and that diff must refuse nothing. */
function newRefreshes() {
  /** URNs of resources that were read and neither diffed nor checked since. */
  const read = new Set<string | undefined>();
  /** The states before reads that weren't intercepted, by ID: that of the first read of a process. */
  const beforeReads = new Map<string, Values>();
  return {
    /** @param before The state before. */
    read(call: InterceptedRequest | undefined, id: string, before: Values): void {
      if (call === undefined) beforeReads.set(id, before);
      else read.add(call.urn);
    },
    /** The program declares the resource, so its refresh has ended. */
    checked: (urn: string | undefined) => void read.delete(urn),
    /**
     * Whether a diff belongs to a refresh. After a read that wasn't intercepted, it may also be the program's if the arguments differ from
     * the state before.
     */
    take(urn: string | undefined, id: string, isChanged: (before: Values) => boolean): boolean {
      const before = beforeReads.get(id);
      beforeReads.delete(id);
      return read.delete(urn) || (before !== undefined && !isChanged(before));
    },
  };
}

function isSelection(field: Field | undefined): boolean {
  return (field?.type === "array" ? field.item : field)?.type === "service";
}

function diffResult({ replaces, hasWork: changes, ...rest }: Plan): pulumi.dynamic.DiffResult {
  const others = { ...rest, ...(changes !== undefined && { changes }) };
  return replaces === undefined ? others : { ...others, replaces: [...replaces] };
}

type ProcessContext = PluginContext & Pick<Surroundings, "during" | "canceled" | "noteStart">;

/** The dynamic providers of a plugin process, by kind; nothing for an unknown kind. */
export function newProviders(context: ProcessContext): (kind: string) => pulumi.dynamic.ResourceProvider | undefined {
  const { platforms, run } = platformsOfPlugin(context);
  return (kind) => {
    const definition = definitionOf(kind);
    if (definition === undefined) return undefined;
    let stack: StackConfiguration = () => undefined;
    /** By connection. Cached, since settings don't change while the plugin runs, and reading them takes as long as a request. */
    let opened = new Map<string | undefined, Platform>();
    const platformOfConnection = (connection: string | undefined) => {
      const platform = opened.get(connection) ?? platforms.of(stack, connection);
      opened.set(connection, platform);
      return platform;
    };
    return {
      ...resourceProviderOf(definition, platformOfConnection, { ...context, run }),
      // Must not fail, since Pulumi has cached the provider by now. The next call reports invalid settings.
      async configure({ config }: pulumi.dynamic.ConfigureRequest) {
        stack = (key) => config.get(key);
        opened = new Map();
      },
    };
  };
}
