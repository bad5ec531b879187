import type * as pulumi from "@pulumi/pulumi";
import { changesOf } from "../definition/comparison.js";
import type { Log, Plan, ResourceDefinition } from "../definition/resourceDefinition.js";
import { definitionOf } from "../generated/definitionOf.js";
import { type PlatformFor, withSecrets } from "../lifecycle/call.js";
import { lifecycleOf } from "../lifecycle/lifecycle.js";
import type { StoredResource } from "../lifecycle/requests.js";
import { PartialFailure } from "../lifecycle/stored.js";
import type { StackConfiguration } from "../platform/configuration.js";
import type { Platform } from "../platform/platform.js";
import { type PluginContext, platformsOfPlugin } from "../plugin/platforms.js";
import type { ObjectField } from "../schema/field.js";
import { sameJson, type Values } from "../schema/json.js";
import { givenMembers, placeMark, withoutSecretKeys } from "../values/given.js";
import { MANAGED, withoutRevision, withPending, withRevision } from "../values/hints.js";
import {
  type KnownSecrets,
  markSecrets,
  placesOf,
  repeatedSecrets,
  secretsApart,
  stillSecret,
  withIgnoredSecrets,
} from "../values/secrets.js";
import { type DynamicInput, dynamicInput, isNative, storedIn, writeGiven } from "./givenText.js";
import { PROVIDER, RESOURCE_NAME } from "./properties.js";
import {
  newArgumentsBefore,
  newMarkedSecrets,
  newRefreshes,
  noteUrns,
  type Refresh,
  urnOf,
  urnOfLatest,
} from "./rememberedCalls.js";

/** A partial failure as Pulumi's plugin reads it: the engine keeps `id` and `properties`, and shows `reasons`. */
export class InitFailure extends Error {
  readonly id: string;
  readonly properties: Values;
  readonly reasons: readonly string[];

  constructor({ id, message, reasons, cause }: PartialFailure, properties: Values) {
    super(message, { cause });
    this.name = "InitFailure";
    this.id = id;
    this.properties = properties;
    this.reasons = reasons;
  }
}

/** What surrounds the calls of the engine. */
interface Surroundings {
  readonly log: Log;
  /** Runs each call, so that a shutdown knows which are running, and the engine has its messages before its result. */
  during?<T>(work: () => Promise<T>): Promise<T>;
  /** The definitions of the kinds that the stack may have. */
  readonly kinds?: typeof definitionOf;
  /** Marks what is secret among the inputs and outputs that the engine gets of a program. */
  readonly mark?: typeof markSecrets;
}

/** The lifecycle of one kind, as Pulumi's dynamic provider calls it. Its calls contain neither a deadline nor whether it is a preview. */
export function resourceProviderOf(
  definition: ResourceDefinition,
  platformFor: PlatformFor,
  { log, during = (work) => work(), kinds = definitionOf, mark = (_body, _names, values) => values }: Surroundings,
): pulumi.dynamic.ResourceProvider<Values, Values> {
  noteUrns();
  const { body } = definition;
  const lifecycle = lifecycleOf(definition, platformFor, kinds);
  const checked = newMarkedSecrets();
  const refreshes = newRefreshes();
  const history = newArgumentsBefore();
  const inputOf = (given: Values) => ({ ...checked.recall(dynamicInput(given)), log });
  const storedOf = (given: Values) => storedIn(body, dynamicInput(given));
  const marked = ({ secrets }: DynamicInput, values: Values) =>
    mark(body, [...secrets, ...repeatedSecrets(body, secrets, values)], values);
  const outsOf = (input: DynamicInput, stored: StoredResource, before?: KnownSecrets) => {
    const still = before === undefined ? [] : stillSecret(before, stored.values);
    const written = { ...input, secrets: [...new Set([...input.secrets, ...still])] };
    return marked(written, inState(written, stored, describedIn(written, stored)));
  };

  const describedIn = ({ secrets }: DynamicInput, { given, values }: StoredResource) =>
    given === undefined
      ? null
      : writeGiven(body, withoutSecretKeys(withSecrets(definition, secrets).body, given, values));

  /** Keeps what a partial failure stores. */
  const keeping = <T>(input: DynamicInput, before: KnownSecrets | undefined, work: () => Promise<T>): Promise<T> =>
    during(work).catch((error) => {
      if (!(error instanceof PartialFailure) || error.stored === undefined) throw error;
      throw new InitFailure(error, { ...outsOf(input, error.stored, before), [PROVIDER]: input.text ?? null });
    });
  const secretsBefore = (olds: Values): KnownSecrets => {
    const { secrets: names, values } = dynamicInput(olds);
    return { names, values };
  };

  return {
    check: (olds, news) =>
      during(async () => {
        const input = { ...dynamicInput(news), log };
        const { values: argsBefore } = dynamicInput(olds);
        refreshes.checked(argsBefore);
        const isNew = Object.keys(olds).every((name) => name === PROVIDER);
        const given = argumentsOf(body, input, isNew ? undefined : argsBefore);
        const { args, problems } = await lifecycle.check({ ...input, args: given, argsBefore, isNew });
        history.checked(argsBefore, args);
        checked.remember(args, input);
        // The marks of secrets aren't an argument: the engine would show them as a difference.
        const inputs = marked(input, { ...args, ...nameIn(input) });
        return { inputs, failures: problems.map((reason) => ({ property: "", reason })) };
      }),

    diff: (id, olds, news) =>
      during(async () => {
        const input = { ...inputOf(news), urn: urnOfLatest() };
        const stored = storedOf(olds);
        const refresh = refreshes.take(id, stored.values);
        const refreshed = refresh && planOfRefresh(definition, refresh, stored.values, input.values);
        if (refreshed !== undefined) return refreshed;
        const argsBefore = history.before(input.values);
        history.planned(id, argsBefore);
        const args = withPending(input.values, input.pending);
        const secrets = [...input.secrets, ...secretsBefore(olds).names];
        const isFromOtherDoor = isNative(olds);
        const plan = await lifecycle.plan({ ...input, secrets, id, args, argsBefore, stored, isFromOtherDoor });
        return diffResult(plan.hasWork === false && isFromOtherDoor ? { hasWork: true } : plan);
      }),

    create(inputs) {
      const input = { ...inputOf(inputs), urn: urnOf(inputs) };
      return keeping(input, undefined, async () => {
        const { id, stored } = await lifecycle.create({ ...input, args: withPending(input.values, input.pending) });
        return { id, outs: outsOf(input, stored) };
      });
    },

    read: (id, props = {}) =>
      during(async () => {
        const input = { ...inputOf(props), urn: urnOf(props) };
        const stored = storedIn(body, input);
        // The state that a refresh reads says what is managed, or that nothing is.
        const found = await lifecycle.read({ ...input, id, stored, isLookup: !(MANAGED in props) });
        if (found === undefined) return { id: "", props: {} };
        // The engine knows what is secret in the state, and marks the same in what a read returns.
        const { managed } = input;
        // The places of secret items may be others now.
        const isMoved = managed?.includes(placeMark) && found.stored.values !== stored.values;
        const known = managed === undefined ? null : withoutRevision(managed);
        const outs = inState(input, found.stored, isMoved ? describedIn(input, found.stored) : known);
        if (found.args === undefined) return { id, props: outs };
        const { values: outputs } = found.stored;
        refreshes.read({ id, before: stored.values, outputs, inputs: found.args });
        // The engine keeps the inputs that it has unless a read returns some.
        if (outputs === stored.values) return { id, props: outs };
        return { id, props: outs, inputs: { ...found.args, ...nameIn(input) } };
      }),

    update(id, olds, news) {
      const input = { ...inputOf(news), urn: urnOfLatest() };
      const before = secretsBefore(olds);
      const request = {
        ...input,
        secrets: [...input.secrets, ...before.names],
        id,
        args: withPending(input.values, input.pending),
        argsBefore: history.plannedBefore(id),
        stored: storedOf(olds),
      };
      const isMoved = isNative(olds) && changesOf(definition, input.values, request.stored.values).length === 0;
      const { body: hiding } = withSecrets(definition, request.secrets);
      const written = async () => ({ ...request.stored, given: givenMembers(hiding, input.values) });
      return keeping(input, before, async () => ({
        outs: outsOf(input, await (isMoved ? written() : lifecycle.update(request)), before),
      }));
    },

    delete: (id, props) =>
      during(() => {
        const input = { ...inputOf(props), urn: urnOfLatest() };
        return lifecycle.delete({ ...input, id, stored: storedIn(body, input) });
      }),
  };
}

/** The arguments as the state has them: secret entries in the arguments for them, those that the program leaves to others as before. */
function argumentsOf(body: ObjectField, { values, hints }: DynamicInput, before: Values | undefined): Values {
  const marked = { values, secrets: placesOf(body, values, hints.secretEntries) };
  const kept = before === undefined ? marked : withIgnoredSecrets(body, marked, hints.ignored, before);
  return secretsApart(body, kept).values;
}

/** What the state keeps of a resource: the values, and what describes them for later runs. */
function inState(input: DynamicInput, { values, revision }: StoredResource, described: string | null): Values {
  return {
    ...values,
    ...nameIn(input),
    [MANAGED]: described === null ? null : withRevision(described, revision, input.secrets),
  };
}

function nameIn({ resourceName }: DynamicInput): Values {
  return resourceName === undefined ? {} : { [RESOURCE_NAME]: resourceName };
}

/** What the diff that belongs to a refresh says; nothing if something is to be decided. */
function planOfRefresh(
  definition: ResourceDefinition,
  { before, outputs, inputs }: Refresh,
  state: Values,
  args: Values,
): pulumi.dynamic.DiffResult | undefined {
  const isUnchanged = outputs === before;
  // The usual case, without a comparison of each argument.
  if (isUnchanged && sameJson(args, inputs)) return { changes: false };
  if (changesOf(definition, args, before).length > 0) return undefined;
  return isUnchanged || changesOf(definition, args, state).length === 0 ? { changes: false } : {};
}

function diffResult({ replaces, hasWork: changes, ...rest }: Plan): pulumi.dynamic.DiffResult {
  const others = { ...rest, ...(changes !== undefined && { changes }) };
  return replaces === undefined ? others : { ...others, replaces: [...replaces] };
}

/** What all providers of a plugin process share. */
export interface ProcessContext extends PluginContext {
  /** Runs each call of the engine. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

/** The dynamic providers of one plugin process, by kind; nothing for an unknown kind. */
export function newProviders(context: ProcessContext): (kind: string) => pulumi.dynamic.ResourceProvider | undefined {
  const { log, during } = context;
  const platforms = platformsOfPlugin(context);
  return (kind) => {
    const definition = definitionOf(kind);
    if (definition === undefined) return undefined;
    let stack: StackConfiguration = () => undefined;
    /** By connection: settings stay the same while the plugin runs, and reading them again costs as much as a request. */
    let held = new Map<string | undefined, Platform>();
    const platformOfConnection = (connection: string | undefined) => {
      const platform = held.get(connection) ?? platforms.of(stack, connection);
      held.set(connection, platform);
      return platform;
    };
    return {
      ...resourceProviderOf(definition, platformOfConnection, { log, during, mark: markSecrets }),
      // Pulumi caches a provider before it awaits this, so nothing may fail here: the next call reports wrong settings.
      async configure({ config }: pulumi.dynamic.ConfigureRequest) {
        stack = (key) => config.get(key);
        held = new Map();
      },
    };
  };
}
